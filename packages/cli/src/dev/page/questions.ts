/**
 * The questions of the running call, each drawn by `<midcall-question>` as a person will see it. What has ended folds to
 * one line, to be opened again.
 */
import type { QuestionState, QuestionView } from '@midcall/core/contract';
import type { MidcallQuestion } from '@midcall/element';
import type { DevCommand, DevReply } from '../contract.js';
import { fill, h } from './dom.js';

export interface QuestionsView {
  readonly element: HTMLElement;
  update(question: QuestionView): void;
  clear(): void;
}

interface Shown {
  readonly sheet: MidcallQuestion;
  readonly fold: HTMLDetailsElement;
  readonly summary: HTMLElement;
}

const ACTIONS = { accept: 'answered', decline: 'declined', cancel: 'not now' } as const;
const STATES = {
  waiting: 'waiting',
  opened: 'page open',
  saved: 'saved',
  delivered: 'delivered',
  undeliverable: 'could not be delivered',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const satisfies Record<QuestionState, string>;

export function questionsView(send: (command: DevCommand) => Promise<DevReply>): QuestionsView {
  const element = h('div', { className: 'questions', attrs: { 'aria-live': 'polite' } });
  const shown = new Map<string, Shown>();

  const show = ({ id }: QuestionView): Shown => {
    const sheet = document.createElement('midcall-question');
    sheet.mode = 'inbox';
    const put = async (command: DevCommand): Promise<void> => {
      const reply = await send(command);
      if (!reply.ok)
        sheet.refusal = reply.issues === undefined ? { sentence: reply.sentence } : { sentence: reply.sentence, issues: reply.issues };
    };
    sheet.addEventListener('midcall-answer', event => void put({ type: 'answer', id, result: event.detail }));
    sheet.addEventListener('midcall-open-url', () => void put({ type: 'opened', id }));
    sheet.addEventListener('midcall-more-time', () => void send({ type: 'extend', id }));
    sheet.addEventListener('midcall-seen', () => void send({ type: 'shown', id }));
    const summary = h('summary', { hidden: true });
    const fold = h('details', { className: 'sheet', open: true }, summary, sheet);
    element.append(fold);
    const one = { sheet, fold, summary };
    shown.set(id, one);
    return one;
  };

  return {
    element,
    update: question => {
      const known = shown.get(question.id);
      const { sheet, fold, summary } = known ?? show(question);
      sheet.question = question;
      const ended = question.state !== 'waiting' && question.state !== 'opened';
      if (ended && summary.hidden) fold.open = false;
      summary.hidden = !ended;
      fold.classList.toggle('ended', ended);
      const how = [question.action && ACTIONS[question.action], STATES[question.state]].filter(word => word !== undefined).join(' · ');
      fill(
        summary,
        h('span', { className: 'first-line' }, question.message.split('\n')[0] ?? ''),
        h('span', { className: 'muted small' }, how),
      );
      if (known === undefined) fold.scrollIntoView({ block: 'nearest' });
    },
    clear: () => {
      shown.clear();
      element.replaceChildren();
    },
  };
}
