/** A question as an older revision spells it, and the way back for its answer. */
import type { JsonObject, Revision } from '@midcall/core';
import type { Question } from '../engine/question.js';

export interface Spelled {
  readonly params: JsonObject;
  readonly back: (result: JsonObject) => unknown;
}

const AS_IT_IS = (result: JsonObject): unknown => result;

export function toRevision(question: Question, revision: Revision, randomId: () => string): Spelled {
  const { params } = question;
  if (params.mode === 'url') {
    // Required in 2025-11-25, unique in this server's context (E-R-11, E-R-13).
    return { params: revision === '2025-11-25' ? { ...params, elicitationId: randomId() } : params, back: AS_IT_IS };
  }
  if (params.mode !== 'form' || revision !== '2025-06-18') return { params, back: AS_IT_IS };
  const { mode: _, ...rest } = params;
  return { params: rest, back: AS_IT_IS };
}
