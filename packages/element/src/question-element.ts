/**
 * `<midcall-question>`: draws one question and gives back one answer. It fetches nothing, keeps nothing, needs no desk.
 *
 * 1. Nothing leaves but by an act of the person: a button, a key, closing a call's modal (N2, N3).
 * 2. One answer per question: the first act counts, later ones do nothing.
 * 3. It never takes focus by itself; focus moves only as the consequence of what the person just did inside it.
 * 4. An update of the question never throws away what was typed.
 * 5. Every text of the server is drawn as text (N11).
 */
import { type Field, type Form, isConfirm } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import { sayTimeLeft } from '@midcall/core/words';
import { html, nothing, type PropertyValues } from 'lit';
import type { Raw } from './answers.js';
import { DraftKeeper } from './draft-keeper.js';
import { drawSheet } from './draw/sheet.js';
import { ExpiryWatch } from './expiry-watch.js';
import { Keys } from './keys.js';
import { type Later, loadLater } from './load-later.js';
import { Presence } from './presence.js';
import { fieldId, type RoundHost, type Sheet, type Shown } from './sheet.js';
import type { Refusal } from './sheet-element.js';
import { StepElement } from './step-element.js';

export class MidcallQuestion extends StepElement implements Sheet {
  #seen = false;
  #draft = new DraftKeeper(id => this.tell('midcall-draft', { id, draft: this.answers.toDraft(this.now) }));
  #expiry = new ExpiryWatch(this, () => this.now, {
    onTick: () => this.requestUpdate(),
    onNotice: left => this.announce(this.say('timeLeft', { time: sayTimeLeft(this.say, left), server: this.server })),
    onExpired: () => {
      this.#draft.flush();
      this.announce(this.say('expired'));
      this.tell('midcall-expired', { id: this.view.id });
    },
  });
  #presence = new Presence(this, {
    onVisible: () => this.#onVisible(),
    onUncover: () => {
      this.guard.raise();
      this.#onVisible();
    },
    onHide: () => this.#draft.flush(),
  });

  constructor() {
    super();
    new Keys(this, {
      active: () => this.question !== undefined,
      entersOnly: () => this.view.form?.fields.length === 1 && this.step === 'fields',
      onGoOn: () => {
        if (this.step === 'fields' || this.step === 'check') this.proceed();
      },
      onEscape: () => (this.step === 'check' ? this.back() : this.dismiss()),
    });
  }

  /** Set by `<midcall-round>` on its parts. */
  roundHost: RoundHost | undefined;

  // --- what a host may call

  /** What Esc does: in a modal, cancel (a dirty draft asks once); in an inbox, leave it waiting. */
  dismiss(): void {
    if (!this.question) return;
    if (this.mode !== 'modal' || this.ended) {
      this.#draft.flush();
      this.tell('midcall-leave', { id: this.view.id });
      return;
    }
    if (this.sending) return;
    if (this.step === 'leaving' || !this.dirty) {
      this.#answer({ action: 'cancel' });
      return;
    }
    this.go('leaving', 'leaving-title');
  }

  // --- life

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#draft.flush();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('question')) this.#onQuestion(changed.get('question'));
    if (changed.has('refusal') && this.refusal !== undefined) this.#onRefusal(this.refusal);
  }

  protected override render(): unknown {
    return html`${this.question === undefined ? nothing : drawSheet(this)}
      <p class="unseen" role="status" aria-live="polite" id="status">${this.announced}</p>`;
  }

  // --- what a person does (Sheet)

  set(field: Field, raw: Raw): void {
    this.answers.set(field.name, raw);
    // A message stays until what it is about is mended; it would be noise to keep it while that is being done.
    this.issues = this.issues.filter(issue => issue.field !== field.name);
    this.#draft.touched(this.view.id);
    this.requestUpdate();
  }

  proceed(): void {
    const form = this.view.form;
    if (this.view.url !== undefined) {
      this.openPage();
      return;
    }
    if (this.roundHost !== undefined) {
      this.roundHost.goOn();
      return;
    }
    if (form === undefined || this.held('accept') || (isConfirm(form) && !this.ticked)) return;
    const { later } = this;
    if (later === undefined) {
      this.#loadThen(() => this.proceed());
      return;
    }
    const content = this.#fill(later, form);
    if (content === undefined) return;
    if (form.fields.length > 1 && this.step !== 'check') {
      this.issues = [];
      this.#draft.flush();
      this.go('check', 'check-title');
      return;
    }
    this.#answer({ action: 'accept', content });
  }

  back(): void {
    this.go('fields', 'title');
  }

  change(field: Field): void {
    if (this.roundHost !== undefined) this.roundHost.change(this, field);
    else this.go('fields', this.view.form === undefined ? 'title' : fieldId(this.view.form, field));
  }

  decline(): void {
    this.#refuseOrClose('decline');
  }

  notNow(): void {
    this.#refuseOrClose('cancel');
  }

  undecide(): void {
    this.decision = undefined;
    this.guard.raise();
    this.roundHost?.decided();
    this.requestUpdate();
  }

  /**
   * For `<midcall-round>`: what is sent for this part, or undefined when something is to be mended first, which is then
   * said here. `settled`: the part has its answer already (a page that was opened, a question that has ended).
   */
  decide(): ElicitResult | 'settled' | undefined {
    const { form, url } = this.view;
    const { later } = this;
    if (this.ended || this.state === 'opened') return 'settled';
    if (this.decision !== undefined) return { action: this.decision };
    if (this.step === 'secret' || this.framed || later === undefined) return undefined;
    if (url !== undefined || form === undefined) {
      this.refuse([{ field: '', rule: 'undecided', message: this.say('openOrDecline') }], 'person');
      return undefined;
    }
    const [only] = form.fields;
    if (only !== undefined && isConfirm(form) && !this.ticked) {
      this.refuse([{ field: only.name, rule: 'undecided', message: this.say('tickOrDecline') }], 'person');
      return undefined;
    }
    const content = this.#fill(later, form);
    if (content === undefined) return undefined;
    this.issues = [];
    this.#draft.flush();
    this.requestUpdate();
    return { action: 'accept', content };
  }

  /** For `<midcall-round>`: puts focus on an element of this part, once it is drawn. */
  focusOn(id: string): void {
    void this.updateComplete.then(() => this.root().getElementById(id)?.focus());
  }

  openPage(): void {
    const url = this.view.url;
    if (url?.openable !== true || this.held('accept')) return;
    const again = this.state === 'opened';
    const own = this.tell('midcall-open-url', { id: this.view.id, href: url.href, again });
    if (own) window.open(url.href, '_blank', 'noopener,noreferrer');
    if (!again) this.#answer({ action: 'accept' });
  }

  /** Consent to an address that the person opens somewhere else: nothing is opened here. */
  openedByHand(): void {
    if (this.view.url?.openable === true && this.state === 'waiting' && !this.held('accept')) this.#answer({ action: 'accept' });
  }

  cutOff(): void {
    if (this.held('cut-off')) return;
    this.tell('midcall-cut-off', { id: this.view.id, server: this.view.server.name });
    this.#refuseOrClose('decline');
  }

  moreTime(): void {
    this.#expiry.again();
    this.tell('midcall-more-time', { id: this.view.id });
  }

  override show(what: Shown, open: boolean): void {
    if (what !== 'question') super.show(what, open);
    else if (!this.held('show')) this.go('fields', 'title');
  }

  // --- inside

  #onQuestion(before: QuestionView | undefined): void {
    const { question } = this;
    const fresh = before?.id !== question?.id;
    if (fresh) this.#draft.flush();
    this.#expiry.follow(question, fresh);
    if (question === undefined) return;
    if (before === undefined || fresh) {
      this.startOver(question);
      this.#seen = false;
      this.announced = '';
      this.guard.raise();
      this.afterDraw = () => this.#onVisible();
      void loadLater().then(
        () => this.requestUpdate(),
        () => {},
      );
      return;
    }
    if (question.rejected !== undefined && question.rejected !== before.rejected) this.refuse(question.rejected, 'server');
    if (question.state !== before.state) {
      // It was answered while it stood here unanswered: another window, another place, a rule.
      if (before.state === 'waiting' && question.state !== 'opened' && question.action !== undefined && !this.sending) {
        this.elsewhere = true;
        this.announce(this.say('answeredElsewhere'));
      }
      this.sending = false;
      if (question.state === 'opened') this.guard.raise();
      if (question.state === 'withdrawn') this.announce(this.say('withdrawn', { server: this.server }));
    }
    if (question.expiresAt !== before.expiresAt && question.expiresAt !== undefined && before.expiresAt !== undefined) {
      this.announce(this.say('moreTimeGiven', { time: sayTimeLeft(this.say, question.expiresAt - this.now) }));
    }
  }

  /** What an answer is made with comes while the person reads; who is faster waits for it, and nothing is lost if it does not come. */
  #loadThen(act: () => void): void {
    const { id } = this.view;
    loadLater().then(
      () => {
        if (this.question?.id === id) act();
      },
      () => {
        if (this.question?.id === id) this.refuse([{ field: '', rule: 'not-loaded', message: this.say('notLoaded') }], 'person');
      },
    );
  }

  #refuseOrClose(action: 'decline' | 'cancel'): void {
    if (this.held(action)) return;
    if (this.roundHost === undefined) {
      this.#answer({ action });
      return;
    }
    this.decision = action;
    this.issues = [];
    this.roundHost.decided();
    this.focusOn('undecide');
    this.requestUpdate();
  }

  #onRefusal({ sentence, issues }: Refusal): void {
    this.sending = false;
    this.refuse(issues !== undefined && issues.length > 0 ? issues : [{ field: '', rule: 'refused', message: sentence }], 'server');
  }

  /** What is sent as it stands, or undefined when something is to be mended first, which is then said. */
  #fill(later: Later, form: Form): ElicitResult['content'] {
    const filled = later.fill(form, this.answers, { say: this.say, locale: this.language, zone: this.zone });
    if (filled.ok) return filled.content as ElicitResult['content'];
    this.refuse(filled.issues, 'person');
    return undefined;
  }

  #answer(result: ElicitResult): void {
    if (this.sending) return;
    this.sending = true;
    this.#draft.flush();
    this.requestUpdate();
    if (this.remembering && result.action === 'accept') this.tell('midcall-remember', { id: this.view.id });
    this.tell('midcall-answer', result);
  }

  #onVisible(): void {
    if (this.question === undefined || this.#seen || !this.#presence.visible) return;
    this.#seen = true;
    this.guard.raise();
    this.tell('midcall-seen', { id: this.question.id });
  }
}
