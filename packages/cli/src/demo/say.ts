/** The demo's narration: plain sentences on standard error, so that standard output holds only the result. */
import type { Terminal } from '../terminal/terminal.js';
import { wrap } from '../terminal/wrap.js';

export interface Narrator {
  /** A step: what is happening now. */
  readonly step: (text: string) => void;
  /** A line below the last step. */
  readonly detail: (text: string) => void;
}

export function narrator(terminal: Terminal): Narrator {
  const { colors: c, err, width } = terminal;
  return {
    step: text => err(`${c.cyan('•')} ${wrap(text, width, '  ').trimStart()}`),
    detail: text => err(c.dim(wrap(text, width, '  '))),
  };
}
