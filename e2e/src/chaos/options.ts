/** The command line of a run with kills. */

export interface ChaosLine {
  readonly seed: number;
  readonly seconds: number;
}

export const usage = 'npm run chaos -- [--seed N] [--seconds N]';

/** @throws Error with the usage when the line cannot be read. */
export function readLine(args: readonly string[]): ChaosLine {
  const numbers = { seed: 1, seconds: 60 };
  for (let at = 0; at < args.length; at += 1) {
    const [, option, inline] = /^--(seed|seconds)(?:=(.*))?$/.exec(args[at] ?? '') ?? [];
    const value = Number(inline ?? args[++at]);
    if (option === undefined || !Number.isSafeInteger(value) || value < (option === 'seconds' ? 1 : 0)) throw new Error(usage);
    numbers[option as keyof typeof numbers] = value;
  }
  return numbers;
}
