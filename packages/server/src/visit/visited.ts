/**
 * What `call.visit` resolves with: a way to the value for server code. It holds nothing itself, so it may be printed,
 * logged or put into a result by mistake without giving anything away (N9).
 */
import { type Json, MidcallError } from '@midcall/core';
import { type OAuthTokens, refresh, toJson } from './oauth-client.js';
import type { OAuthAccess, OAuthPage, Page } from './page.js';
import type { PageServices } from './page-services.js';
import { readVisited, type VisitedRow } from './visited-row.js';

export interface Visited<Value> {
  /**
   * The secrets, the access or what the page brought back, from the store; an access that has run out is refreshed.
   * Keep it in server code: nothing of it belongs into a result, a message or an address.
   * @throws MidcallError VISIT_REQUIRED if it was forgotten or taken back in the meantime; the next call asks again
   */
  secret(): Promise<Value>;
  /** Milliseconds since the epoch at which the person finished. */
  readonly since: number;
  /** Forgets it: the next call asks again. */
  forget(): Promise<void>;
}

export class StoredVisit<Value> implements Visited<Value> {
  readonly #services: PageServices;
  readonly #page: Page<Value>;
  readonly #at: string;
  readonly #print: string;
  readonly since: number;

  constructor(services: PageServices, page: Page<Value>, place: { readonly at: string; readonly print: string }, since: number) {
    this.#services = services;
    this.#page = page;
    this.#at = place.at;
    this.#print = place.print;
    this.since = since;
  }

  async secret(): Promise<Value> {
    const found = await usable(this.#services, this.#page, this.#at, this.#print);
    if (found === undefined) throw visitRequired();
    return found.row.value === null ? (null as Value) : (toValue(this.#page, found.row.value) as Value);
  }

  async forget(): Promise<void> {
    await this.#services.store.delete(this.#at);
  }
}

/**
 * The stored visit, refreshed if it is an access that is about to run out.
 * @returns undefined if there is none, or the access was taken back: then it is forgotten
 */
export async function usable(services: PageServices, page: Page<unknown>, at: string, print: string): Promise<VisitedRow | undefined> {
  const found = await readVisited(services, at, print);
  if (found === undefined || page.kind !== 'oauth') return found;
  return isFresh(services, found) ? found : refreshed(services, page as OAuthPage, at, print);
}

/** Access is renewed this long before it ends. */
const MARGIN_MS = 30_000;
/** Longest a refresh may take before another process tries. */
const LOCK_MS = 20_000;

/** One process at a time: a server that rotates refresh tokens takes a second use for a theft. */
async function refreshed(services: PageServices, page: OAuthPage, at: string, print: string): Promise<VisitedRow | undefined> {
  const { store, clock } = services;
  const lock = `refresh:${at}`;
  for (;;) {
    if (await store.putIfAbsent(lock, '1', { expiresAt: clock.now() + LOCK_MS })) break;
    await changed(services, lock);
    const found = await readVisited(services, at, print);
    if (found === undefined || isFresh(services, found)) return found;
  }
  try {
    const found = await readVisited(services, at, print);
    if (found === undefined || isFresh(services, found)) return found;
    const tokens = found.row.value as unknown as OAuthTokens;
    if (tokens.refresh === undefined) return await forgotten(services, at, found);
    const sealed = await renewed(services, page, at, found, tokens);
    return sealed === undefined ? await forgotten(services, at, found) : await readVisited(services, at, print);
  } finally {
    await store.delete(lock);
  }
}

/** @returns undefined if the access was taken back. @throws MidcallError PAGE_FAILED for everything that may pass */
async function renewed(
  services: PageServices,
  page: OAuthPage,
  at: string,
  found: VisitedRow,
  tokens: OAuthTokens,
): Promise<true | undefined> {
  let next: OAuthTokens;
  try {
    next = await refresh(page, tokens, services.clock.now());
  } catch (error) {
    if (error instanceof MidcallError && (error.data as { reason?: unknown }).reason === 'invalid_grant') return undefined;
    throw error;
  }
  const sealed = await services.sealer.seal({ ...found.row, value: toJson(next) } as unknown as Json, at);
  const expiry = found.expiresAt === undefined ? {} : { expiresAt: found.expiresAt };
  await services.store.compareAndSet(at, found.version, sealed, expiry);
  return true;
}

async function forgotten(services: PageServices, at: string, found: VisitedRow): Promise<undefined> {
  // Only what was read: somebody may have connected anew in the meantime.
  const now = await services.store.get(at);
  if (now?.version === found.version) await services.store.delete(at);
  return undefined;
}

function isFresh({ clock }: PageServices, { row }: VisitedRow): boolean {
  const { expiresAt } = row.value as unknown as OAuthTokens;
  return expiresAt === undefined || expiresAt - MARGIN_MS > clock.now();
}

function changed({ store, clock }: PageServices, key: string): Promise<void> {
  return new Promise(resolve => {
    const wake = (): void => {
      stopTimer();
      stopWatch();
      resolve();
    };
    const stopTimer = clock.setTimeout(wake, LOCK_MS);
    const stopWatch = store.watch(key, wake);
    void store.get(key).then(record => {
      if (record === undefined) wake();
    }, wake);
  });
}

function toValue(page: Page<unknown>, value: Json): unknown {
  if (page.kind !== 'oauth') return value;
  const { access, scope, expiresAt } = value as unknown as OAuthTokens;
  return {
    accessToken: access,
    ...(scope !== undefined && { scope }),
    ...(expiresAt !== undefined && { expiresAt }),
  } satisfies OAuthAccess;
}

function visitRequired(): MidcallError {
  return new MidcallError('VISIT_REQUIRED', 'What the person gave on the page is no longer there', {
    hint: 'Call the tool again: `visit` then asks again.',
  });
}
