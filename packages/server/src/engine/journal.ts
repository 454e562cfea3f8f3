/**
 * What one flow has learned so far: answers, pinned values, recorded effects, and the questions that are out.
 *
 * Invariants:
 *  1. A key names one entry for the whole flow.
 *  2. A settled answer never changes, except that a `confirm` whose text changed is asked again (D4).
 *  3. A decline is never replaced (D5).
 *  4. What changed since it was opened is known by key, so that only that has to be written again.
 */
import type { Json, JsonObject } from '@midcall/core';
import type { ElicitAction } from '@midcall/core/wire';

/** An answer that arrived for a key. Until `settled` it has not been held against the question as it is now. */
export interface AnswerEntry {
  readonly t: 'a';
  readonly action: ElicitAction;
  /** On accept: as sent; once settled, as checked. */
  readonly content?: JsonObject;
  /** Fingerprint of the question as it was asked (D4). */
  readonly print: string;
  /** `choose`: hashes of the options as they were offered. */
  readonly offered?: string;
  readonly settled: boolean;
  /** Fields that came from somewhere else than the person, by name. */
  readonly from?: Readonly<Record<string, Exclude<AnswerSource, 'person'>>>;
}

export type AnswerSource = 'argument' | 'person' | 'remembered' | 'default';

/** A value read once (`pin`), an effect's recorded result (`once`), or the raw result of an input request. */
export interface ValueEntry {
  readonly t: 'v';
  readonly value?: Json;
}

/** An effect that failed: every later run sees the same failure. */
export interface FailureEntry {
  readonly t: 'f';
  readonly name: string;
  readonly message: string;
}

export type JournalEntry = AnswerEntry | ValueEntry | FailureEntry;

/** A question that has been sent and how its asking has gone. */
export interface AskedEntry {
  /** When it was last sent: milliseconds since the epoch. */
  readonly at: number;
  /** Times this key has been sent; the wire key of the n-th is `key~n` (D5). */
  readonly times: number;
  /** Changed and invalid answers so far (D4). */
  readonly bad: number;
  /** Retries that brought no answer for it. */
  readonly missed: number;
  /** Fingerprint as sent. */
  readonly print: string;
  readonly offered?: string;
  /** Raw input requests take any object as their answer (D16). */
  readonly raw?: true;
  /** Whether an answer to the last sending is still awaited. */
  readonly open: boolean;
  /** What came for it could not be read as an answer; counted in `bad` already. */
  readonly malformed?: true;
}

export class Journal {
  readonly entries = new ChangedMap<JournalEntry>();
  readonly asked = new ChangedMap<AskedEntry>();

  get empty(): boolean {
    return this.entries.size === 0 && this.asked.size === 0;
  }
}

/** A map that knows which of its keys were set or deleted. */
class ChangedMap<T> extends Map<string, T> {
  /** Keys that were set or deleted since it was opened. */
  readonly changed = new Set<string>();

  override set(key: string, value: T): this {
    this.changed.add(key);
    return super.set(key, value);
  }

  /** Takes what was written before as it was: nothing changed. */
  restore(key: string, value: T | undefined): void {
    if (value === undefined) super.delete(key);
    else super.set(key, value);
  }

  override delete(key: string): boolean {
    this.changed.add(key);
    return super.delete(key);
  }
}

/** The key of the n-th sending of a question on the wire. */
export function wireKey(key: string, times: number): string {
  return times === 1 ? key : `${key}~${times}`;
}
