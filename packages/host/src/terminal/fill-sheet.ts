/** What happens to a sheet that is not a key: questions that come to it, change, end, or are refused. */
import type { FieldIssue } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import { sayIssue } from '@midcall/core/words';
import type { KeptDrafts } from './kept-drafts.js';
import type { SheetPart, SheetState } from './sheet.js';
import { focusOn, isLive, openPart, openSheet, replacePart, stopAt, stopOf } from './sheet.js';

/** @param kept asked only where the desk has no draft. */
export function fillPart(question: QuestionView, kept: KeptDrafts): SheetPart {
  const values = question.draft === undefined && question.form !== undefined ? kept.take(question) : undefined;
  return { ...openPart(question, values), dirty: values !== undefined };
}

export function fillSheet(parts: readonly SheetPart[], now: number, say: Say): SheetState {
  const state = openSheet(parts, now);
  return parts.some(part => part.dirty) ? { ...state, note: { text: say('draftBack') } } : state;
}

/** A question that joins its round is seen before anything is sent. */
export function joinSheet(state: SheetState, part: SheetPart, now: number): SheetState {
  return { ...state, parts: [...state.parts, part], step: 'form', shownAt: now };
}

/** A newer view of one question; the keys stay where they are, or go to what is left. */
export function updateSheet(state: SheetState, question: QuestionView): SheetState {
  const index = state.parts.findIndex(part => part.question.id === question.id);
  if (index < 0) return state;
  const stop = stopOf(state);
  const before = state.parts[index] as SheetPart;
  const next = replacePart(state, index, { question });
  if (isLive(before) === isLive(next.parts[index] as SheetPart)) return next;
  return focusOn(next, stopAt(next, stop.part, stop.field));
}

export function refuseSheet(state: SheetState, id: string, issues: readonly FieldIssue[], say: Say): SheetState {
  const index = state.parts.findIndex(part => part.question.id === id);
  if (index < 0) return state;
  const fields = new Map((state.parts[index]?.question.form?.fields ?? []).map(field => [field.name, field]));
  const errors = new Map(issues.map(issue => [issue.field, sayIssue(say, issue, fields.get(issue.field)?.kind)]));
  const next: SheetState = { ...replacePart(state, index, { errors }), step: 'form', following: true };
  return focusOn(next, stopAt(next, index, fields.get(issues[0]?.field ?? '')));
}

export function isOver(state: SheetState): boolean {
  return !state.parts.some(isLive);
}
