/**
 * Where waiting questions, drafts and answers are kept while their call waits, sealed with the desk's key (D33). What
 * has ended leaves the store at once. Without a sealer nothing is stored: secrets at rest are never in the clear.
 */
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { Store } from '@midcall/store';
import type { QuestionRecord } from './question-record.js';
import type { Sealer } from './sealer.js';

export interface QuestionShelf {
  /** Never rejects: what could not be stored is told to `onError`, and the question goes on in memory. */
  saveView(record: QuestionRecord, view: QuestionView): Promise<void>;
  /** Rejects if the answer could not be stored: then it is not saved, and nobody may say so (D24). */
  saveAnswer(record: QuestionRecord, result: ElicitResult): Promise<void>;
  load(id: string): Promise<ShelvedQuestion | undefined>;
  all(): Promise<readonly ShelvedQuestion[]>;
  remove(id: string): Promise<void>;
}

export interface ShelvedQuestion {
  readonly v: 1;
  /** The desk that asked. */
  readonly owner: string;
  readonly principal: string;
  readonly view: QuestionView;
  readonly answer?: ElicitResult;
}

export interface QuestionShelfOptions {
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  readonly owner: string;
  readonly onError: (error: unknown) => void;
}

const PREFIX = 'desk/question/';
/** Kept this long beyond the last moment at which it could be answered (milliseconds), for a host that was down. */
const GRACE = 24 * 3_600_000;

export function createQuestionShelf({ store, sealer, owner, onError }: QuestionShelfOptions): QuestionShelf {
  if (store === undefined || sealer === undefined)
    return { saveView: nothing, saveAnswer: nothing, load: async () => undefined, all: async () => [], remove: nothing };
  const put = async (record: QuestionRecord, row: ShelvedQuestion): Promise<void> => {
    const key = PREFIX + record.id;
    await store.put(key, await sealer.seal(JSON.stringify(row), key), { expiresAt: record.hardLimit + GRACE });
  };
  const open = async (key: string, value: string): Promise<ShelvedQuestion | undefined> => {
    const text = await sealer.open(value, key);
    const row: unknown = text === undefined ? undefined : JSON.parse(text);
    return isShelved(row) ? row : undefined;
  };
  /** Not the row of a desk that has taken the question over. */
  const mine = async (id: string): Promise<boolean> => {
    const found = await store.get(PREFIX + id);
    return found !== undefined && (await open(PREFIX + id, found.value))?.owner === owner;
  };
  return {
    async saveView(record, view) {
      try {
        if (view.state === 'waiting') await put(record, { v: 1, owner, principal: record.asked.principal, view });
        else if (view.state === 'saved' || view.state === 'opened')
          await put(record, { v: 1, owner, principal: record.asked.principal, view, ...answerOf(record) });
        else if (await mine(record.id)) await store.delete(PREFIX + record.id);
      } catch (error) {
        onError(error);
      }
    },
    saveAnswer: (record, answer) => put(record, { v: 1, owner, principal: record.asked.principal, view: record.view, answer }),
    async load(id) {
      const key = PREFIX + id;
      const found = await store.get(key);
      return found === undefined ? undefined : open(key, found.value);
    },
    async all() {
      const rows: ShelvedQuestion[] = [];
      for (const entry of await store.list(PREFIX, { limit: 10_000 })) {
        const row = await open(entry.key, entry.value);
        if (row !== undefined) rows.push(row);
      }
      return rows;
    },
    async remove(id) {
      await store.delete(PREFIX + id);
    },
  };
}

async function nothing(): Promise<void> {}

function answerOf(record: QuestionRecord): { answer: ElicitResult } | undefined {
  return record.result === undefined ? undefined : { answer: record.result };
}

function isShelved(row: unknown): row is ShelvedQuestion {
  return typeof row === 'object' && row !== null && (row as { v?: unknown }).v === 1 && 'view' in row && 'principal' in row;
}
