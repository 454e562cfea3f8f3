/** What is remembered for somebody, for the page where they look at it and take it back. */
import type { Store } from '@midcall/store';
import { storeRequired } from './engine/once.js';
import { rememberPrefix } from './engine/remember.js';
import { type Principal, principalKey } from './gate/principal.js';
import type { Awaitable } from './state/index.js';

export interface RememberedAnswer {
  /** Names it for `forget`. */
  readonly id: string;
  /** The tool, prompt or resource that asked. */
  readonly name: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly until?: number;
}

export interface RememberedAnswers {
  /** What is remembered for a principal, without the answers themselves. At most 1,000. @throws MidcallError STORE_REQUIRED */
  list(principal: Principal): Promise<readonly RememberedAnswer[]>;
  /** Forgets one answer, or all of a principal. @returns how many. @throws MidcallError STORE_REQUIRED */
  forget(principal: Principal, id?: string): Promise<number>;
}

export function rememberedOf(store: Store | undefined, digest: (text: string) => Awaitable<string>): RememberedAnswers {
  const entries = async (principal: Principal) => {
    if (store === undefined) throw storeRequired('remembered');
    const prefix = rememberPrefix(await digest(principalKey(principal)));
    return (await store.list(prefix)).map(({ key, expiresAt }) => {
      const id = key.slice(prefix.length);
      const colon = id.indexOf('\n');
      const answer: RememberedAnswer = {
        id,
        name: id.slice(0, colon),
        key: id.slice(colon + 1),
        ...(expiresAt !== undefined && { until: expiresAt }),
      };
      return { at: key, answer };
    });
  };
  return {
    list: async principal => (await entries(principal)).map(entry => entry.answer),
    async forget(principal, id) {
      let count = 0;
      for (const { at, answer } of await entries(principal)) {
        if ((id === undefined || id === answer.id) && (await store?.delete(at)) === true) count += 1;
      }
      return count;
    },
  };
}
