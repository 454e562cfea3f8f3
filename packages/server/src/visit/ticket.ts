/**
 * A page that one person may open: the stored row behind the handle in its address.
 *
 * Promises:
 *  1. The handle is 128 random bits and means nothing by itself: whoever opens it still has to prove who they are (E-U-02).
 *  2. The row is sealed and bound to its handle; it ends with the page's time.
 *  3. Of racing completions exactly one wins (compare-and-set); nothing but a completion or a close ends a ticket early.
 */
import type { Json, JsonObject } from '@midcall/core';
import { contested, MOST_TRIES } from '../flow/contested.js';
import type { Principal } from '../gate/principal.js';
import type { SecretField } from './page.js';
import type { PageServices } from './page-services.js';

export interface Ticket {
  readonly v: 1;
  readonly status: 'open' | 'done';
  readonly who: Principal;
  readonly server: string;
  /** What the host calls itself; nobody has checked it. */
  readonly client?: string;
  /** The tool, prompt or resource. */
  readonly name: string;
  readonly key: string;
  readonly message: string;
  readonly page: TicketPage;
  readonly data?: JsonObject;
  /** Where the completed visit is put, and how long it counts, in milliseconds. */
  readonly at: string;
  readonly print: string;
  readonly keep: number;
  readonly proof: Proof;
  /** Digest of the cookie of the browser that is bound. */
  readonly browser?: string;
  /** Address of the pages, without a slash at its end. */
  readonly base: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** How the person shows that the page is theirs (D20). */
export type Proof = { readonly by: 'identify' } | { readonly by: 'code'; readonly code: string; readonly tries: number };

/** Secret pages travel with the ticket; the others are known by name. */
export type TicketPage =
  | {
      readonly kind: 'secret';
      readonly name: string;
      readonly title?: string;
      readonly fields: readonly (readonly [name: string, field: SecretField])[];
    }
  | { readonly kind: 'oauth' | 'custom'; readonly name: string };

export const HANDLE = /^[\w-]{22}$/;

export async function putTicket(services: PageServices, handle: string, ticket: Ticket): Promise<void> {
  await services.store.put(ticketKey(handle), await seal(services, handle, ticket), { expiresAt: ticket.expires });
}

/** @returns undefined if there is no such page, or none any more */
export async function readTicket(services: PageServices, handle: string): Promise<Ticket | undefined> {
  const record = HANDLE.test(handle) ? await services.store.get(ticketKey(handle)) : undefined;
  return record && open(services, handle, record.value);
}

/** Changes the ticket while `change` still agrees. @returns the ticket as it is now, or undefined if `change` gave up */
export async function changeTicket(
  services: PageServices,
  handle: string,
  change: (ticket: Ticket) => Ticket | undefined,
): Promise<Ticket | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const record = await services.store.get(ticketKey(handle));
    if (record === undefined) return undefined;
    const changed = change(await open(services, handle, record.value));
    if (changed === undefined) return undefined;
    if (await services.store.compareAndSet(ticketKey(handle), record.version, await seal(services, handle, changed))) return changed;
  }
  throw contested();
}

/** Nobody can open it any more. */
export async function dropTicket(services: PageServices, handle: string): Promise<void> {
  services.listener?.settled(handle);
  await services.store.delete(ticketKey(handle));
}

export function ticketKey(handle: string): string {
  return `visit:${handle}`;
}

async function seal(services: PageServices, handle: string, ticket: Ticket): Promise<string> {
  return services.sealer.seal(ticket as unknown as Json, ticketKey(handle));
}

async function open(services: PageServices, handle: string, value: string): Promise<Ticket> {
  const { payload } = await services.sealer.openRow(value, ticketKey(handle));
  return payload as unknown as Ticket;
}
