/**
 * Where waiting questions, drafts and answers are kept while their call waits, sealed with the desk's key (D33). What
 * has ended leaves at once; among joined desks its last view, without draft and answer, stays for a week.
 *
 * Invariants:
 *  1. A row is written by the desk that owns it. A desk that was taken for dead, and whose row another desk has claimed,
 *     writes nothing any more, least of all an answer.
 *  2. While a row stands, its owner gives signs of life, beginning before the row.
 *  3. Of all desks that claim the row of a dead one exactly one gets it, and the row is there at every moment.
 *  4. Without a sealer nothing is stored: secrets at rest are never in the clear.
 */
import { MidcallError } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { parseQuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { Clock, Store } from '@midcall/store';
import type { Heartbeat } from '../joined/heartbeat.js';
import type { QuestionRecord } from './question-record.js';
import type { Sealer } from './sealer.js';

export interface QuestionShelf {
  /** Never rejects: what could not be stored is told to `onError`, and the question goes on in memory. */
  saveView(record: QuestionRecord, view: QuestionView): Promise<void>;
  /** Rejects if the answer could not be stored: then it is not saved, and nobody may say so (D24). */
  saveAnswer(record: QuestionRecord, result: ElicitResult): Promise<void>;
  load(id: string): Promise<FoundQuestion | undefined>;
  all(): Promise<readonly FoundQuestion[]>;
  /** Becomes the owner of another desk's row, with this view; undefined if somebody else was first. */
  claim(found: FoundQuestion, view?: QuestionView): Promise<FoundQuestion | undefined>;
  /** Takes a claimed row away; its last view stays where desks are joined, unless that is there already. */
  putAway(claimed: FoundQuestion, options?: { readonly told: boolean }): Promise<void>;
  /** The last view of a question whose end was told; among joined desks, for a week. */
  ended(id: string): Promise<FoundQuestion | undefined>;
}

export interface ShelvedQuestion {
  readonly v: 1;
  /** The desk that asked. */
  readonly owner: string;
  readonly principal: string;
  readonly view: QuestionView;
  readonly answer?: ElicitResult;
  /** The letter of another desk by which the answer came. */
  readonly letter?: string;
}

export interface FoundQuestion extends ShelvedQuestion {
  /** Of the row. */
  readonly version: number;
}

export interface QuestionShelfOptions {
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  readonly clock: Clock;
  readonly heart?: Heartbeat | undefined;
  readonly owner: string;
  /** Desks on this store are one: keeps the last view of what has ended for them. */
  readonly joined: boolean;
  /** Called while a row of this desk stands; what it returns, when none does. */
  readonly onKeep?: () => () => void;
  /** Another desk has claimed a question of this one. */
  readonly onTakenOver: (id: string) => void;
  readonly onError: (error: unknown) => void;
}

export const QUESTIONS = 'desk/question/';
export const ENDED = 'desk/ended/';
/** Kept this long beyond the last moment at which it could be answered (milliseconds), for a host that was down. */
const GRACE = 24 * 3_600_000;
const KEEP_ENDED = 7 * 24 * 3_600_000;
/** The store takes a moment in the past as "not there": a delete that can be conditional. */
const NEVER = { expiresAt: 1 } as const;
const PAGE = 1_000;

interface Standing {
  readonly version: number;
  readonly release: () => void;
}

export function createQuestionShelf(options: QuestionShelfOptions): QuestionShelf {
  const { store, sealer, heart, owner, clock, joined, onError } = options;
  if (store === undefined || sealer === undefined) return emptyShelf;
  const standing = new Map<string, Standing>();

  const keep = (): (() => void) => {
    const stops = [heart?.hold(), options.onKeep?.()];
    return () => {
      for (const stop of stops) stop?.();
    };
  };
  const row = (record: QuestionRecord, view: QuestionView): ShelvedQuestion => ({
    v: 1,
    owner,
    principal: record.asked.principal,
    view,
    ...(view.state !== 'waiting' && record.result !== undefined && { answer: record.result }),
    ...(record.letter !== undefined && { letter: record.letter }),
  });
  /** A write whose success was not heard of leaves a version behind that is not known here; the row is still this desk's. */
  const replace = async (key: string, version: number, sealed: string, until: { readonly expiresAt: number }): Promise<boolean> => {
    if (await store.compareAndSet(key, version, sealed, until)) return true;
    const current = await store.get(key);
    const mine = current !== undefined && (await openShelved(sealer, key, current))?.owner === owner;
    return mine && store.compareAndSet(key, current.version, sealed, until);
  };
  /** @throws MidcallError `CALL_ABORTED` if the row is another desk's now. */
  const write = async (record: QuestionRecord, row: ShelvedQuestion): Promise<void> => {
    const key = QUESTIONS + record.id;
    const known = standing.get(record.id);
    const release = known?.release ?? keep();
    try {
      if (known === undefined) await heart?.standing();
      // It goes on after all: what was told of its end counts no more.
      if (known === undefined && joined && record.asked.id !== undefined) await store.delete(ENDED + record.id);
      const sealed = await sealer.seal(JSON.stringify(row), key);
      const until = { expiresAt: record.hardLimit + GRACE };
      if (known === undefined) await store.put(key, sealed, until);
      else if (!(await replace(key, known.version, sealed, until))) throw takenOver();
      const now = await store.get(key);
      if (now?.value !== sealed) throw takenOver();
      standing.set(record.id, { version: now.version, release });
    } catch (error) {
      if (known === undefined) release();
      throw error;
    }
  };
  const sealEnded = async ({ principal, view, letter }: Pick<ShelvedQuestion, 'principal' | 'view' | 'letter'>): Promise<void> => {
    const key = ENDED + view.id;
    const { draft: _draft, ...kept } = view;
    const row: ShelvedQuestion = { v: 1, owner, principal, view: kept, ...(letter !== undefined && { letter }) };
    await store.put(key, await sealer.seal(JSON.stringify(row), key), { expiresAt: clock.now() + KEEP_ENDED });
  };
  /** The end is written before the row goes: whoever finds both knows that nothing is left to tell. */
  const end = async (record: QuestionRecord, view: QuestionView): Promise<void> => {
    const known = standing.get(record.id);
    standing.delete(record.id);
    try {
      const current = known === undefined ? undefined : await store.get(QUESTIONS + record.id);
      if (current !== undefined && current.version !== known?.version) return; // another desk's now: it tells the end
      if (joined) await sealEnded(row(record, view));
      if (known !== undefined) await store.compareAndSet(QUESTIONS + record.id, known.version, '', NEVER);
    } finally {
      known?.release();
    }
  };
  return {
    async saveView(record, view) {
      try {
        if (view.state === 'waiting' || view.state === 'saved' || view.state === 'opened') await write(record, row(record, view));
        else await end(record, view);
      } catch (error) {
        if (isTakenOver(error)) options.onTakenOver(record.id);
        else onError(error);
      }
    },
    saveAnswer: (record, answer) => write(record, { ...row(record, record.view), answer }),
    async load(id) {
      const found = await store.get(QUESTIONS + id);
      return found === undefined ? undefined : openShelved(sealer, QUESTIONS + id, found);
    },
    async all() {
      const rows: FoundQuestion[] = [];
      for await (const entry of everyEntry(store, QUESTIONS)) {
        const found = await openShelved(sealer, entry.key, entry);
        if (found !== undefined) rows.push(found);
      }
      return rows;
    },
    async claim(found, view = found.view) {
      const key = QUESTIONS + view.id;
      await heart?.standing();
      const { version, ...rest } = found;
      const claimed: ShelvedQuestion = { ...rest, owner, view };
      const sealed = await sealer.seal(JSON.stringify(claimed), key);
      if (!(await store.compareAndSet(key, version, sealed))) return undefined;
      const now = await store.get(key);
      return now?.value === sealed ? { ...claimed, version: now.version } : undefined;
    },
    async putAway(claimed, { told } = { told: false }) {
      if (joined && !told) await sealEnded(claimed);
      await store.compareAndSet(QUESTIONS + claimed.view.id, claimed.version, '', NEVER);
    },
    async ended(id) {
      const found = await store.get(ENDED + id);
      return found === undefined ? undefined : openShelved(sealer, ENDED + id, found);
    },
  };
}

/** Undefined for what another key sealed, and for shapes of another version: left alone. */
export async function openShelved(
  sealer: Sealer,
  key: string,
  { value, version }: { readonly value: string; readonly version: number },
): Promise<FoundQuestion | undefined> {
  const text = await sealer.open(value, key);
  const row = text === undefined ? undefined : (JSON.parse(text) as Partial<ShelvedQuestion> | null);
  if (row?.v !== 1 || typeof row.principal !== 'string' || typeof row.owner !== 'string') return undefined;
  if (parseQuestionView(row.view) === undefined) return undefined;
  return { ...(row as ShelvedQuestion), version };
}

/** Every record under a prefix, a page at a time. */
export async function* everyEntry(store: Store, prefix: string): AsyncIterable<{ key: string; value: string; version: number }> {
  for (let after: string | undefined; ; ) {
    const page = await store.list(prefix, { limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.key;
    if (after === undefined || page.length < PAGE) return;
  }
}

export function isTakenOver(error: unknown): boolean {
  return error instanceof MidcallError && (error.data as { reason?: unknown } | undefined)?.reason === 'taken-over';
}

function takenOver(): MidcallError {
  return new MidcallError('CALL_ABORTED', 'Another desk has taken this question over.', { data: { reason: 'taken-over' } });
}

const emptyShelf: QuestionShelf = {
  saveView: async () => {},
  saveAnswer: async () => {},
  load: async () => undefined,
  all: async () => [],
  claim: async () => undefined,
  putAway: async () => {},
  ended: async () => undefined,
};
