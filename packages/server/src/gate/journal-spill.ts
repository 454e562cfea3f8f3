/** A journal that has grown too large for the wire goes to the store, sealed, and a mark of it travels instead (D7). */
import type { Json } from '@midcall/core';
import { Journal } from '../engine/journal.js';
import type { Frame } from './frame.js';
import type { GateServices } from './gate-services.js';
import { principalKey } from './principal.js';

const INLINE_BYTES = 2 * 1024;
const SPILLED = 1;

export async function closeJournal(
  services: GateServices,
  frame: Frame,
  flow: string,
  round: number,
  journal: Journal,
  expiresAt: number,
): Promise<Json> {
  const packed = journal.pack();
  const { store } = services;
  if (store === undefined) return packed;
  const text = JSON.stringify(packed);
  // Over its quota a principal carries its journals itself, as far as a state may be long.
  if (text.length <= INLINE_BYTES || services.spillQuota.take(principalKey(frame.principal), text.length) > 0) return packed;
  const key = spillKey(flow, round);
  await store.put(key, await services.rows.sealText(text, `${key}\n${frame.aad()}`), { expiresAt });
  return SPILLED;
}

/** @returns undefined if the stored journal is gone */
export async function openJournal(
  services: GateServices,
  frame: Frame,
  flow: string,
  round: number,
  packed: Json,
): Promise<Journal | undefined> {
  if (packed !== SPILLED) return Journal.unpack(packed);
  const key = spillKey(flow, round);
  const record = await services.store?.get(key);
  if (record === undefined) return undefined;
  const { payload } = await services.rows.openRow(record.value, `${key}\n${frame.aad()}`);
  return Journal.unpack(payload);
}

export function spillKey(flow: string, round: number): string {
  return `spill:${flow}:${round}`;
}
