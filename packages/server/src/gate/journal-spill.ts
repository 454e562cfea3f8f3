/**
 * A journal that has grown too large for the wire goes to the store in sealed chunks, and the state names them (D7).
 *
 * Invariants:
 *  1. A chunk is written once, under an id of its own, and never changed. The sealed state lists the ids in order, and each
 *     chunk is sealed under its id, its flow and the call it belongs to: none can be left out, added, swapped or taken back.
 *  2. A later chunk overrides an earlier one by key. A round writes what it changed; it writes an earlier chunk again only
 *     with everything behind it: where that is not larger than what is new, so that there are few, or where the chunk would
 *     be gone before the state, or was sealed by a key that is on its way out (D8).
 *  3. A chunk that a state no longer names is deleted once that state has been spent, never before: what else may have been
 *     minted from the same round still opens. What is left over expires.
 */
import type { Json } from '@midcall/core';
import { Journal } from '../engine/journal.js';
import type { JournalKeys } from '../engine/journal-pack.js';
import { applyPacked, packJournal, packKeys } from '../engine/journal-pack.js';
import { LONGEST_FLOW } from '../engine/services.js';
import type { Flow, Frame } from './frame.js';
import type { GateServices } from './gate-services.js';
import { principalKey } from './principal.js';

const INLINE_BYTES = 2 * 1024;

/** Characters: unique within its flow is enough, since nobody can seal a chunk but this server. */
const ID_LENGTH = 10;

/** As the state names it. */
type ChunkRef = readonly [id: string, bytes: number, expiresAt: number];

/** A chunk that the flow's state named, as it was opened. */
export interface JournalChunk {
  readonly ref: ChunkRef;
  readonly keys: JournalKeys;
  /** Sealed by a key that no longer seals. */
  readonly rotated: boolean;
}

/** What travels instead of a journal. */
interface Spilled {
  /** Oldest first. */
  readonly c: readonly ChunkRef[];
  /** Ids that are needed no more once this state is spent. */
  readonly d?: readonly string[];
}

export interface OpenedJournal {
  readonly journal: Journal;
  readonly chunks: readonly JournalChunk[];
}

/** @returns what the state holds: the journal itself, or the names of its chunks. */
export async function closeJournal(services: GateServices, frame: Frame, expiresAt: number): Promise<Json> {
  const { journal, chunks } = frame.flow;
  const { store } = services;
  if (store === undefined) return packJournal(journal);
  if (chunks.length === 0) {
    const packed = packJournal(journal);
    const text = JSON.stringify(packed);
    return text.length <= INLINE_BYTES ? packed : spill(services, frame, { kept: [], dropped: [], text }, expiresAt);
  }
  const changed: JournalKeys = { entries: journal.entries.changed, asked: journal.asked.changed };
  let text = JSON.stringify(packKeys(journal, changed, true));
  const from = firstToRewrite(chunks, text.length, expiresAt);
  const rewritten = chunks.slice(from);
  if (rewritten.length > 0) text = JSON.stringify(packKeys(journal, union([...rewritten.map(chunk => chunk.keys), changed]), from > 0));
  const kept = chunks.slice(0, from).map(chunk => chunk.ref);
  return spill(services, frame, { kept, dropped: rewritten.map(chunk => chunk.ref[0]), text }, expiresAt);
}

/** @returns undefined if a chunk is gone. */
export async function openJournal(services: GateServices, frame: Frame, flow: string, packed: Json): Promise<OpenedJournal | undefined> {
  const journal = new Journal();
  if (Array.isArray(packed)) {
    applyPacked(journal, packed);
    return { journal, chunks: [] };
  }
  const { c: refs } = packed as unknown as Spilled;
  const aad = frame.aad();
  const records = await Promise.all(refs.map(([id]) => services.store?.get(chunkKey(flow, id))));
  const chunks: JournalChunk[] = [];
  for (const [at, ref] of refs.entries()) {
    const record = records[at];
    if (record === undefined) return undefined;
    const { payload, rotated } = await services.rows.openRow(record.value, `${chunkKey(flow, ref[0])}\n${aad}`);
    chunks.push({ ref, rotated, keys: applyPacked(journal, payload) });
  }
  return { journal, chunks };
}

/** Deletes what a spent state needs no more; all of it, if nothing of the flow goes on. */
export async function dropChunks({ store }: GateServices, flow: string, packed: Json, ended: boolean): Promise<void> {
  if (store === undefined || Array.isArray(packed)) return;
  const { c, d = [] } = packed as unknown as Spilled;
  const ids = ended ? [...d, ...c.map(([id]) => id)] : d;
  await Promise.all(ids.map(id => store.delete(chunkKey(flow, id))));
}

interface Written {
  readonly kept: readonly ChunkRef[];
  readonly dropped: readonly string[];
  readonly text: string;
}

async function spill(services: GateServices, frame: Frame, { kept, dropped, text }: Written, expiresAt: number): Promise<Json> {
  const { clock, rows, spillQuota, store, randomId } = services;
  const { flow } = frame;
  // Over its quota a principal carries its journals itself, as far as a state may be long.
  if (spillQuota.take(principalKey(frame.principal), text.length) > 0) return packJournal(flow.journal);
  const id = randomId().slice(0, ID_LENGTH);
  const key = chunkKey(flow.id, id);
  const keepUntil = livesUntil(flow, clock.now(), expiresAt);
  await store?.put(key, await rows.sealText(text, `${key}\n${frame.aad()}`), { expiresAt: keepUntil });
  const spilled: Spilled = { c: [...kept, [id, text.length, keepUntil]], ...(dropped.length > 0 && { d: dropped }) };
  return spilled as unknown as Json;
}

/** Twice as long as the state, so that the states of later rounds can name it, too; never longer than the flow. */
function livesUntil({ born }: Flow, now: number, expiresAt: number): number {
  return Math.max(expiresAt, Math.min(expiresAt + (expiresAt - now), born + LONGEST_FLOW));
}

/** Index of the first chunk to write again; all behind it go with it. */
function firstToRewrite(chunks: readonly JournalChunk[], bytes: number, expiresAt: number): number {
  let from = chunks.length;
  let size = bytes;
  for (let at = chunks.length - 1; at >= 0; at -= 1) {
    const [, old] = (chunks[at] as JournalChunk).ref;
    if (old > size) break;
    size += old;
    from = at;
  }
  const due = chunks.findIndex(({ ref, rotated }) => rotated || ref[2] < expiresAt);
  return due < 0 ? from : Math.min(from, due);
}

function union(all: readonly JournalKeys[]): JournalKeys {
  const entries = new Set<string>();
  const asked = new Set<string>();
  for (const keys of all) {
    for (const key of keys.entries) entries.add(key);
    for (const key of keys.asked) asked.add(key);
  }
  return { entries, asked };
}

function chunkKey(flow: string, id: string): string {
  return `spill:${flow}:${id}`;
}
