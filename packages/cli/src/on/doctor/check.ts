/** The links of the walk, in its order. */
export const LINKS = [
  'program',
  'home',
  'rules',
  'page',
  'file',
  'by itself',
  'midcall',
  'asks',
  'command',
  'browser',
  'port',
  'start',
  'time',
] as const;

/** One link between a host and the person: whether it holds, and how to mend it. */
import type { ExitCode } from '../../exit-codes.js';

export interface Check {
  /** `note`: holds, and there is something to know. */
  readonly state: 'holds' | 'note' | 'broken';
  /** Empty where the line goes on with the link above it. */
  readonly link: (typeof LINKS)[number] | '';
  /** One sentence. */
  readonly says: string;
  /** What to do, one sentence or one command. */
  readonly mend?: string;
  /** What to exit with where this is the first broken link. */
  readonly exit?: ExitCode;
}

/** Links that belong together; `title` names a host or a server of it. */
export interface CheckGroup {
  readonly title: string;
  /** Under the title: a path. */
  readonly where?: string;
  readonly checks: readonly Check[];
}
