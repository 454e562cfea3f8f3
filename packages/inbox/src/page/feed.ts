/** What the page knows from its desk: the questions as they are now, what can be done beside answering, and whether the line stands. */
import type { QuestionView } from '@midcall/core/contract';
import type { Offers, StreamEvent } from '../live-stream.js';
import { type Connection, DeskLink } from './desk-link.js';
import { dropToken } from './page-token.js';
import { isWaiting, QuestionList } from './question-list.js';

/** Clocks of one machine differ by the time an event takes; that is no difference. */
const SAME_CLOCK_MS = 2_000;

export interface FeedHandlers {
  readonly onChange: () => void;
  /** The line stands anew: what was read beside the questions may be old. */
  readonly onSnapshot: () => void;
  /** @param fresh a question that was not here before and waits */
  readonly onQuestion: (question: QuestionView, fresh: boolean) => void;
}

export class Feed {
  readonly #handlers: FeedHandlers;
  readonly #machine = Date.now;
  #skew = 0;
  readonly questions = new QuestionList();
  link: DeskLink | undefined;
  connection: Connection = 'connecting';
  /** Why the session ended, where that was said. */
  because: string | undefined;
  offers: Partial<Offers> = {};
  /** What the person is called, where an identity provider said it. */
  person: string | undefined;
  /** Whether the desk has said what there is. */
  loaded = false;
  everWaited = false;

  constructor(handlers: FeedHandlers) {
    this.#handlers = handlers;
  }

  /** The desk's clock, milliseconds since the epoch. */
  readonly now = (): number => this.#machine() + this.#skew;

  /** @param token undefined: nobody is signed in here */
  open(token: string | undefined): void {
    if (token === undefined) {
      this.connection = 'signed-out';
      this.#handlers.onChange();
      return;
    }
    this.link = new DeskLink(token, {
      onEvent: event => this.#take(event),
      onConnection: (state, reason) => {
        if (state === 'connecting' && this.connection === 'offline') return;
        this.connection = state;
        this.because = reason;
        if (state === 'signed-out') dropToken();
        this.#handlers.onChange();
      },
    });
    this.link.open();
  }

  get waiting(): readonly QuestionView[] {
    return this.questions.waiting(this.now());
  }

  #take(event: StreamEvent): void {
    if (event.type === 'hello') {
      this.offers = event.offers;
      this.person = event.person;
      const skew = event.now - this.#machine();
      this.#skew = Math.abs(skew) < SAME_CLOCK_MS ? 0 : skew;
    } else if (event.type === 'snapshot') {
      this.questions.replaceAll(event.questions);
      this.loaded = true;
      this.#handlers.onSnapshot();
    } else if (event.type === 'question') {
      const { question } = event;
      const fresh = this.questions.put(question);
      this.#handlers.onQuestion(question, fresh && isWaiting(question, this.now()));
    }
    if (this.waiting.length > 0) this.everWaited = true;
    this.#handlers.onChange();
  }
}
