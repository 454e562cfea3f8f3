/** The links that every server on this machine shares: where midcall is, where it keeps things, whether it can serve a page. */
import { EXIT } from '../../exit-codes.js';
import type { Launcher } from '../config/wrapping.js';
import { fromCache } from '../launcher-of.js';
import { shortPath } from '../show-change.js';
import type { Check } from './check.js';

export interface MachineFacts {
  readonly launcher: Launcher;
  /** The home directory, for showing paths. */
  readonly home: string;
  /** What runs here and its version. */
  readonly about: string;
  /** MIDCALL_HOME as this shell has it. */
  readonly kept: string;
  /** Why nothing can be written there; undefined where it can. */
  readonly unwritable: string | undefined;
  /** The first fault of the file of rules, with its place. */
  readonly rulesFault: string | undefined;
  /** Why no page can be served; undefined where one can. */
  readonly refused: string | undefined;
}

export function machineChecks({ launcher, home, about, kept, unwritable, rulesFault, refused }: MachineFacts): Check[] {
  return [
    fromCache(launcher)
      ? {
          state: 'note',
          link: 'program',
          says: `${about}, from a cache that may be emptied`,
          mend: 'npm install -g midcall && midcall on',
        }
      : { state: 'holds', link: 'program', says: `${about}, at ${shortPath(launcher.entry, home)}` },
    unwritable === undefined
      ? { state: 'holds', link: 'home', says: `what waits is kept in ${shortPath(kept, home)}` }
      : {
          state: 'broken',
          link: 'home',
          says: `nothing can be kept in ${shortPath(kept, home)}: ${unwritable}`,
          mend: 'Make it yours, or set MIDCALL_HOME to a folder that you can write to, in your shell and in the "env" of the servers.',
          exit: EXIT.machine,
        },
    ...(rulesFault === undefined
      ? []
      : [
          {
            state: 'broken',
            link: 'rules',
            says: rulesFault,
            mend: 'Mend it there: no gateway starts on a faulty file of rules. midcall policy check names every fault.',
            exit: EXIT.usage,
          } as const,
        ]),
    refused === undefined
      ? { state: 'holds', link: 'page', says: 'can be served on 127.0.0.1' }
      : { state: 'broken', link: 'page', says: refused, mend: 'Allow this user to listen on 127.0.0.1.', exit: EXIT.machine },
  ];
}
