/** A question as it enters the desk: what every surface will see of it, and the bounds of its time. */
import type { FieldIssue } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { REJECTED_KEY } from '@midcall/core/wire';
import type { DeskAnswer, DeskQuestion } from '../desk.js';
import { maskArguments } from './mask-arguments.js';
import type { QuestionRecord } from './question-record.js';
import type { ReadQuestion } from './read-question.js';

export interface RecordTimes {
  readonly now: number;
  /** Milliseconds; used if the asker does not say. */
  readonly expiresIn: number;
  /** Milliseconds; the longest wait, extensions included. */
  readonly maxExpiresIn: number;
}

const MINUTE = 60_000;

export function newRecord(
  asked: DeskQuestion & { readonly id: string },
  read: ReadQuestion,
  times: RecordTimes,
  resolve: (answer: DeskAnswer) => void,
): QuestionRecord {
  const { now, maxExpiresIn } = times;
  const wanted = asked.expiresIn ?? times.expiresIn;
  const wait = Number.isNaN(wanted) ? times.expiresIn : Math.max(0, Math.min(wanted, maxExpiresIn));
  const { call, draft, server } = asked;
  const view: QuestionView = {
    v: 1,
    id: asked.id,
    server,
    ...(call !== undefined && { call: { ...call, ...(call.arguments !== undefined && { arguments: maskArguments(call.arguments) }) } }),
    revision: asked.revision,
    message: read.message,
    ...(read.form !== undefined && { form: read.form }),
    ...(read.url !== undefined && { url: read.url }),
    findings: read.findings,
    ...rejectedFields(read),
    state: 'waiting',
    askedAt: now,
    expiresAt: now + wait,
    extendable: wait < maxExpiresIn,
    ...(asked.round !== undefined && { round: asked.round }),
    ...(draft !== undefined && { draft }),
  };
  return { ...recordOf(view, asked), hardLimit: now + maxExpiresIn, step: Math.max(wait, MINUTE), resolve };
}

/** A question of an earlier process, as it ended: it can be looked at and nothing else. */
export function endedRecord(view: QuestionView, principal: string): QuestionRecord {
  const asked: DeskQuestion = { params: {}, revision: view.revision, principal, server: view.server };
  return { ...recordOf(view, asked), phase: 'ended' };
}

function recordOf(view: QuestionView, asked: DeskQuestion): QuestionRecord {
  return {
    id: view.id,
    asked,
    view,
    hardLimit: 0,
    step: 0,
    resolve: () => {},
    phase: 'held',
    claimed: false,
    writes: Promise.resolve(),
    stop: [],
  };
}

/** What a midcall server says, field by field, about the answer it did not take; anything else under that key is ignored. */
function rejectedFields(read: ReadQuestion): { rejected: readonly FieldIssue[] } | undefined {
  const told = read.form?.schema[REJECTED_KEY];
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return undefined;
  const names = new Set(read.form?.fields.map(field => field.name));
  const rejected = Object.entries(told)
    .filter((entry): entry is [string, string] => names.has(entry[0]) && typeof entry[1] === 'string')
    .map(([field, message]) => ({ field, rule: 'rejected', message: message.slice(0, 500) }));
  return rejected.length > 0 ? { rejected } : undefined;
}
