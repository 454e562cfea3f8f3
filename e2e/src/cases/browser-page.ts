/** Runs in the page: a host with one modal and `<midcall-question>` in it, that keeps what it is told. Bundled by `browser-stage.ts`. */
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import { type MidcallQuestion, type QuestionFromParamsOptions, questionFromParams } from '@midcall/element';

export interface PageStage {
  readonly sent: ElicitResult[];
  readonly opened: { readonly href: string; readonly rel: string }[];
  readonly drafts: Record<string, unknown>;
  show(name: string, params: unknown, options: QuestionFromParamsOptions): void;
  switchTo(name: string): void;
  pass(ms: number): void;
}

declare global {
  interface Window {
    stage: PageStage;
    ran?: boolean;
  }
}

const questions = new Map<string, QuestionView>();
const drafts: Record<string, unknown> = {};
const sent: ElicitResult[] = [];
const opened: { href: string; rel: string }[] = [];
// Time stands still unless a script lets it pass: how busy the machine is decides nothing.
const base = Date.now();
let skew = 0;

const dialog = document.querySelector('dialog') as HTMLDialogElement;
const element = document.querySelector('midcall-question') as MidcallQuestion;
element.clock = () => base + skew;

element.addEventListener('midcall-answer', event => {
  sent.push(structuredClone(event.detail));
  const { question } = element;
  // Consent to an address ends the asking, not the waiting: the host keeps the sheet until the server has been heard.
  if (question?.url !== undefined && event.detail.action === 'accept')
    element.question = { ...question, state: 'opened', action: 'accept' };
  else element.question = question && { ...question, state: 'saved', action: event.detail.action };
});
element.addEventListener('midcall-draft', event => {
  const { id, draft } = event.detail;
  drafts[id] = draft;
  sessionStorage.setItem(id, JSON.stringify(draft));
  const question = questions.get(id);
  if (question) questions.set(id, { ...question, draft });
});
element.addEventListener('midcall-open-url', event => {
  opened.push({ href: event.detail.href, rel: 'noopener noreferrer' });
  event.preventDefault();
});

window.stage = {
  sent,
  opened,
  drafts,
  show(name, params, options) {
    const question = questionFromParams(params, { ...options, id: name, clock: () => base + skew });
    const kept = sessionStorage.getItem(name);
    if (kept !== null) drafts[name] = JSON.parse(kept);
    questions.set(name, kept === null ? question : { ...question, draft: JSON.parse(kept) });
    if (!dialog.open) dialog.showModal();
    element.question = questions.get(name);
  },
  switchTo(name) {
    element.question = questions.get(name);
  },
  pass(ms) {
    skew += ms;
  },
};
