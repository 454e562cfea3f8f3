/**
 * What becomes of a question in this run: it is answered already, or it has to be sent (again).
 *
 * Promises:
 *  1. An answer is applied only to the question that was asked: fingerprints are compared when it arrives, for `confirm`
 *     on every later run as well (D4).
 *  2. A decline sticks to its key for the whole flow, even if the text changes (D5).
 *  3. An accepted answer is checked against the question as it is now before the handler sees it.
 */
import type { JsonObject } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import { type Awaitable, after } from '../state/index.js';
import type { AnswerEntry, AnswerSource } from './journal.js';
import type { Again } from './question.js';
import type { Run } from './run.js';

export type Verdict =
  | { readonly ok: true; readonly content: JsonObject; readonly from?: Readonly<Record<string, Exclude<AnswerSource, 'person'>>> }
  | { readonly ok: false; readonly again: Again };

export interface Asking {
  readonly key: string;
  /** Kind, key, message and schema as sent, without what is added when it is asked again (D4). */
  readonly identity: string;
  /** Compare on every run, not only when the answer arrives (`confirm`). */
  readonly always: boolean;
  readonly accept: (content: JsonObject, offered: string | undefined) => Awaitable<Verdict>;
  /** Whether a settled answer still stands for something (`choose`). */
  readonly stands?: (content: JsonObject) => boolean;
}

export type Decision = { readonly entry: AnswerEntry } | { readonly print: string; readonly again?: Again };

export function decide(run: Run, asking: Asking): Awaitable<Decision> {
  const entry = run.journal.entries.get(asking.key);
  if (entry === undefined) {
    const malformed = run.journal.asked.get(asking.key)?.malformed === true;
    return after(run.services.print(asking.identity), print => (malformed ? { print, again: MALFORMED } : { print }));
  }
  if (entry.t !== 'a') {
    throw new MidcallError('KEY_REUSED', `The key '${asking.key}' named something else in an earlier round`, {
      hint: 'Give every question, pin and effect its own key.',
    });
  }
  if (entry.action !== 'accept') return { entry: entry.settled ? entry : settled(run, asking.key, entry) };
  if (entry.settled && !asking.always) {
    if (asking.stands === undefined || asking.stands(entry.content as JsonObject)) return { entry };
    return after(run.services.print(asking.identity), print => ({ print, again: GONE }));
  }
  return after(run.services.print(asking.identity), print => {
    if (print !== entry.print) return { print, again: CHANGED };
    if (entry.settled) return { entry };
    return after(asking.accept(entry.content as JsonObject, entry.offered), (verdict): Decision => {
      if (!verdict.ok) return { print, again: verdict.again };
      const { offered: _, ...kept } = entry;
      return { entry: settled(run, asking.key, { ...kept, content: verdict.content, ...(verdict.from && { from: verdict.from }) }) };
    });
  });
}

function settled(run: Run, key: string, entry: AnswerEntry): AnswerEntry {
  const done = { ...entry, settled: true };
  run.journal.entries.set(key, done);
  const asked = run.journal.asked.get(key);
  // Asked once and answered well: nothing about the asking matters any more, and the state stays small.
  if (asked !== undefined && asked.times === 1 && asked.bad === 0) run.journal.asked.delete(key);
  return done;
}

const MALFORMED: Again = { why: 'malformed' };
const CHANGED: Again = { why: 'changed' };
const GONE: Again = { why: 'gone' };
