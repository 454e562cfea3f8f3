/** What a terminal surface is told: where it is, whose it is, how it speaks, and what leaving means. */
import type { Clock } from '@midcall/store';
import type { PageOpener } from '../open-question-page.js';
import type { TerminalInput, TerminalJobs, TerminalOutput } from './hold.js';

export interface TerminalSurfaceOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly principal?: string;
  readonly clock?: Clock;
  /** BCP 47; language of midcall's words and of typed numbers. Default English. */
  readonly locale?: string;
  /** IANA zone for times typed without an offset. */
  readonly zone?: string;
  /** No colour. */
  readonly noColor?: boolean;
  /** Neither colour nor drawing characters, for screen readers and poor terminals. */
  readonly plain?: boolean;
  /** Opens pages; without it the person is told to open the address themselves. Give none on a remote machine (N10). */
  readonly opener?: PageOpener;
  /** What "cut off" does beside declining. Default: a rule of the desk, where it has rules. */
  readonly cutOff?: (server: string) => Promise<void>;
  /** Milliseconds after a question appears in which no key does anything. Default 600. */
  readonly guardTime?: number;
  /**
   * `cancels`: each call's own prompt; Esc, Ctrl-C and the end of input close a question without an answer. `keeps`: an
   * inbox that holds the terminal, with a list of everything of this principal that waits at the desk; leaving a question
   * or the inbox leaves it waiting with its draft, and only "not now" closes it (D40). Default `cancels`.
   */
  readonly leaving?: 'cancels' | 'keeps';
  /** With `keeps`: the person left the inbox, or the terminal is gone. Everything that waited still waits. */
  readonly onLeave?: () => void;
  /** What Ctrl+Z does; without it, nothing. */
  readonly jobs?: TerminalJobs;
}
