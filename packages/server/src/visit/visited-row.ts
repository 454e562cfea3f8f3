/**
 * What a completed visit left behind: sealed, under its principal, so that later calls pass without asking (D18). The seal
 * is bound to the place, so that a row that is moved under somebody else's name does not open.
 */
import type { Json } from '@midcall/core';
import { type Principal, principalKey } from '../gate/principal.js';
import type { PageServices } from './page-services.js';

export interface Visited {
  readonly v: 1;
  /** Fingerprint of the page and its facts: another page's value is nobody's. */
  readonly print: string;
  readonly value: Json;
  /** Milliseconds since the epoch at which it was completed. */
  readonly since: number;
}

export async function visitedPrefix(services: Pick<PageServices, 'digest'>, who: Principal): Promise<string> {
  return `visited:${await services.digest(principalKey(who))}:`;
}

export async function visitedAt(
  services: Pick<PageServices, 'digest'>,
  who: Principal,
  server: string,
  key: string,
  unique: string | undefined,
): Promise<string> {
  const of = await services.digest(JSON.stringify([server, unique ?? null]));
  return `${await visitedPrefix(services, who)}${key}\n${of}`;
}

export async function putVisited(services: PageServices, at: string, row: Omit<Visited, 'v'>, keep: number): Promise<void> {
  const sealed = await services.sealer.seal({ v: 1, ...row } as unknown as Json, at);
  await services.store.put(at, sealed, { expiresAt: services.clock.now() + keep });
}

export interface VisitedRow {
  readonly row: Visited;
  readonly version: number;
  readonly expiresAt?: number;
}

/** @returns undefined if there is nothing, or what is there was for another page */
export async function readVisited(services: PageServices, at: string, print: string): Promise<VisitedRow | undefined> {
  const record = await services.store.get(at);
  if (record === undefined) return undefined;
  const { payload, rotated } = await services.sealer.openRow(record.value, at);
  const row = payload as unknown as Visited;
  if (row.v !== 1 || row.print !== print) return undefined;
  const rest = record.expiresAt === undefined ? {} : { expiresAt: record.expiresAt };
  if (rotated) await services.store.compareAndSet(at, record.version, await services.sealer.seal(payload, at), rest);
  return { row, version: rotated ? record.version + 1 : record.version, ...rest };
}
