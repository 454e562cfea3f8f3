/**
 * `<midcall-round>`: several questions that one call asks at once, on one sheet with one check.
 *
 * 1. Nothing of a round is told before all of it is decided and checked; then it is told at once (D5).
 * 2. Each question is answered, declined or closed by an act of its own; declining one never touches another.
 * 3. A page opens by its own click, since nothing else may open it; its consent is told then.
 */
import type { Field } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { ElicitResult } from '@midcall/core/wire';
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { drawActions } from './draw/actions.js';
import { drawAnswers } from './draw/check-step.js';
import { outcomeOf } from './draw/ended.js';
import { drawErrorSummary } from './draw/error-summary.js';
import { drawHeader } from './draw/header.js';
import { drawDetails } from './draw/on-demand.js';
import { serverText } from './draw/text.js';
import { Keys } from './keys.js';
import { loadLater } from './load-later.js';
import { Presence } from './presence.js';
import { MidcallQuestion } from './question-element.js';
import type { MidcallRoundEventMap } from './round-events.js';
import type { RoundHost, Sheet } from './sheet.js';
import { type Refusal, SheetElement } from './sheet-element.js';
import { StepElement } from './step-element.js';
import { roundStyles } from './styles/round.js';
import { sheetStyles } from './styles.js';

export class MidcallRound extends StepElement implements Sheet, RoundHost {
  static override styles = [...sheetStyles, roundStyles];

  static override properties: PropertyDeclarations = {
    ...SheetElement.properties,
    questions: { attribute: false },
    refusals: { attribute: false },
  };

  /** The questions of one round, in the order in which they were asked. `question` is set from them. */
  declare questions: readonly QuestionView[];
  /** What the host did not take, by question. */
  declare refusals: ReadonlyMap<string, Refusal>;

  #results = new Map<string, ElicitResult>();
  #tick: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.mode = 'inbox';
    this.questions = [];
    this.refusals = new Map();
    new Keys(this, {
      active: () => this.question !== undefined,
      entersOnly: () => false,
      onGoOn: () => this.proceed(),
      onEscape: () => (this.step === 'check' ? this.back() : this.dismiss()),
    });
    new Presence(this, { onVisible: () => {}, onUncover: () => this.guard.raise(), onHide: () => {} });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('questions')) this.#onQuestions(changed.get('questions') ?? []);
    if ((changed.has('refusals') && this.refusals.size > 0) || (changed.has('refusal') && this.refusal !== undefined)) this.#onRefusals();
  }

  protected override render(): unknown {
    if (this.question === undefined) return nothing;
    const { say, server, questions } = this;
    const open = !this.ended;
    const checking = open && this.step === 'check';
    const count = questions.length;
    return html`<section class="sheet" part="sheet" role="region" aria-labelledby="title" data-step=${this.step} dir=${say.dir}>
      ${drawHeader(this, open)} ${this.detailsShown ? drawDetails(this) : nothing} ${drawErrorSummary(this)}
      ${open && !checking ? html`<p class="hint">${say('roundIntro', { count, server })}</p>` : nothing}
      <ol class="parts" ?hidden=${checking}>
        ${repeat(
          questions,
          each => each.id,
          (each, index) => html`<li>
            <h3 class="number">${say('questionOf', { index: index + 1, count })}</h3>
            <midcall-question
              mode="part"
              id="part-${index}"
              locale=${this.locale}
              time-zone=${this.timeZone}
              framed-by=${this.framedBy}
              .packs=${this.packs}
              .offers=${this.offers}
              .clock=${this.clock}
              .question=${each}
              .refusal=${this.refusals.get(each.id)}
              .roundHost=${this as RoundHost}
            ></midcall-question>
          </li>`,
        )}
      </ol>
      ${checking ? this.#drawCheck() : nothing} ${open ? this.#drawActions() : nothing}
    </section>`;
  }

  #drawActions(): TemplateResult {
    const { say, server } = this;
    return drawActions(this, { label: this.step === 'check' ? say('sendAll') : say('checkAnswers') }, undefined, {
      decline: say('declineAll'),
      declineMeaning: say('declineAllMeaning', { server }),
      notNow: say('notNow'),
      notNowMeaning: say('notNowMeaning', { server }),
    });
  }

  /** Every answer of every question as it will be sent, and what is not answered, named as such (E-P-06). */
  #drawCheck(): TemplateResult {
    const { say, server, questions } = this;
    return html`<section class="check" part="check" aria-labelledby="check-title">
      <h3 id="check-title" tabindex="-1">${say('checkAnswers')}</h3>
      <p class="hint">${say('checkIntro', { server })}</p>
      ${this.#parts.map((part, index) => {
        const { view } = part;
        const result = this.#results.get(view.id);
        return html`<div class="checked">
          <h4>${say('questionOf', { index: index + 1, count: questions.length })} <span dir="auto">${serverText(firstLine(view.message))}</span></h4>
          ${
            result?.action === 'accept' && view.form !== undefined
              ? drawAnswers(part, view.form, true)
              : html`<p class="decided">
                  <span>${this.#saysOf(part, result)}</span>
                  ${
                    result === undefined
                      ? nothing
                      : html`<button type="button" class="link" aria-label=${say('changeField', { label: say('questionOf', { index: index + 1, count: questions.length }) })} @click=${() => this.#reopen(part)}>${say('change')}</button>`
                  }
                </p>`
          }
        </div>`;
      })}
    </section>`;
  }

  #saysOf(part: MidcallQuestion, result: ElicitResult | undefined): string {
    const { say, server } = this;
    if (result === undefined) return part.state === 'opened' ? say('accepted') : outcomeOf(part, part.state, false).title;
    return result.action === 'decline' ? say('willDecline', { server }) : say('willCancel', { server });
  }

  // --- what a person does

  proceed(): void {
    if (this.held('accept')) return;
    if (this.later === undefined) {
      void loadLater().then(
        () => this.proceed(),
        () => this.#complain(this.say('notLoaded')),
      );
      return;
    }
    if (this.step === 'check') {
      this.#send([...this.#results].map(([id, result]) => ({ id, result })));
      return;
    }
    this.issues = [];
    this.#results.clear();
    let first: MidcallQuestion | undefined;
    for (const part of this.#parts) {
      const result = part.decide();
      if (result === undefined) first ??= part;
      else if (result !== 'settled') this.#results.set(part.view.id, result);
    }
    if (first !== undefined) {
      first.focusOn(first.step === 'secret' ? 'secret-title' : 'summary');
      this.guard.raise();
      this.requestUpdate();
      return;
    }
    this.go('check', 'check-title');
  }

  back(): void {
    this.go('fields', 'title');
  }

  decline(): void {
    this.#all('decline');
  }

  notNow(): void {
    this.#all('cancel');
  }

  dismiss(): void {
    if (this.mode === 'modal' && !this.ended) this.#all('cancel');
    else this.tell('midcall-leave', { id: this.view.id });
  }

  cutOff(): void {
    if (this.held('cut-off')) return;
    this.tell('midcall-cut-off', { id: this.view.id, server: this.view.server.name });
    this.#all('decline');
  }

  moreTime(): void {
    for (const { id, state } of this.questions) if (state === 'waiting' || state === 'opened') this.tell('midcall-more-time', { id });
  }

  override copy(what: string, text: string): void {
    super.copy(what, what === 'message' ? this.questions.map(each => each.message).join('\n\n') : text);
  }

  // Fields belong to the parts.
  set(): void {}
  openPage(): void {}
  openedByHand(): void {}
  undecide(): void {}

  // --- what parts tell

  goOn(): void {
    this.proceed();
  }

  decided(): void {
    this.requestUpdate();
  }

  change(part: HTMLElement | Field, field?: Field): void {
    if (!(part instanceof MidcallQuestion) || field === undefined) return;
    this.go('fields', part.id);
    void this.updateComplete.then(() => part.focusOn(`field-${part.view.form?.fields.indexOf(field) ?? 0}`));
  }

  // --- inside

  get #parts(): readonly MidcallQuestion[] {
    return [...this.root().querySelectorAll<MidcallQuestion>('midcall-question')];
  }

  /** The sheet is over when each of its questions is. */
  protected override get ended(): boolean {
    return this.questions.every(
      each => (each.state !== 'waiting' && each.state !== 'opened') || (each.expiresAt ?? this.now + 1) <= this.now,
    );
  }

  #onQuestions(before: readonly QuestionView[]): void {
    const [first] = this.questions;
    const open = this.questions.filter(each => each.state === 'waiting' || each.state === 'opened');
    const head = open[0] ?? first;
    if (head === undefined) {
      this.question = undefined;
      return;
    }
    const ends = open.flatMap(each => (each.expiresAt === undefined ? [] : [each.expiresAt]));
    this.question = {
      ...head,
      extendable: open.some(each => each.extendable),
      ...(ends.length === 0 ? {} : { expiresAt: Math.min(...ends) }),
    };
    const known = new Set(before.map(each => each.id));
    if (before.length === 0) this.startOver({ ...head, findings: [] });
    // A question that joins is seen before anything is sent.
    if (this.questions.some(each => !known.has(each.id))) {
      this.step = 'fields';
      this.guard.raise();
      void loadLater().then(
        () => this.requestUpdate(),
        () => {},
      );
    }
    if (this.questions.some(each => before.some(old => old.id === each.id && old.state !== each.state))) this.sending = false;
  }

  #onRefusals(): void {
    this.sending = false;
    this.step = 'fields';
    this.guard.raise();
    if (this.refusal !== undefined) this.#complain(this.refusal.sentence);
    const part = this.#parts.find(each => this.refusals.has(each.view.id));
    part?.focusOn('summary');
  }

  #complain(sentence: string): void {
    this.issues = [{ field: '', rule: 'refused', message: sentence }];
    this.issuesFrom = 'person';
    this.sending = false;
    this.requestUpdate();
  }

  #reopen(part: MidcallQuestion): void {
    part.undecide();
    this.go('fields', part.id);
  }

  #all(action: 'decline' | 'cancel'): void {
    if (this.held(action)) return;
    const open = this.#parts.filter(part => part.state === 'waiting');
    this.#send(open.map(part => ({ id: part.view.id, result: { action } })));
  }

  #send(answers: MidcallRoundEventMap['midcall-round-answer']['detail']['answers']): void {
    this.sending = true;
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent('midcall-round-answer', { detail: { answers }, bubbles: true, composed: true }));
  }
}

function firstLine(message: string): string {
  return showText(
    message
      .split('\n')
      .find(line => line.trim() !== '')
      ?.slice(0, 160) ?? '',
  );
}
