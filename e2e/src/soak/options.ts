/** The command line of the soaks. */

export interface SoakLine {
  readonly name: string;
  readonly seed: number;
  readonly count: number | undefined;
}

export const usage = 'npm run soak -- NAME [--seed N] [--count N]';

/** @throws Error with the usage when the line cannot be read. */
export function readLine(args: readonly string[]): SoakLine {
  const names: string[] = [];
  const numbers: { seed?: number; count?: number } = {};
  for (let at = 0; at < args.length; at += 1) {
    const [, option, inline] = /^--(seed|count)(?:=(.*))?$/.exec(args[at] ?? '') ?? [];
    if (option === undefined) {
      names.push(String(args[at]));
      continue;
    }
    const value = Number(inline ?? args[++at]);
    if (!Number.isSafeInteger(value) || value < (option === 'count' ? 1 : 0)) throw new Error(`--${option} takes a whole number. ${usage}`);
    numbers[option as 'seed' | 'count'] = value;
  }
  const [name] = names;
  if (name === undefined || names.length > 1) throw new Error(`Name one soak. ${usage}`);
  return { name, seed: numbers.seed ?? 1, count: numbers.count };
}
