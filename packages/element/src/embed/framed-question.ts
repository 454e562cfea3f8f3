/**
 * The outer half: a frame of another origin that draws questions, used like the element itself, with `ask` or by its properties
 * and events (D36).
 *
 * 1. Only this frame, at exactly this origin, is spoken to and listened to.
 * 2. What it tells is believed only for the question it was shown, an answer only once and only if it fits the form (N3, N11).
 * 3. A frame that never comes, or comes back empty, is nobody who saw the question: it ends as cancel (N1, N12).
 */
import { checkAnswer } from '@midcall/core';
import { parseDraft, type QuestionView } from '@midcall/core/contract';
import { type ElicitResult, readElicitResult } from '@midcall/core/wire';
import type { LanguagePack } from '@midcall/core/words';
import type { QuestionSurface } from '../ask.js';
import type { MidcallEventMap, MidcallEventName } from '../events.js';
import type { SheetOffers } from '../sheet.js';
import type { Refusal } from '../sheet-element.js';
import { checkOrigin, type FromFrame, isEventName, isMessage, OPEN, READY, type Show } from './protocol.js';

/** Events other than the answer that a frame may tell of one question; more is noise. */
const MOST_EVENTS = 2_000;
const TALLEST = 20_000;

export interface FrameQuestionsOptions {
  /** Exact origin of the page in the frame. */
  readonly origin: string;
  /** Milliseconds that a frame may take to be ready once there is a question. Default 10,000. */
  readonly patience?: number;
  /** Whether the frame is made as tall as what it shows. Default true. */
  readonly fit?: boolean;
}

export class FramedQuestion extends EventTarget implements QuestionSurface {
  readonly #frame: HTMLIFrameElement;
  readonly #options: FrameQuestionsOptions;
  readonly #stop = new AbortController();
  #line: MessagePort | undefined;
  #answered = false;
  #events = 0;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #shown: Show = {
    midcall: 1,
    type: 'show',
    question: undefined,
    mode: 'modal',
    offers: {},
    refusal: undefined,
    locale: '',
    timeZone: '',
    packs: [],
  };

  /** @throws TypeError for anything but an exact origin */
  constructor(frame: HTMLIFrameElement, options: FrameQuestionsOptions) {
    super();
    checkOrigin(options.origin);
    this.#frame = frame;
    this.#options = options;
    window.addEventListener('message', this.#onMessage, { signal: this.#stop.signal });
  }

  get question(): QuestionView | undefined {
    return this.#shown.question;
  }

  set question(question: QuestionView | undefined) {
    const fresh = question?.id !== this.question?.id;
    if (fresh) {
      this.#answered = false;
      this.#events = 0;
      clearTimeout(this.#patience);
      if (question !== undefined && this.#line === undefined) this.#wait();
    } else if (question !== undefined && question.state !== this.question?.state) this.#answered = false;
    this.#show({ question, ...(fresh && { refusal: undefined }) });
  }

  get mode(): 'modal' | 'inbox' | 'part' {
    return this.#shown.mode;
  }

  set mode(mode: 'modal' | 'inbox' | 'part') {
    this.#show({ mode: mode === 'inbox' ? 'inbox' : 'modal' });
  }

  set offers(offers: SheetOffers) {
    this.#show({ offers });
  }

  /** The host did not take the answer: the sheet opens again with the reasons. */
  set refusal(refusal: Refusal | undefined) {
    if (refusal !== undefined) this.#answered = false;
    this.#show({ refusal });
  }

  set locale(locale: string) {
    this.#show({ locale });
  }

  set timeZone(timeZone: string) {
    this.#show({ timeZone });
  }

  set packs(packs: readonly LanguagePack[]) {
    this.#show({ packs });
  }

  /** Ends it; a question that is still shown ends as cancel. */
  close(): void {
    this.#cancel();
    this.#stop.abort();
    clearTimeout(this.#patience);
    this.#line?.close();
    this.#line = undefined;
  }

  #show(part: Partial<Show>): void {
    this.#shown = { ...this.#shown, ...part };
    this.#line?.postMessage(this.#shown);
  }

  #onMessage = ({ source, origin, data }: MessageEvent): void => {
    if (source === null || source !== this.#frame.contentWindow || origin !== this.#options.origin || !isMessage(data, READY.type)) return;
    // A frame that was loaded again is shown everything again; the line to what was there before is cut.
    this.#line?.close();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: told }: MessageEvent) => this.#take(told);
    this.#line = port1;
    clearTimeout(this.#patience);
    (source as Window).postMessage(OPEN, origin, [port2]);
    port1.postMessage(this.#shown);
  };

  #take(data: unknown): void {
    if (isMessage(data, 'size')) this.#fit((data as { readonly height: unknown }).height);
    if (!isMessage(data, 'event')) return;
    const { name, id, detail } = data as Extract<FromFrame, { type: 'event' }>;
    const { question } = this;
    if (question === undefined || id !== question.id || !isEventName(name)) return;
    if (name === 'midcall-answer') {
      const open = question.state === 'waiting' || question.state === 'opened';
      const result = this.#answered || !open ? undefined : readAnswer(question, detail);
      if (result !== undefined) this.#answer(result);
      return;
    }
    this.#events += 1;
    const told = this.#events > MOST_EVENTS ? undefined : readDetail(question, name, detail);
    if (told !== undefined) this.dispatchEvent(new CustomEvent(name, { detail: told }));
  }

  #answer(result: ElicitResult): void {
    this.#answered = true;
    this.dispatchEvent(new CustomEvent('midcall-answer', { detail: result }));
  }

  #wait(): void {
    this.#patience = setTimeout(() => this.#cancel(), this.#options.patience ?? 10_000);
  }

  #cancel(): void {
    if (this.question !== undefined && this.question.state === 'waiting' && !this.#answered) this.#answer({ action: 'cancel' });
  }

  #fit(height: unknown): void {
    if (this.#options.fit === false || typeof height !== 'number' || !(height > 0)) return;
    this.#frame.style.blockSize = `${Math.min(height, TALLEST)}px`;
  }
}

/** What a frame answers, if it is an answer to this question. */
function readAnswer({ form, url }: QuestionView, detail: unknown): ElicitResult | undefined {
  const read = readElicitResult(detail, url === undefined ? 'form' : 'url');
  if (!read.ok) return undefined;
  if (read.result.action !== 'accept' || form === undefined) return { action: read.result.action };
  const check = checkAnswer(form, read.result.content ?? {});
  return check.ok ? { action: 'accept', content: check.content as NonNullable<ElicitResult['content']> } : undefined;
}

/** What is passed on is made of the page's own question, but for a draft and which button was held. */
function readDetail<N extends Exclude<MidcallEventName, 'midcall-answer'>>(
  { id, server, url }: QuestionView,
  name: N,
  detail: unknown,
): MidcallEventMap[Exclude<MidcallEventName, 'midcall-answer'>]['detail'] | undefined {
  const told = (typeof detail === 'object' && detail !== null ? detail : {}) as {
    readonly draft?: unknown;
    readonly action?: unknown;
    readonly again?: unknown;
  };
  switch (name) {
    case 'midcall-draft': {
      const draft = parseDraft(told.draft);
      return draft === undefined ? undefined : { id, draft };
    }
    case 'midcall-guarded':
      return { id, action: String(told.action).slice(0, 40) };
    case 'midcall-open-url':
      return url === undefined ? undefined : { id, href: url.href, again: told.again === true };
    case 'midcall-mute':
    case 'midcall-cut-off':
      return { id, server: server.name };
    default:
      return { id };
  }
}
