/**
 * From a sheet to what is sent. A form of one field goes out at once, anything more through the check (N3, E-P-06); of a
 * round everything is decided and looked at before any of it is told (D5).
 */
import type { AnswerContent, ParseOptions } from '@midcall/core';
import { fillForm, isConfirm } from '@midcall/core';
import type { ElicitResult } from '@midcall/core/wire';
import type { Say } from '@midcall/core/words';
import { sayIssue } from '@midcall/core/words';
import type { SheetPart, SheetState } from './sheet.js';
import { entriesOf, focusOn, isLive, isRound, replacePart, stopAt } from './sheet.js';

export interface SentAnswer {
  readonly id: string;
  readonly result: ElicitResult;
  readonly remember: boolean;
}

export interface DecideOptions extends ParseOptions {
  readonly say: Say;
}

export type Decided = { readonly answers: readonly SentAnswer[] } | { readonly mend: SheetState };

/** All answers of the sheet, or the sheet with the first thing to mend in focus. */
export function decideSheet(state: SheetState, options: DecideOptions): Decided {
  let mended = state;
  let first: number | undefined;
  const answers: SentAnswer[] = [];
  state.parts.forEach((part, index) => {
    if (!isLive(part) || part.question.state === 'opened') return;
    const { id } = part.question;
    if (part.decision !== undefined) answers.push({ id, result: { action: part.decision }, remember: false });
    else {
      const decided = decidePart(part, isRound(state), options);
      if (decided.content !== undefined)
        answers.push({ id, result: { action: 'accept', content: { ...decided.content } }, remember: part.remember });
      else {
        first ??= index;
        mended = replacePart(mended, index, { errors: decided.errors });
      }
    }
  });
  if (first === undefined) return { answers };
  const back: SheetState = { ...mended, step: 'form', following: true };
  return { mend: focusOn(back, firstFault(back, first)) };
}

/** What a form will send, for the check; nothing for a question that will not be answered. */
export function contentOf(part: SheetPart, options: ParseOptions): AnswerContent | undefined {
  const { form } = part.question;
  if (form === undefined) return undefined;
  const filled = fillForm(form, entriesOf(part), options);
  return filled.ok ? filled.content : undefined;
}

/** Whether it goes through the check first. */
export function needsCheck(state: SheetState): boolean {
  return isRound(state) || (state.parts[0]?.question.form?.fields.length ?? 0) > 1;
}

function decidePart(
  part: SheetPart,
  round: boolean,
  options: DecideOptions,
): { readonly content: AnswerContent } | { readonly content?: undefined; readonly errors: ReadonlyMap<string, string> } {
  const { say } = options;
  const { form } = part.question;
  const whole = (text: string): { readonly errors: ReadonlyMap<string, string> } => ({ errors: new Map([['', text]]) });
  if (form === undefined) return whole(say('openOrDecline'));
  if (part.covered) return whole(say('secretOrDecline'));
  const [only] = form.fields;
  if (only !== undefined && isConfirm(form) && part.values.get(only.name) !== true)
    return { errors: new Map([[only.name, say(round ? 'tickOrDecline' : 'tickFirst')]]) };
  const filled = fillForm(form, entriesOf(part), options);
  if (filled.ok) return { content: filled.content };
  const kinds = new Map(form.fields.map(field => [field.name, field.kind]));
  return { errors: new Map(filled.issues.map(issue => [issue.field, sayIssue(say, issue, kinds.get(issue.field))])) };
}

function firstFault(state: SheetState, index: number): number {
  const part = state.parts[index];
  const field = part?.question.form?.fields.find(one => part.errors.has(one.name));
  return stopAt(state, index, field);
}
