/** Counters, gauges and histograms as Prometheus writes them (text format 0.0.4). */
export type Labels = Readonly<Record<string, string>>;

abstract class Family {
  readonly #head: readonly string[];
  protected readonly name: string;

  constructor(name: string, type: 'counter' | 'gauge' | 'histogram', help: string) {
    this.name = name;
    this.#head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  }

  lines(): readonly string[] {
    return [...this.#head, ...this.samples()];
  }

  protected abstract samples(): readonly string[];
}

class Values extends Family {
  readonly #values = new Map<string, number>();

  add(labels: Labels, value = 1): void {
    const key = written(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + value);
  }

  protected samples(): readonly string[] {
    return [...this.#values].map(([labels, value]) => `${this.name}${labels} ${value}`);
  }
}

export class CounterFamily extends Values {
  constructor(name: string, help: string) {
    super(name, 'counter', help);
  }
}

export class GaugeFamily extends Values {
  constructor(name: string, help: string) {
    super(name, 'gauge', help);
  }
}

interface Buckets {
  readonly labels: Labels;
  /** Of each bound, and of what is above the last. */
  readonly counts: number[];
  sum: number;
}

export class HistogramFamily extends Family {
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Buckets>();

  /** @param bounds rising. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    super(name, 'histogram', help);
    this.#bounds = bounds;
  }

  record(labels: Labels, value: number): void {
    const key = written(labels);
    const series = this.#series.get(key) ?? { labels, counts: new Array(this.#bounds.length + 1).fill(0), sum: 0 };
    this.#series.set(key, series);
    const at = this.#bounds.findIndex(bound => value <= bound);
    const index = at === -1 ? this.#bounds.length : at;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += value;
  }

  protected samples(): readonly string[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum }) => {
      let below = 0;
      const buckets = counts.map((count, at) => {
        below += count;
        return `${this.name}_bucket${written({ ...labels, le: String(this.#bounds[at] ?? '+Inf') })} ${below}`;
      });
      return [...buckets, `${this.name}_sum${written(labels)} ${sum}`, `${this.name}_count${written(labels)} ${below}`];
    });
  }
}

function written(labels: Labels): string {
  const entries = Object.entries(labels);
  if (entries.length === 0) return '';
  const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `{${entries.map(([key, value]) => `${key}="${escaped(value)}"`).join(',')}}`;
}
