/** Runs a command line in this process, on a home of its own: for commands that need no process. For tests only. */
import { PassThrough } from 'node:stream';
import { runProgram } from '../program.js';
import { colorsFor, type Terminal } from '../terminal/terminal.js';

export interface RunHereOptions {
  readonly home: string;
  /** What is typed, if a person sits there. */
  readonly typed?: string;
}

export interface RanHere {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A terminal that writes down what it is told. */
export function quietTerminal(home: string, out: string[] = [], err: string[] = []): Terminal {
  return {
    out: line => out.push(line),
    err: line => err.push(line),
    colors: colorsFor({}, false),
    width: 80,
    interactive: false,
    env: { MIDCALL_HOME: home },
    cwd: home,
    stopped: new AbortController().signal,
  };
}

export async function runHere(argv: readonly string[], { home, typed }: RunHereOptions): Promise<RanHere> {
  const out: string[] = [];
  const err: string[] = [];
  const stdin = new PassThrough();
  if (typed !== undefined) stdin.end(typed);
  const terminal = { ...quietTerminal(home, out, err), interactive: typed !== undefined };
  const code = await runProgram(terminal, argv, {
    streams: { stdin, stdout: new PassThrough() },
    platform: 'linux',
    node: process.execPath,
    now: () => Date.now(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
