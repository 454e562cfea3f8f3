/**
 * What the person does with questions, carried to the desk, and what came of it: kept as the question's new state, or as the
 * reasons why it was not taken, with everything typed still there.
 */
import type { Draft, QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { Say } from '@midcall/core/words';
import type { Refusal } from '@midcall/element';
import type { MidcallRoundEventMap } from '@midcall/element/round';
import type { DeedReply, DeskLink } from './desk-link.js';
import type { QuestionList } from './question-list.js';

export interface DeedsHost {
  readonly questions: QuestionList;
  readonly link: () => DeskLink | undefined;
  readonly say: () => Say;
  readonly redraw: () => void;
}

export class Deeds {
  readonly #host: DeedsHost;
  readonly #refusals = new Map<string, Refusal>();
  readonly #remember = new Set<string>();
  /** Of the last round that was not taken, by question; replaced whole. */
  roundRefusals: ReadonlyMap<string, Refusal> = new Map();
  roundRefusal: Refusal | undefined;

  constructor(host: DeedsHost) {
    this.#host = host;
  }

  refusalOf(id: string): Refusal | undefined {
    return this.#refusals.get(id);
  }

  async answer(question: QuestionView, result: ElicitResult): Promise<void> {
    this.#refusals.delete(question.id);
    // Consent to a page is told as such; the desk makes the answer of it and knows that it waits for the server.
    const consent = question.url !== undefined && result.action === 'accept';
    const link = this.#host.link();
    const reply = (await link?.act(question.id, consent ? 'open' : 'answer', result)) ?? NO_LINE;
    this.#settle(question.id, reply);
    if (this.#remember.delete(question.id) && reply.ok) await link?.act(question.id, 'remember', result);
  }

  async answerRound(detail: MidcallRoundEventMap['midcall-round-answer']['detail']): Promise<void> {
    this.roundRefusal = undefined;
    const { ok, body, status } = (await this.#host.link()?.post('round', detail)) ?? NO_LINE;
    for (const question of body.questions ?? []) this.#host.questions.put(question);
    const refused = body.refused ?? [];
    this.roundRefusals = new Map(refused.map(({ id, sentence, issues }) => [id, { sentence, ...(issues !== undefined && { issues }) }]));
    if (!ok && refused.length === 0) this.roundRefusal = this.#refusal(status, body);
    this.#host.redraw();
  }

  /** The answer of this question is to be remembered, once it was taken. */
  remember(id: string): void {
    this.#remember.add(id);
  }

  draft(id: string, draft: Draft): void {
    const { questions, link } = this.#host;
    const question = questions.get(id);
    if (question !== undefined) questions.put({ ...question, draft });
    void link()?.act(id, 'draft', draft);
  }

  /** True if there is more time now. */
  async moreTime(id: string): Promise<boolean> {
    const { questions, link, redraw } = this.#host;
    const reply = await link()?.act(id, 'more-time');
    const question = questions.get(id);
    const given = reply?.ok === true && typeof reply.body.expiresAt === 'number' && question !== undefined;
    if (given) questions.put({ ...question, expiresAt: reply.body.expiresAt as number });
    redraw();
    return given;
  }

  #settle(id: string, { ok, status, body }: DeedReply): void {
    if (ok && body.question !== undefined) this.#host.questions.put(body.question);
    if (!ok) this.#refusals.set(id, this.#refusal(status, body));
    this.#host.redraw();
  }

  #refusal(status: number, { sentence = '', issues }: DeedReply['body']): Refusal {
    const say = this.#host.say();
    const reason = status === 0 ? say('offlineMore') : sentence;
    return { sentence: say('notAnswered', { reason }), ...(issues !== undefined && { issues }) };
  }
}

const NO_LINE: DeedReply = { ok: false, status: 0, body: {} };
