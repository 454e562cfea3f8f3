/**
 * Where the command line writes. Standard output carries results only (and the protocol, in `midcall gateway`);
 * everything said to a person goes to standard error, so that a pipe never mixes the two.
 */
import pc from 'picocolors';

/** The colours a terminal may show; each is the identity where colour is off. */
export type Colors = ReturnType<typeof pc.createColors>;

/** The streams and settings of one run. Built from `process` in `run.ts`, and by hand in tests. */
export interface Terminal {
  /** One line to standard output. */
  readonly out: (line: string) => void;
  /** One line to standard error. */
  readonly err: (line: string) => void;
  readonly colors: Colors;
  /** Columns of the terminal, for wrapping; 80 where unknown. */
  readonly width: number;
  /** Whether a person sits at this terminal: standard input and error are both a TTY. */
  readonly interactive: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted once by SIGINT or SIGTERM; the reason names the signal. */
  readonly stopped: AbortSignal;
}

/** Builds the colours for a stream: on for a terminal, off under `NO_COLOR`, forced by `FORCE_COLOR`. */
export function colorsFor(env: Readonly<Record<string, string | undefined>>, isTty: boolean): Colors {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return pc.createColors(false);
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0') return pc.createColors(true);
  return pc.createColors(isTty && env.TERM !== 'dumb');
}

/** Takes our own colours out of a line, for an output that is not the terminal they were chosen for. */
export function withoutColors(line: string): string {
  return line.replace(COLOR, '');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes themselves.
const COLOR = /\u001b\[[\d;]*m/g;
