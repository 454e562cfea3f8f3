/** One measured claim: a ratio to a rival that ran in the same process at the same time, or a size. Lower is always better. */
export interface Row {
  /** Stable id; a name on the command line selects every row whose id it begins. */
  readonly bench: string;
  readonly rival: string;
  readonly unit: 'ratio' | 'bytes' | 'KiB' | 'us' | 'ms' | 'per_s';
  measure(options?: MeasureOptions): Promise<Measured>;
}

export interface MeasureOptions {
  /** Instead of the row's own count, where it counts something up. */
  readonly count?: number;
}

export interface Measured {
  readonly value: number;
  /** Smallest and largest value of a round. */
  readonly spread: readonly [number, number];
}
