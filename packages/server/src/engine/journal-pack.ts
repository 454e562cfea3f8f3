/**
 * A journal as JSON and back. It travels or is stored on every round, so each entry is a short list instead of an object:
 *
 * - answer: `[key, action and settled, print, content, offered, from]`; what is missing at the end is left out, in between 0
 * - value: `[key, 6]` or `[key, 6, value]`; failure: `[key, 7, name, message]`
 * - asking: `[key, at, times, bad, missed, print, flags, offered]`
 * - what is no longer there: `[key]`
 *
 * `packKeys` and `applyPacked` are each other's inverse; an unknown version is refused, never guessed.
 */
import type { Json, JsonObject } from '@midcall/core';
import type { AnswerEntry, AskedEntry, Journal, JournalEntry } from './journal.js';

/** Keys of a journal, each once: of what was learned, and of what was asked. */
export interface JournalKeys {
  readonly entries: Iterable<string>;
  readonly asked: Iterable<string>;
}

const VERSION = 2;

const ACTIONS = ['accept', 'decline', 'cancel'] as const;
const VALUE = 6;
const FAILURE = 7;
const RAW = 1;
const OPEN = 2;
const MALFORMED = 4;

export function packJournal(journal: Journal): Json {
  return packKeys(journal, allKeys(journal), false);
}

/** @param gone whether keys that are no longer there are named, to undo what an earlier part says of them. */
export function packKeys({ entries, asked }: Journal, keys: JournalKeys, gone: boolean): Json {
  return [VERSION, packMap(entries, keys.entries, gone, packEntry), packMap(asked, keys.asked, gone, packAsked)];
}

/** Puts what was packed into the journal, over what it holds. Gives back which keys it spoke of. @throws TypeError for another version. */
export function applyPacked({ entries, asked }: Journal, packed: unknown): JournalKeys {
  if (!Array.isArray(packed) || packed[0] !== VERSION) throw new TypeError('journal of an unknown version');
  return { entries: applyMap(entries, packed[1], unpackEntry), asked: applyMap(asked, packed[2], unpackAsked) };
}

function allKeys({ entries, asked }: Journal): JournalKeys {
  return { entries: entries.keys(), asked: asked.keys() };
}

type Packed = readonly [key: string, ...rest: Json[]];

function packMap<T>(map: ReadonlyMap<string, T>, keys: Iterable<string>, gone: boolean, pack: (key: string, item: T) => Json[]): Json[] {
  const out: Json[] = [];
  for (const key of keys) {
    const item = map.get(key);
    if (item !== undefined) out.push(pack(key, item));
    else if (gone) out.push([key]);
  }
  return out;
}

function applyMap<T>(map: Restorable<T>, packed: readonly Packed[], unpack: (packed: Packed) => T): readonly string[] {
  const keys: string[] = [];
  for (const item of packed) {
    keys.push(item[0]);
    map.restore(item[0], item.length === 1 ? undefined : unpack(item));
  }
  return keys;
}

interface Restorable<T> {
  restore(key: string, value: T | undefined): void;
}

function packEntry(key: string, entry: JournalEntry): Json[] {
  if (entry.t === 'v') return entry.value === undefined ? [key, VALUE] : [key, VALUE, entry.value];
  if (entry.t === 'f') return [key, FAILURE, entry.name, entry.message];
  const kind = ACTIONS.indexOf(entry.action) * 2 + (entry.settled ? 1 : 0);
  return trimmed([key, kind, entry.print, entry.content, entry.offered, entry.from as JsonObject | undefined]);
}

function unpackEntry(packed: Packed): JournalEntry {
  const kind = packed[1] as number;
  if (kind === VALUE) return packed.length === 2 ? { t: 'v' } : { t: 'v', value: packed[2] as Json };
  if (kind === FAILURE) return { t: 'f', name: packed[2] as string, message: packed[3] as string };
  const action = ACTIONS[kind >> 1] as AnswerEntry['action'];
  const settled = (kind & 1) === 1;
  const print = packed[2] as string;
  const content = packed[3];
  // By far the most: every round reads them all again.
  if (packed.length === 4) return { t: 'a', action, content: content as JsonObject, print, settled };
  const [offered = 0, from = 0] = packed.slice(4);
  return {
    t: 'a',
    action,
    ...(content !== undefined && content !== 0 && { content: content as JsonObject }),
    print,
    ...(offered !== 0 && { offered: offered as string }),
    settled,
    ...(from !== 0 && { from: from as NonNullable<AnswerEntry['from']> }),
  };
}

function packAsked(key: string, { at, times, bad, missed, print, offered, raw, open, malformed }: AskedEntry): Json[] {
  const flags = (raw === true ? RAW : 0) | (open ? OPEN : 0) | (malformed === true ? MALFORMED : 0);
  return trimmed([key, at, times, bad, missed, print, flags, offered]);
}

function unpackAsked([, at, times, bad, missed, print, flags, offered]: Packed): AskedEntry {
  return {
    at: at as number,
    times: times as number,
    bad: bad as number,
    missed: missed as number,
    print: print as string,
    ...(offered !== undefined && { offered: offered as string }),
    ...(((flags as number) & RAW) !== 0 && { raw: true }),
    open: ((flags as number) & OPEN) !== 0,
    ...(((flags as number) & MALFORMED) !== 0 && { malformed: true }),
  };
}

function trimmed(items: readonly (Json | undefined)[]): Json[] {
  let length = items.length;
  while (items[length - 1] === undefined) length -= 1;
  return items.slice(0, length).map(item => item ?? 0);
}
