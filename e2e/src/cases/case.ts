/** A case as it stands in a file, read and expanded: `$json`, `$repeat` and `$range` are already what they stand for. */
import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@midcall/core';

export interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: CaseInput;
  readonly expect: string;
}

/** The members every runner may look at; what else a case says is read where it is meant. */
export interface CaseInput extends JsonObject {
  readonly op: string;
  readonly on: string;
  readonly era?: '2025' | '2026';
  readonly want?: JsonObject;
}

/** Reads a file of cases. @throws Error naming the entry that is not a case. */
export function readCases(path: string): readonly Case[] {
  const entries: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(entries)) throw new Error(`${path} is not a list of cases.`);
  return entries.map((entry: JsonObject, index) => {
    const input = expand(entry.input ?? null) as CaseInput;
    if (typeof entry.id !== 'string' || typeof entry.expect !== 'string' || typeof input?.op !== 'string' || typeof input.on !== 'string')
      throw new Error(`Entry ${index} of ${path} is not a case: id, expect, input.op and input.on are needed.`);
    return { id: entry.id, kind: String(entry.kind ?? ''), input, expect: entry.expect };
  });
}

/** Replaces what the format abbreviates. */
export function expand(value: Json): Json {
  if (Array.isArray(value)) return value.map(item => expand(item as Json));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as JsonObject;
  if (typeof object.$json === 'string') return JSON.parse(object.$json) as Json;
  if (typeof object.$repeat === 'string') return object.$repeat.repeat(Number(object.times));
  if (typeof object.$range === 'string')
    return Array.from({ length: Number(object.times) }, (_, index) => `${String(object.$range)}${index + 1}`);
  // defineProperty, so that an own `__proto__` stays an own member.
  const copy = {};
  for (const [key, member] of Object.entries(object))
    Object.defineProperty(copy, key, { value: expand(member ?? null), enumerable: true, configurable: true, writable: true });
  return copy as JsonObject;
}
