/**
 * Calls of 2026-07-28 that wait for a person, kept so that another process can finish them after a crash.
 *
 * Invariants:
 *  1. A row says `waiting` until the moment before its retry goes out, then `sending`. What is found `sending` after a
 *     crash is in doubt: it is reported, never sent again (N5, N8).
 *  2. A row belongs to one desk while that desk lives; only the rows of dead desks are taken over, each by exactly one.
 *  3. Everything in a row but its owner is sealed: states and arguments never lie in the clear (N9, D33).
 */
import type { JsonObject } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import type { Draft } from '@midcall/core/contract';
import type { AskingMethod, InputRequiredResult } from '@midcall/core/wire';
import type { Clock, Store } from '@midcall/store';
import { everyEntry } from '../desk/question-shelf.js';
import type { Sealer } from '../desk/sealer.js';
import type { DeskAnswer } from '../desk.js';
import type { Heartbeat } from '../joined/heartbeat.js';

/** What a finished round-keeping needs of its session. */
export interface SuspendingSession {
  readonly options: { readonly server: string; readonly principal: string };
  readonly id: () => string;
}

export interface SuspendedRecord {
  /** A round was received; returns the handle under which each question is asked. */
  waiting(result: InputRequiredResult, round: number, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The server took the answers and holds the call: state alone is to be sent again. */
  held(result: InputRequiredResult): Promise<void>;
  /** The retry is about to go out. */
  sending(): Promise<void>;
  done(): Promise<void>;
}

export interface SuspendedCall {
  readonly id: string;
  readonly server: string;
  readonly principal: string;
  readonly method: AskingMethod;
  readonly params: JsonObject;
  readonly round: number;
  readonly last: InputRequiredResult;
  /** Handle and draft of each question that waited, by key. */
  readonly questions: ReadonlyMap<string, { readonly id: string; readonly draft?: Draft }>;
  /** Answers that were saved before, by key; they go out as if given now. */
  readonly answers: ReadonlyMap<string, DeskAnswer>;
}

export interface SuspendedRow {
  readonly v: 1;
  readonly id: string;
  readonly server: string;
  readonly principal: string;
  readonly method: AskingMethod;
  readonly params: JsonObject;
  readonly round: number;
  readonly last: InputRequiredResult;
  readonly questions: readonly (readonly [key: string, id: string])[];
  readonly phase: 'waiting' | 'sending';
}

export interface SuspendedCalls {
  begin(
    session: SuspendingSession,
    request: { readonly method: string; readonly params?: JsonObject },
    resumed?: SuspendedCall,
  ): SuspendedRecord;
  /** Takes over the wanted rows of desks that are no longer alive (of any desk, with `force`); each goes to one caller only. */
  takeOver(options: { readonly force: boolean; readonly wanted: (row: SuspendedRow) => boolean }): Promise<TakenOver>;
  /** Takes a row away that was taken over and can only be reported. */
  drop(id: string): Promise<void>;
  readonly owner: string;
}

export interface TakenOver {
  readonly rows: readonly SuspendedRow[];
  /** Handles of questions whose calls stay where they are. */
  readonly left: ReadonlySet<string>;
}

export interface SuspendedCallsOptions {
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  readonly heart?: Heartbeat | undefined;
  readonly clock: Clock;
  readonly owner: string;
  readonly onError: (error: unknown) => void;
}

const PREFIX = 'desk/call/';
/** The hard age of a flow (D2). */
const KEEP = 7 * 24 * 3_600_000;

export function createSuspendedCalls({ store, sealer, heart, clock, owner, onError }: SuspendedCallsOptions): SuspendedCalls {
  if (store === undefined || sealer === undefined || heart === undefined) return inMemory(owner);
  const write = async (row: SuspendedRow): Promise<void> => {
    const key = PREFIX + row.id;
    const sealed = await sealer.seal(JSON.stringify(row), key);
    await store.put(key, `${owner} ${sealed}`, { expiresAt: clock.now() + KEEP });
  };
  /** A desk that was thought dead and taken over (a machine asleep) must not send what another desk now sends. */
  const fencedWrite = async (row: SuspendedRow): Promise<void> => {
    const key = PREFIX + row.id;
    const current = await store.get(key);
    const sealed = await sealer.seal(JSON.stringify(row), key);
    const mine = current === undefined || current.value.startsWith(`${owner} `);
    const options = { expiresAt: clock.now() + KEEP };
    const written =
      mine &&
      (current === undefined
        ? store.putIfAbsent(key, `${owner} ${sealed}`, options)
        : store.compareAndSet(key, current.version, `${owner} ${sealed}`, options));
    if ((await written) !== true)
      throw new MidcallError('CALL_ABORTED', 'Another desk has taken this call over; it goes on there.', {
        data: { reason: 'taken-over' },
      });
  };

  return {
    owner,
    begin(session, request, resumed) {
      let row: SuspendedRow | undefined = resumed === undefined ? undefined : rowOf(resumed);
      let letGo: (() => void) | undefined;
      if (resumed !== undefined) {
        letGo = heart.hold();
        void heart.standing();
      }
      const id = resumed?.id ?? session.id();
      return {
        async waiting(last, round, keys) {
          const known = resumed?.round === round ? resumed.questions : undefined;
          const questions = keys.map((key): [string, string] => [key, known?.get(key)?.id ?? session.id()]);
          const { server, principal } = session.options;
          row = {
            v: 1,
            id,
            server,
            principal,
            method: request.method as AskingMethod,
            params: request.params ?? {},
            round,
            last,
            questions,
            phase: 'waiting',
          };
          try {
            letGo ??= heart.hold();
            await heart.standing();
            await write(row);
          } catch (error) {
            onError(error); // the call goes on; it only would not survive a crash
          }
          return new Map(questions);
        },
        async held(last) {
          if (row === undefined) return;
          row = { ...row, last, phase: 'waiting' };
          try {
            await write(row);
          } catch (error) {
            onError(error);
          }
        },
        async sending() {
          if (row === undefined || row.phase === 'sending') return;
          row = { ...row, phase: 'sending' };
          await fencedWrite(row); // must stand before the answer leaves: otherwise a crash would send it twice
        },
        async done() {
          letGo?.();
          letGo = undefined;
          if (row === undefined) return;
          try {
            const current = await store.get(PREFIX + id);
            if (current?.value.startsWith(`${owner} `)) await store.delete(PREFIX + id);
          } catch (error) {
            onError(error);
          }
        },
      };
    },
    async drop(id) {
      await store.delete(PREFIX + id);
    },
    async takeOver({ force, wanted }) {
      const rows: SuspendedRow[] = [];
      const left = new Set<string>();
      for await (const entry of everyEntry(store, PREFIX)) {
        const writer = entry.value.slice(0, entry.value.indexOf(' '));
        const sealed = entry.value.slice(entry.value.indexOf(' ') + 1);
        const text = await sealer.open(sealed, entry.key);
        const row: unknown = text === undefined ? undefined : JSON.parse(text);
        if (!isRow(row)) continue; // another key's or a newer shape's: left alone
        const free = writer !== owner && wanted(row) && (force || !(await heart.alive(writer)));
        if (free) await heart.standing();
        // Of all who try to become the owner exactly one does, and the row is there at every moment.
        if (free && (await store.compareAndSet(entry.key, entry.version, `${owner} ${sealed}`))) rows.push(row);
        else for (const [, id] of row.questions) left.add(id);
      }
      return { rows, left };
    },
  };
}

function inMemory(owner: string): SuspendedCalls {
  return {
    owner,
    begin: (session, _request, resumed) => ({
      waiting: async (_last, _round, keys) => new Map(keys.map(key => [key, resumed?.questions.get(key)?.id ?? session.id()])),
      held: async () => {},
      sending: async () => {},
      done: async () => {},
    }),
    takeOver: async () => ({ rows: [], left: new Set() }),
    drop: async () => {},
  };
}

/** The row of a call that was taken over: it stands in the store already. */
function rowOf({ id, server, principal, method, params, round, last, questions }: SuspendedCall): SuspendedRow {
  return {
    v: 1,
    id,
    server,
    principal,
    method,
    params,
    round,
    last,
    questions: [...questions].map(([key, one]) => [key, one.id]),
    phase: 'waiting',
  };
}

function isRow(row: unknown): row is SuspendedRow {
  return typeof row === 'object' && row !== null && (row as { v?: unknown }).v === 1 && typeof (row as { id?: unknown }).id === 'string';
}
