/**
 * What the other desks on this store ask and have asked, as this desk knows it: a mirror of their rows.
 *
 * Invariants:
 *  1. A question exists for its own principal only (N7). Rows under another key or of another version are left alone.
 *  2. A question of a desk that gave no sign of life since this one looks is not shown: nobody waits for its answer.
 *  3. Rows are read again after every change, one reading at a time for each question: the last word is the store's.
 */
import type { QuestionView } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import type { FoundQuestion } from '../desk/question-shelf.js';
import { ENDED, everyEntry, openShelved, QUESTIONS } from '../desk/question-shelf.js';
import { hasEnded } from '../desk/report-end.js';
import type { Sealer } from '../desk/sealer.js';
import type { Viewer } from '../desk.js';

export interface ForeignQuestions {
  /** Settles when every row that stands has been read. */
  readonly ready: Promise<void>;
  find(id: string, viewer: Viewer): FoundQuestion | undefined;
  list(viewer: Viewer): readonly QuestionView[];
  /** Rows that stand, whether shown or not. */
  open(): readonly FoundQuestion[];
  /** A desk has given a sign of life: what it asks can be answered. */
  revived(owner: string): void;
  /** Reads one row again now. */
  refresh(id: string): Promise<void>;
  close(): void;
}

export interface ForeignQuestionsOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly owner: string;
  readonly keepEnded: number;
  /** Settles when it is known which desks live. */
  readonly begin: Promise<void>;
  readonly alive: (owner: string) => boolean;
  /** A question is new here, or has changed. */
  readonly onChange: (view: QuestionView, principal: string, isNew: boolean) => void;
  /** A row stands, shown or not. */
  readonly onOpen: () => void;
  readonly onError: (error: unknown) => void;
}

interface Mirrored {
  readonly row: FoundQuestion;
  /** Its row stands: it is not only remembered. */
  readonly standing: boolean;
  readonly shown: boolean;
}

export function createForeignQuestions(options: ForeignQuestionsOptions): ForeignQuestions {
  const { store, sealer, owner, alive, onChange, onError } = options;
  const mirror = new Map<string, Mirrored>();
  /** Readings that run, and whether the row changed meanwhile. */
  const reading = new Map<string, { again: boolean; done: Promise<void> }>();
  let closed = false;

  const set = (row: FoundQuestion, standing: boolean): void => {
    const before = mirror.get(row.view.id);
    const shown = hasEnded(row.view.state) || before?.shown === true || alive(row.owner);
    mirror.delete(row.view.id);
    mirror.set(row.view.id, { row, standing, shown });
    if (standing) options.onOpen();
    else forgetOld(row.principal);
    if (shown && (before?.shown !== true || before.row.version !== row.version)) onChange(row.view, row.principal, before?.shown !== true);
  };
  const forgetOld = (principal: string): void => {
    const ended = [...mirror.values()].filter(({ row, standing }) => !standing && row.principal === principal);
    for (const { row } of ended.slice(0, -options.keepEnded)) mirror.delete(row.view.id);
  };
  const read = async (id: string): Promise<void> => {
    const standing = await store.get(QUESTIONS + id);
    const row = standing === undefined ? undefined : await openShelved(sealer, QUESTIONS + id, standing);
    if (closed || (standing !== undefined && row === undefined)) return;
    if (row !== undefined) {
      if (row.owner === owner) mirror.delete(id);
      else set(row, true);
      return;
    }
    const told = await store.get(ENDED + id);
    const ended = told === undefined ? undefined : await openShelved(sealer, ENDED + id, told);
    if (closed) return;
    const before = mirror.get(id)?.row;
    if (ended?.owner === owner) mirror.delete(id);
    else if (ended !== undefined) set(ended, false);
    // Gone without a word: a desk that tells nobody how its questions end.
    else if (before !== undefined && !hasEnded(before.view.state)) set(withdrawn(before), false);
  };
  const refresh = (id: string): Promise<void> => {
    const running = reading.get(id);
    if (running !== undefined) {
      running.again = true;
      return running.done;
    }
    const run = { again: false, done: Promise.resolve() };
    reading.set(id, run);
    run.done = (async () => {
      try {
        do {
          run.again = false;
          await read(id);
        } while (run.again && !closed);
      } catch (error) {
        if (!closed) onError(error);
      } finally {
        reading.delete(id);
      }
    })();
    return run.done;
  };
  const readAll = async (): Promise<void> => {
    try {
      await options.begin;
      const ended = new Map<string, FoundQuestion[]>();
      for await (const entry of everyEntry(store, ENDED)) {
        const row = closed ? undefined : await openShelved(sealer, entry.key, entry);
        if (row === undefined || row.owner === owner) continue;
        ended.set(row.principal, [...(ended.get(row.principal) ?? []), row].sort(byAge).slice(-options.keepEnded));
      }
      for (const row of [...ended.values()].flat()) if (!mirror.has(row.view.id)) set(row, false);
      for await (const entry of everyEntry(store, QUESTIONS)) await refresh(entry.key.slice(QUESTIONS.length));
    } catch (error) {
      if (!closed) onError(error);
    }
  };
  const heard = (prefix: string) => (key: string) => void (key === prefix ? readAll() : refresh(key.slice(prefix.length)));
  // Watched before they are read: a change in between is seen twice, never not at all.
  const stops = [QUESTIONS, ENDED].map(prefix => store.watch(prefix, heard(prefix), { idle: true }));

  return {
    ready: readAll(),
    find(id, { principal }) {
      const found = mirror.get(id);
      return found?.shown === true && found.row.principal === principal ? found.row : undefined;
    },
    list: ({ principal }) => [...mirror.values()].filter(one => one.shown && one.row.principal === principal).map(one => one.row.view),
    open: () => [...mirror.values()].filter(one => one.standing).map(one => one.row),
    revived(who) {
      for (const { row, standing, shown } of [...mirror.values()]) if (!shown && row.owner === who) set(row, standing);
    },
    refresh,
    close() {
      closed = true;
      for (const stop of stops) stop();
    },
  };
}

function byAge(a: FoundQuestion, b: FoundQuestion): number {
  return a.view.askedAt - b.view.askedAt;
}

function withdrawn({ view, ...row }: FoundQuestion): FoundQuestion {
  const { draft: _draft, ...rest } = view;
  return { ...row, view: { ...rest, state: 'withdrawn', extendable: false } };
}
