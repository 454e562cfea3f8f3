/** What a soak is: a body that is decided by seeds, run many times over. */

export interface SoakOptions {
  /** The first seed; run n of a soak uses `seed + n`. */
  readonly seed: number;
  readonly count: number;
  /** Told how far it is, as often as the soak likes. */
  readonly progress: (done: number) => void;
}

export interface SoakFailure {
  /** With `--seed` this and `--count` of `inputs` it happens again. */
  readonly seed: number;
  readonly count: number;
  readonly message: string;
}

export interface SoakResult {
  /** What was met on the way, by name: a soak that met nothing proves nothing. */
  readonly met: Readonly<Record<string, number>>;
  readonly failures: readonly SoakFailure[];
}

export interface Soak {
  /** How many `npm run soak` runs where nobody says. */
  readonly count: number;
  run(options: SoakOptions): Promise<SoakResult>;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
