/**
 * From what the person decided to the desk, and from what the desk says back to the sheet.
 *
 * Answers of one round go out one right after the other, each checked before the first is given; one that the desk does
 * not take sends the sheet back with the reason, and what was taken stays taken.
 */
import type { JsonObject } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import type { Clock } from '@midcall/store';
import type { AnsweredBy, AnswerOutcome, Desk } from '../desk.js';
import type { PageOpener } from '../open-question-page.js';
import { openQuestionPage } from '../open-question-page.js';
import type { SentAnswer } from './decide.js';
import type { DeskRules } from './desk-rules.js';
import { refuseSheet } from './fill-sheet.js';
import type { KeptDrafts } from './kept-drafts.js';
import { flat } from './page.js';
import type { SheetEffect } from './press-key.js';
import type { SheetPart, SheetState } from './sheet.js';

/** The sheet on the screen, as its deeds need it. */
export interface DeedScreen {
  state(): SheetState | undefined;
  set(state: SheetState): void;
  /** Says something above the keys, until the next key. */
  note(text: string, danger: boolean): void;
  /** A newer view of a question. */
  changed(question: QuestionView): void;
}

export interface DeedParts {
  readonly desk: Desk;
  readonly by: AnsweredBy;
  readonly clock: Clock;
  readonly say: Say;
  readonly rules: DeskRules;
  readonly kept: KeptDrafts;
  /** Questions that are answered here. */
  readonly own: Set<string>;
  readonly opener: PageOpener | undefined;
  readonly screen: DeedScreen;
}

export type Deed = Exclude<SheetEffect, { readonly kind: 'draft' | 'leave' | 'next' | 'print' }>;

export async function doDeed(deed: Deed, parts: DeedParts): Promise<void> {
  const { desk, by, rules, say, screen } = parts;
  switch (deed.kind) {
    case 'send':
      return send(deed.answers, parts);
    case 'open':
      return openPage(deed.id, parts);
    case 'retry':
      return judge(deed.id, await desk.retry(deed.id, by), parts);
    case 'more-time':
      return moreTime(parts);
    case 'mute':
    case 'unmute':
      await rules[deed.kind](deed.server);
      return screen.note(say(deed.kind === 'mute' ? 'wasMuted' : 'wasUnmuted', { server: flat(deed.server) }), false);
    case 'cut-off':
      return cutOff(deed.server, parts);
  }
}

/** Declined by the person first: a rule would refuse what waits in its own time. */
async function cutOff(server: string, parts: DeedParts): Promise<void> {
  const waiting = partsOf(parts.screen).filter(part => part.question.state === 'waiting');
  await send(
    waiting.map(part => ({ id: part.question.id, result: { action: 'decline' }, remember: false })),
    parts,
  );
  await parts.rules.cutOffServer(server);
}

async function send(answers: readonly SentAnswer[], parts: DeedParts): Promise<void> {
  const { desk, by, clock, kept, own, rules, screen } = parts;
  const shown = partsOf(screen);
  for (const { id, result, remember } of answers) {
    const part = shown.find(one => one.question.id === id);
    if (part !== undefined && result.action === 'cancel') kept.keep(part);
    own.add(id);
    // Several fields or questions go out from their check and from nowhere else.
    const reviewed = result.action === 'accept' && (answers.length > 1 || (part?.question.form?.fields.length ?? 0) > 1);
    const outcome = await desk.answer(id, result, { ...by, ...(reviewed && { reviewed }) });
    judge(id, outcome, parts);
    if (remember && outcome.ok && part !== undefined)
      await rules.remember(part.question, (result.content ?? {}) as JsonObject, clock.now());
  }
}

async function openPage(id: string, parts: DeedParts): Promise<void> {
  const { desk, by, opener, own, screen } = parts;
  const question = partsOf(screen).find(part => part.question.id === id)?.question;
  if (question === undefined) return;
  own.add(id);
  judge(id, await (opener === undefined ? desk.opened(id, by) : openQuestionPage(desk, question, { ...by, opener })), parts);
}

async function moreTime({ desk, by, say, screen }: DeedParts): Promise<void> {
  const given = await Promise.all(partsOf(screen).map(part => desk.extend(part.question.id, by)));
  if (given.every(expiresAt => expiresAt === undefined)) screen.note(say('moreTimeRefused'), false);
}

/** What the desk says to an answer: a newer view of the question, or why it was not taken. */
function judge(id: string, outcome: AnswerOutcome, { desk, by, own, say, screen }: DeedParts): void {
  if (outcome.ok) {
    screen.changed(outcome.question);
    return;
  }
  const state = screen.state();
  if (outcome.reason === 'invalid' && state !== undefined) {
    own.delete(id);
    screen.set(refuseSheet(state, id, outcome.issues ?? [], say));
    return;
  }
  const last = partsOf(screen).find(part => part.question.id === id)?.question;
  const view = desk.get(id, by) ?? (last === undefined ? undefined : { ...last, state: 'withdrawn' as const });
  const open = view?.state === 'waiting' || view?.state === 'opened';
  if (view !== undefined && !open) {
    own.delete(id); // it ended by somebody else's hand
    screen.changed(view);
  }
  screen.note(say('notAnswered', { reason: outcome.sentence }), true);
}

function partsOf(screen: DeedScreen): readonly SheetPart[] {
  return screen.state()?.parts ?? [];
}
