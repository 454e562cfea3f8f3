/** Completed visits of somebody, for the page where they look at them and take them back. */
import type { Store } from '@midcall/store';
import { storeRequired } from '../engine/once.js';
import type { Principal } from '../gate/principal.js';
import type { Awaitable } from '../state/index.js';
import { visitedPrefix } from './visited-row.js';

export interface CompletedVisit {
  /** Names it for `forget`. */
  readonly id: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly until?: number;
}

export interface CompletedVisits {
  /** What a principal has given on pages, without the values themselves. At most 1,000. @throws MidcallError STORE_REQUIRED */
  list(principal: Principal): Promise<readonly CompletedVisit[]>;
  /** Forgets one, or all of a principal. @returns how many. @throws MidcallError STORE_REQUIRED */
  forget(principal: Principal, id?: string): Promise<number>;
}

export function visitsOf(store: Store | undefined, digest: (text: string) => Awaitable<string>): CompletedVisits {
  const entries = async (principal: Principal) => {
    if (store === undefined) throw storeRequired('visits');
    const prefix = await visitedPrefix({ digest }, principal);
    return (await store.list(prefix)).map(({ key: at, expiresAt }) => {
      const id = at.slice(prefix.length);
      const visit: CompletedVisit = {
        id,
        key: id.slice(0, id.indexOf('\n')),
        ...(expiresAt !== undefined && { until: expiresAt }),
      };
      return { at, visit };
    });
  };
  return {
    list: async principal => (await entries(principal)).map(({ visit }) => visit),
    async forget(principal, id) {
      let count = 0;
      for (const { at, visit } of await entries(principal)) {
        if ((id === undefined || id === visit.id) && (await store?.delete(at)) === true) count += 1;
      }
      return count;
    },
  };
}
