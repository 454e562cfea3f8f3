/**
 * Spans and metrics through the OpenTelemetry API, which the application passes in: nothing is imported here, and nothing
 * is measured without it. What is told are names, counts, actions and times; never answers, keys, states or messages (N9).
 *
 * | kind | name | attributes |
 * |---|---|---|
 * | span | `midcall.round` | `midcall.method`, `midcall.name`, `midcall.era`, `midcall.round`, `midcall.outcome`, `midcall.questions` |
 * | counter | `midcall.answers` | `midcall.action` |
 * | histogram (ms) | `midcall.wait` | `midcall.action` |
 * | counter | `midcall.refused` | `midcall.reason` |
 */
type Attributes = Record<string, string | number>;

/** The part of `@opentelemetry/api` that is used: `createMidcall({ telemetry: await import('@opentelemetry/api') })`. */
export interface Telemetry {
  readonly trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: { attributes: Attributes },
      ): { setAttribute(key: string, value: string | number): unknown; end(): void };
    };
  };
  readonly metrics: {
    getMeter(name: string): {
      createCounter(name: string, options: { description: string }): { add(value: number, attributes: Attributes): void };
      createHistogram(
        name: string,
        options: { description: string; unit: string },
      ): { record(value: number, attributes: Attributes): void };
    };
  };
}

export interface RoundFacts {
  readonly method: string;
  readonly name: string;
  readonly era: string;
  readonly round: number;
}

export type RoundEnd = 'returned' | 'threw' | 'waiting' | 'ended' | 'fault';

/** What the engine tells. */
export interface Observer {
  /** A run of a handler begins. @returns what to call when it ends */
  round(facts: RoundFacts): (end: RoundEnd, questions: number) => void;
  answered(action: string, waitedMs: number): void;
  refused(reason: string): void;
}

export function observeWith({ trace, metrics }: Telemetry): Observer {
  const tracer = trace.getTracer('@midcall/server');
  const meter = metrics.getMeter('@midcall/server');
  const answers = meter.createCounter('midcall.answers', { description: 'Answers to questions, by action' });
  const waits = meter.createHistogram('midcall.wait', { description: 'Time from a question to its answer', unit: 'ms' });
  const refusals = meter.createCounter('midcall.refused', { description: 'Retries that were refused, by reason' });
  return {
    round({ method, name, era, round }) {
      const span = tracer.startSpan('midcall.round', {
        attributes: { 'midcall.method': method, 'midcall.name': name, 'midcall.era': era, 'midcall.round': round },
      });
      return (end, questions) => {
        span.setAttribute('midcall.outcome', end);
        span.setAttribute('midcall.questions', questions);
        span.end();
      };
    },
    answered(action, waitedMs) {
      answers.add(1, { 'midcall.action': action });
      waits.record(waitedMs, { 'midcall.action': action });
    },
    refused: reason => refusals.add(1, { 'midcall.reason': reason }),
  };
}
