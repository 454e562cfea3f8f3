/**
 * Reads what stands behind `--`. For `midcall call` the server's command, the tool, its arguments and our own options
 * share that place (`-- node server.js TOOL k=v --answer a.b=c`), so it is read from the right: options we know and
 * `k=v` pairs belong to us, the first word left of them is the tool, and everything before it is the server's command,
 * word for word. A second `--` draws that line by hand.
 */

/** Options that may stand behind the tool; `value` = the next word belongs to the option. */
export type TailOptions = Readonly<Record<string, 'value' | 'flag'>>;

/** The parts of `-- COMMAND ARGS… TOOL k=v… OPTIONS…`. */
export interface CallTail {
  readonly command: readonly string[];
  readonly tool: string | undefined;
  /** `k=v` and `k:=json` as typed. */
  readonly pairs: readonly string[];
  /** Our own options, in the order typed, to be parsed with those before `--`. */
  readonly options: readonly string[];
}

const PAIR = /^[^-=\s][^=]*=/;

/** Splits `argv` at the first `--`; `tail` is undefined where there is none. */
export function splitAtDashes(argv: readonly string[]): { readonly head: readonly string[]; readonly tail: readonly string[] | undefined } {
  const at = argv.indexOf('--');
  return at === -1 ? { head: argv, tail: undefined } : { head: argv.slice(0, at), tail: argv.slice(at + 1) };
}

/** Reads the tail of `midcall call`. With `expectTool: false` (a server listed, not called) all that is not ours is the command. */
export function readCallTail(tail: readonly string[], known: TailOptions, expectTool: boolean): CallTail {
  const divider = tail.indexOf('--');
  if (divider !== -1) {
    const mine = takeFromRight(tail.slice(divider + 1), known);
    return { command: tail.slice(0, divider), tool: mine.rest[0], pairs: [...mine.rest.slice(1), ...mine.pairs], options: mine.options };
  }
  const { rest, pairs, options } = takeFromRight(tail, known);
  if (!expectTool) return { command: rest, tool: undefined, pairs, options };
  return { command: rest.slice(0, -1), tool: rest.at(-1), pairs, options };
}

function takeFromRight(words: readonly string[], known: TailOptions): { rest: string[]; pairs: string[]; options: string[] } {
  const rest = [...words];
  const pairs: string[] = [];
  const options: string[] = [];
  for (;;) {
    const last = rest.at(-1);
    if (last === undefined) break;
    const before = rest.at(-2);
    const name = last.split('=', 1)[0] ?? last;
    if (before !== undefined && known[before] === 'value') {
      options.unshift(before, last);
      rest.length -= 2;
    } else if (known[last] === 'flag' || (last !== name && known[name] === 'value')) {
      options.unshift(last);
      rest.length -= 1;
    } else if (PAIR.test(last)) {
      pairs.unshift(last);
      rest.length -= 1;
    } else break;
  }
  return { rest, pairs, options };
}

/** What `midcall call` accepts behind the tool. */
export const CALL_TAIL_OPTIONS: TailOptions = {
  '--answer': 'value',
  '--arguments': 'value',
  '--revision': 'value',
  '--timeout': 'value',
  '--json': 'flag',
  '--list': 'flag',
  '--cannot-ask': 'flag',
  '--debug': 'flag',
};
