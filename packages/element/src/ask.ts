/** The smallest use: one element, one call of `ask`, one answer; questions that come meanwhile wait their turn. */
import type { ElicitAction, ElicitResult } from '@midcall/core/wire';
import type { MidcallQuestion } from './question-element.js';
import { type QuestionFromParamsOptions, questionFromParams } from './question-from-params.js';

/** The answer in the shape that the SDK's own handler wants back. A type and not an interface, so that it fits one with an index. */
export type AskAnswer = {
  action: ElicitAction;
  content?: { [name: string]: string | number | boolean | string[] };
};

export interface AskOptions extends QuestionFromParamsOptions {
  /** Aborted when the server takes the question back: the sheet says so and the answer is `cancel`. */
  readonly signal?: AbortSignal;
}

/** Where one question is shown at a time: the element, or a frame that holds one. */
export interface QuestionSurface extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'> {
  question: MidcallQuestion['question'];
  mode: MidcallQuestion['mode'];
}

const queues = new WeakMap<QuestionSurface, Promise<unknown>>();

/**
 * Puts one question onto `element` and waits for the person.
 * @example client.setRequestHandler('elicitation/create', request => ask(element, request.params, { server: 'Records' }))
 * @throws MidcallError `QUESTION_INVALID` when the params cannot be shown; nothing is drawn then.
 */
export async function ask(element: QuestionSurface, params: unknown, options: AskOptions): Promise<AskAnswer> {
  const question = questionFromParams(params, options);
  const turn = (queues.get(element) ?? Promise.resolve()).then(() => showOnce(element, question, options.signal));
  queues.set(element, turn);
  // Only what `checkAnswer` let through is in a content: text, numbers, yes or no, lists of text (E-A-06).
  return turn as Promise<AskAnswer>;
}

function showOnce(
  element: QuestionSurface,
  question: NonNullable<MidcallQuestion['question']>,
  signal: AbortSignal | undefined,
): Promise<ElicitResult> {
  return new Promise(resolve => {
    if (signal?.aborted === true) return resolve({ action: 'cancel' });
    const end = (result: ElicitResult, left?: MidcallQuestion['question']): void => {
      element.removeEventListener('midcall-answer', onAnswer);
      element.removeEventListener('midcall-expired', onExpired);
      signal?.removeEventListener('abort', onAbort);
      element.question = left;
      // What is left to read (expired, taken back) goes when the person closes it, or with the next question.
      element.addEventListener('midcall-leave', () => element.question === left && clear(element), { once: true });
      resolve(result);
    };
    const onAnswer = (event: Event): void => end((event as CustomEvent<ElicitResult>).detail);
    const onExpired = (): void => end({ action: 'cancel' }, { ...question, state: 'expired' });
    const onAbort = (): void => end({ action: 'cancel' }, { ...question, state: 'withdrawn' });
    element.addEventListener('midcall-answer', onAnswer);
    element.addEventListener('midcall-expired', onExpired);
    signal?.addEventListener('abort', onAbort);
    element.mode = 'modal';
    element.question = question;
  });
}

function clear(element: QuestionSurface): void {
  element.question = undefined;
}
