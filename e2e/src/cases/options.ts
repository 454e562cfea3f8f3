/** The command line of the cases runner: a file and filters that must all hold. */
import type { Case } from './case.js';

export interface Options {
  readonly file: string;
  readonly filters: Readonly<Partial<Record<Filter, readonly string[]>>>;
}

type Filter = 'on' | 'op' | 'kind' | 'id' | 'expect';

const filters: readonly Filter[] = ['on', 'op', 'kind', 'id', 'expect'];

export const usage = 'npm run cases -- FILE.json [--on a,b] [--op a,b] [--kind a,b] [--id a,b] [--expect a,b]';

/** @throws Error with the usage when the line cannot be read. */
export function readOptions(args: readonly string[]): Options {
  const files: string[] = [];
  const chosen: Partial<Record<Filter, readonly string[]>> = {};
  for (let index = 0; index < args.length; index += 1) {
    const [, name, inline] = /^--([a-z]+)(?:=(.*))?$/.exec(args[index] ?? '') ?? [];
    if (name === undefined) files.push(String(args[index]));
    else {
      const filter = filters.find(known => known === name);
      const value = inline ?? args[++index];
      if (filter === undefined || value === undefined) throw new Error(`Unknown or incomplete option --${name}. ${usage}`);
      chosen[filter] = [...(chosen[filter] ?? []), ...value.split(',')];
    }
  }
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`Name one file. ${usage}`);
  return { file, filters: chosen };
}

export function matches(test: Case, { filters: chosen }: Options): boolean {
  const values: Record<Filter, string> = { on: test.input.on, op: test.input.op, kind: test.kind, id: test.id, expect: test.expect };
  return filters.every(filter => chosen[filter]?.includes(values[filter]) ?? true);
}
