/**
 * What a runner saw, in the words of the format, and how it is judged. A runner never looks at what was expected: it
 * reports every word that holds and a check for each `want` it knows; a `want` nobody knows fails the case.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '@midcall/core';
import type { Case } from './case.js';

/** Returns what is wrong, or undefined. */
export type Check = (wanted: Json) => string | undefined;

export interface Observed {
  /** Words of `expect` that hold of what happened. */
  readonly words: readonly string[];
  readonly checks: Readonly<Record<string, Check>>;
  /** One line for a person who wonders why a case failed. */
  readonly story?: string;
}

/** Undefined when the case passed, else one sentence. */
export function judge(test: Case, observed: Observed): string | undefined {
  const want = test.input.want ?? {};
  const told = observed.story === undefined ? '' : ` (${observed.story})`;
  if (typeof want.alsoExpect === 'string' && observed.words.includes(want.alsoExpect)) return undefined;
  if (!observed.words.includes(test.expect)) return `expected ${test.expect}, saw ${observed.words.join(', ') || 'nothing'}${told}`;
  const faults = Object.entries(want).flatMap(([key, wanted]) => {
    if (key === 'alsoAllowed' || key === 'alsoExpect' || key === 'where') return [];
    const check = observed.checks[key];
    if (!check) return [`want.${key} is not understood here`];
    const fault = check(wanted ?? null);
    if (fault === undefined) return [];
    if (want.alsoAllowed !== undefined && check(want.alsoAllowed) === undefined) return [];
    return [`${key}: ${fault}`];
  });
  return faults.length === 0 ? undefined : `${faults.join('; ')}${told}`;
}

/** Equal as JSON, own members only, prototypes aside. */
export function same(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(plain(left), plain(right));
}

export function equals(actual: unknown): Check {
  return wanted => (same(actual, wanted) ? undefined : `wanted ${show(wanted)}, got ${show(actual)}`);
}

/** Every wanted string is among those that are there. */
export function includes(actual: readonly string[]): Check {
  return wanted => {
    const missing = list(wanted).filter(item => !actual.includes(item));
    return missing.length === 0 ? undefined : `missing ${show(missing)} in ${show(actual.slice(0, 12))}`;
  };
}

/** Every wanted string is somewhere in the text. */
export function appears(text: string): Check {
  return wanted => {
    const missing = list(wanted).filter(item => !text.includes(item));
    return missing.length === 0 ? undefined : `${show(missing)} is not shown`;
  };
}

/** None of the strings is in the text. */
export function appearsNot(text: string): Check {
  return wanted => {
    const found = list(wanted).filter(item => text.includes(item));
    return found.length === 0 ? undefined : `${show(found)} is shown`;
  };
}

/** No member of these names in the value, at its root. */
export function absent(value: unknown): Check {
  return wanted => {
    const found = list(wanted).filter(name => typeof value === 'object' && value !== null && Object.hasOwn(value, name));
    return found.length === 0 ? undefined : `${show(found)} is there`;
  };
}

export function atMost(actual: number): Check {
  return wanted => (actual <= Number(wanted) ? undefined : `${actual} is more than ${show(wanted)}`);
}

export function list(wanted: Json): readonly string[] {
  return Array.isArray(wanted) ? wanted.map(String) : [String(wanted)];
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Whether anything was written onto `Object.prototype` since the run began. */
export const notPolluted: Check = wanted =>
  (Object.keys(Object.prototype).length > 0 || 'isAdmin' in {}) === wanted ? undefined : 'Object.prototype was changed';

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(
    Object.keys(value as JsonObject)
      .sort()
      .map(key => [key, plain((value as JsonObject)[key])]),
  );
}
