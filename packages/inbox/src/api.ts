/** What the page can do, each a POST under one question: answer, open, ask for time, keep a draft, say that it was seen. */
import { checkAnswer } from '@midcall/core';
import { parseDraft } from '@midcall/core/contract';
import { readElicitResult } from '@midcall/core/wire';
import type { AnswerOutcome, Desk, Viewer } from '@midcall/host';
import { type DeskPowers, REMEMBER_MS, viewAudit } from './desk-powers.js';

export const SURFACE = 'inbox';
/** Bytes; a 256 KiB answer plus its envelope. */
export const BODY_LIMIT = 320 * 1024;

/** What the operator's desk can do about a server. */
export interface ServerActions {
  mute?(server: string, viewer: Viewer): void | Promise<void>;
  cutOff?(server: string, viewer: Viewer): void | Promise<void>;
}

export interface ApiContext {
  readonly desk: Desk;
  readonly viewer: Viewer;
  readonly actions: ServerActions;
  readonly powers: DeskPowers;
  readonly now: number;
}

export interface ApiReply {
  readonly status: 200 | 400 | 404 | 409 | 422;
  readonly body: unknown;
}

type Act = (context: ApiContext, id: string, body: unknown) => Promise<ApiReply> | ApiReply;

export const QUESTION_ACTS = {
  answer: async ({ desk, viewer }, id, body) => {
    const question = desk.get(id, viewer);
    if (question === undefined) return missing;
    const read = readElicitResult(body, question.url === undefined ? 'form' : 'url');
    if (!read.ok) return bad(read.issue.message);
    // The page sends several fields, and the questions of one round, from their check and from nowhere else.
    const reviewed = read.result.action === 'accept' && (question.round !== undefined || (question.form?.fields.length ?? 0) > 1);
    return outcome(await desk.answer(id, read.result, { ...viewer, surface: SURFACE, as: 'person', ...(reviewed && { reviewed }) }));
  },
  open: async ({ desk, viewer }, id) => outcome(await desk.opened(id, { ...viewer, surface: SURFACE, as: 'person' })),
  'more-time': async ({ desk, viewer }, id) => {
    const expiresAt = await desk.extend(id, viewer);
    return { status: 200, body: { expiresAt: expiresAt ?? null } };
  },
  draft: async ({ desk, viewer }, id, body) => {
    const draft = parseDraft(body);
    return draft === undefined ? bad('This is not a draft.') : { status: 200, body: { saved: await desk.saveDraft(id, draft, viewer) } };
  },
  seen: ({ desk, viewer }, id) => {
    desk.shown(id, SURFACE, viewer);
    return done;
  },
  mute: ({ desk, viewer, actions }, id) => aboutServer(desk, viewer, id, actions.mute),
  /** Filled in when the very same question comes again; only what was just answered here can be remembered. */
  remember: async ({ desk, viewer, powers, now }, id, body) => {
    const question = desk.get(id, viewer);
    if (question === undefined || powers.policy === undefined) return missing;
    const read = readElicitResult(body, 'form');
    if (!read.ok || question.form === undefined) return bad('This is not an answer.');
    const check = checkAnswer(question.form, read.result.content ?? {});
    if (!check.ok) return bad('This is not an answer.');
    const rule = await powers.policy.remember(viewer.principal, question, { content: check.content, until: now + REMEMBER_MS });
    return { status: 200, body: { remembered: rule !== undefined } };
  },
  audit: async ({ desk, viewer, powers }, id) => {
    if (desk.get(id, viewer) === undefined || powers.audit === undefined) return missing;
    return { status: 200, body: { rows: await viewAudit(powers.audit, id) } };
  },
  'cut-off': ({ desk, viewer, actions }, id) => aboutServer(desk, viewer, id, actions.cutOff),
} satisfies Record<string, Act>;

export type QuestionAct = keyof typeof QUESTION_ACTS;

export function isQuestionAct(name: string): name is QuestionAct {
  return Object.hasOwn(QUESTION_ACTS, name);
}

const done: ApiReply = { status: 200, body: {} };
const missing: ApiReply = { status: 404, body: { sentence: 'There is no such question.' } };

function bad(sentence: string): ApiReply {
  return { status: 400, body: { sentence } };
}

function outcome(result: AnswerOutcome): ApiReply {
  if (result.ok) return { status: 200, body: { question: result.question } };
  const { reason, sentence, issues } = result;
  return { status: reason === 'unknown' ? 404 : reason === 'invalid' ? 422 : 409, body: { reason, sentence, issues } };
}

async function aboutServer(desk: Desk, viewer: Viewer, id: string, act: ServerActions['mute']): Promise<ApiReply> {
  const question = desk.get(id, viewer);
  if (question === undefined || act === undefined) return missing;
  await act(question.server.name, viewer);
  return done;
}
