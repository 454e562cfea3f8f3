/** The questions of the running call, each drawn by `<midcall-question>` as a person will see it. */
import type { QuestionView } from '@midcall/core/contract';
import type { MidcallQuestion } from '@midcall/element';
import type { DevCommand, DevReply } from '../contract.js';
import { h } from './dom.js';

const SHOWN_AFTER_END = 3;

export interface QuestionsView {
  readonly element: HTMLElement;
  update(question: QuestionView): void;
  clear(): void;
}

export function questionsView(send: (command: DevCommand) => Promise<DevReply>): QuestionsView {
  const element = h('div', { className: 'questions', attrs: { 'aria-live': 'polite' } });
  const sheets = new Map<string, MidcallQuestion>();

  const sheetFor = (question: QuestionView): MidcallQuestion => {
    const known = sheets.get(question.id);
    if (known !== undefined) return known;
    const sheet = document.createElement('midcall-question');
    sheet.mode = 'inbox';
    sheet.addEventListener(
      'midcall-answer',
      event => void answer(sheet, question.id, { type: 'answer', id: question.id, result: event.detail }),
    );
    sheet.addEventListener('midcall-more-time', () => void send({ type: 'extend', id: question.id }));
    sheet.addEventListener('midcall-seen', () => void send({ type: 'shown', id: question.id }));
    sheet.addEventListener('midcall-open-url', () => void answer(sheet, question.id, { type: 'opened', id: question.id }));
    sheets.set(question.id, sheet);
    element.append(h('div', { className: 'sheet' }, sheet));
    return sheet;
  };

  const answer = async (sheet: MidcallQuestion, _id: string, command: DevCommand): Promise<void> => {
    const reply = await send(command);
    if (!reply.ok)
      sheet.refusal = reply.issues === undefined ? { sentence: reply.sentence } : { sentence: reply.sentence, issues: reply.issues };
  };

  return {
    element,
    update: question => {
      const fresh = !sheets.has(question.id);
      const sheet = sheetFor(question);
      sheet.question = question;
      if (fresh) sheet.scrollIntoView({ block: 'nearest' });
      const ended = [...sheets.values()].filter(one => one.question?.state !== 'waiting' && one.question?.state !== 'opened');
      for (const old of ended.slice(0, -SHOWN_AFTER_END)) {
        if (old.question !== undefined) sheets.delete(old.question.id);
        old.parentElement?.remove();
      }
    },
    clear: () => {
      sheets.clear();
      element.replaceChildren();
    },
  };
}
