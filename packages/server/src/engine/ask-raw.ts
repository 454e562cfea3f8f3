/** A raw input request (D16): sampling and roots ride the same journal and the same sealed state as questions. */
import { type JsonObject, MidcallError } from '@midcall/core';
import type { Blocked } from './question.js';
import type { Run } from './run.js';
import { send } from './send.js';

/** The kinds that may stand in `inputRequests` (E-M-06), and what the host must declare for each. */
const NEEDS = { 'sampling/createMessage': 'sampling', 'roots/list': 'roots' } as const satisfies Record<string, Blocked['needs']>;

/** @throws MidcallError MODE_UNKNOWN for a method that is no input request */
export function askRaw(run: Run, key: string, request: { readonly method: string; readonly params?: JsonObject }): Promise<JsonObject> {
  run.round.use(key);
  if (!Object.hasOwn(NEEDS, request.method)) {
    throw new MidcallError('MODE_UNKNOWN', 'Only sampling/createMessage and roots/list can be requested this way', {
      hint: 'Ask a person with ask, need, confirm, choose or elicit.',
    });
  }
  const entry = run.journal.entries.get(key);
  if (entry?.t === 'v') return Promise.resolve(structuredClone(entry.value) as JsonObject);
  const needs = NEEDS[request.method as keyof typeof NEEDS];
  return send(run, {
    key,
    method: request.method,
    params: request.params ?? {},
    print: '',
    raw: true,
    ...(!run.frame.view[needs] && { blocked: { needs } }),
  });
}
