/** Whether the limits that run while a person thinks fire in an order in which nothing is lost (D28). */
import { EXIT } from '../../exit-codes.js';
import type { ServerEntry } from '../config/server-entry.js';
import type { KnownHost } from '../hosts/known-hosts.js';
import type { Check } from './check.js';
import { hostLimit, isToldInTime, QUESTION_SECONDS, span, timeLimits, toldLimit } from './time-limits.js';

/** One line a limit, soonest first; or the one pair that is the wrong way round. */
export function timeChecks(host: KnownHost | undefined, entry: ServerEntry): Check[] {
  const own = hostLimit(host, entry);
  const told = toldLimit(entry);
  if (host !== undefined && own !== undefined && told !== undefined && !isToldInTime(told, own))
    return [
      {
        state: 'broken',
        link: 'time',
        says: `${host.title} gives a call up after ${span(own)}, before it would be told that you are being asked (--host-limit ${told})`,
        mend: 'midcall on writes the limit of the host.',
        exit: EXIT.machine,
      },
    ];
  const short = own !== undefined && own < QUESTION_SECONDS && told === undefined;
  return timeLimits(host, entry).map(({ seconds, what }, index): Check => {
    const hosts = short && seconds === own && what.startsWith(host?.title ?? ' ');
    return {
      state: hosts ? 'note' : 'holds',
      link: index === 0 ? 'time' : '',
      says: `after ${span(seconds)} ${what}`,
      ...(hosts && {
        mend: host?.raise === undefined ? `Answer sooner; ${host?.title} has no setting for it.` : `Raise it: ${host.raise}.`,
      }),
    };
  });
}
