/**
 * `<midcall-question>`: draws one question and gives back one answer. It fetches nothing, keeps nothing, needs no desk.
 *
 * 1. Nothing leaves but by an act of the person: a button, a key, closing a call's modal (N2, N3).
 * 2. One answer per question: the first act counts, later ones do nothing.
 * 3. It never takes focus by itself; focus moves only as the consequence of what the person just did inside it.
 * 4. An update of the question never throws away what was typed.
 * 5. Every text of the server is drawn as text (N11).
 */
import { type Field, type FieldIssue, fillForm, isConfirm } from '@midcall/core';
import type { QuestionState, QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { ElicitResult } from '@midcall/core/wire';
import { type LanguagePack, type Say, sayTimeLeft, words } from '@midcall/core/words';
import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import { Answers, decimalMarkOf, type Raw } from './answers.js';
import { BEGUN } from './draw/date-field.js';
import { OptionListState } from './draw/option-list.js';
import { drawSheet } from './draw/sheet.js';
import type { MidcallEventMap, MidcallEventName } from './events.js';
import { Guard } from './guard.js';
import type { Sheet, SheetOffers, Step } from './sheet.js';
import { sheetStyles } from './styles.js';
import { localZone, splitZoned } from './zoned-time.js';

const DRAFT_MS = 400;

/** Why the host did not take an answer: shown at the fields, everything typed kept. */
export interface Refusal {
  readonly sentence: string;
  readonly issues?: readonly FieldIssue[];
}

export class MidcallQuestion extends LitElement implements Sheet {
  static override styles = sheetStyles;

  static override properties: PropertyDeclarations = {
    question: { attribute: false },
    mode: { type: String, reflect: true },
    locale: { type: String },
    packs: { attribute: false },
    offers: { attribute: false },
    refusal: { attribute: false },
    timeZone: { attribute: 'time-zone' },
    clock: { attribute: false },
  };

  /** The question to draw; `undefined` draws nothing. Setting the same id again updates it in place. */
  declare question: QuestionView | undefined;
  /** `modal`: belongs to one call, Esc and closing are cancel. `inbox`: leaving is not answering (D40). */
  declare mode: 'modal' | 'inbox';
  /** BCP 47; default: the nearest `lang`, else the browser's language. */
  declare locale: string;
  /** Further languages, as data. */
  declare packs: readonly LanguagePack[];
  /** What the host can do beside answering. */
  declare offers: SheetOffers;
  /** Set when the host did not take the answer; opens the sheet again with the reasons. */
  declare refusal: Refusal | undefined;
  /** IANA zone for dates with a time; default: the browser's. */
  declare timeZone: string;
  /** Milliseconds since the epoch; for tests. */
  declare clock: () => number;

  step: Step = 'fields';
  issues: readonly FieldIssue[] = [];
  issuesFrom: 'person' | 'server' = 'person';
  unfolded = false;
  argumentsShown = false;
  menuOpen = false;
  detailsShown = false;
  sending = false;
  copied = '';
  say: Say = words('en');
  decimalMark: '.' | ',' = '.';

  #answers = new Answers();
  #lists = new Map<string, OptionListState>();
  #zones = new Map<string, string>();
  #guard = new Guard(() => this.now);
  #seen = false;
  #expired = false;
  #announced = '';
  #lastNotice = Number.POSITIVE_INFINITY;
  #afterDraw: (() => void) | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setInterval> | undefined;
  #eye: IntersectionObserver | undefined;
  #dialog: HTMLDialogElement | null = null;

  constructor() {
    super();
    this.mode = 'modal';
    this.locale = '';
    this.packs = [];
    this.offers = {};
    this.timeZone = '';
    this.clock = Date.now;
  }

  // --- what a host may call

  /** What Esc does: in a modal, cancel (a dirty draft asks once); in an inbox, leave it waiting. */
  dismiss(): void {
    if (!this.question) return;
    if (this.mode === 'inbox' || this.#ended) {
      this.#flushDraft();
      this.#tell('midcall-leave', { id: this.view.id });
      return;
    }
    if (this.sending) return;
    if (this.step === 'leaving' || !this.dirty) {
      this.#answer({ action: 'cancel' });
      return;
    }
    this.#go('leaving', 'leaving-title');
  }

  /** True while something has been typed that has not been sent. */
  get dirty(): boolean {
    return this.#answers.dirty;
  }

  // --- life

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick = setInterval(() => this.#onTick(), 1000);
    this.addEventListener('keydown', this.#onKey);
    document.addEventListener('keydown', this.#onPageKey);
    document.addEventListener('visibilitychange', this.#onUncover);
    window.addEventListener('focus', this.#onUncover);
    window.addEventListener('pagehide', this.#onHide);
    this.#dialog = this.closest('dialog');
    this.#dialog?.addEventListener('cancel', this.#onDialogCancel);
    if (typeof IntersectionObserver === 'function') {
      this.#eye = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && this.#onVisible());
      this.#eye.observe(this);
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
    this.removeEventListener('keydown', this.#onKey);
    document.removeEventListener('keydown', this.#onPageKey);
    document.removeEventListener('visibilitychange', this.#onUncover);
    window.removeEventListener('focus', this.#onUncover);
    window.removeEventListener('pagehide', this.#onHide);
    this.#dialog?.removeEventListener('cancel', this.#onDialogCancel);
    this.#eye?.disconnect();
    this.#flushDraft();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('locale') || changed.has('packs') || !this.hasUpdated) {
      const locale = this.language;
      this.say = words(locale, this.packs);
      this.decimalMark = decimalMarkOf(locale);
    }
    if (changed.has('question')) this.#onQuestion(changed.get('question'));
    if (changed.has('refusal') && this.refusal !== undefined) this.#onRefusal(this.refusal);
  }

  protected override updated(): void {
    const act = this.#afterDraw;
    this.#afterDraw = undefined;
    act?.();
  }

  protected override render(): unknown {
    return html`${this.question === undefined ? nothing : drawSheet(this)}
      <p class="unseen" role="status" aria-live="polite" id="status">${this.#announced}</p>`;
  }

  // --- what drawing reads (Sheet)

  get view(): QuestionView {
    return this.question as QuestionView;
  }

  get state(): QuestionState {
    const { state, expiresAt } = this.view;
    const open = state === 'waiting' || state === 'opened';
    return open && expiresAt !== undefined && expiresAt <= this.now ? 'expired' : state;
  }

  get server(): string {
    return showText(this.view.server.name);
  }

  get now(): number {
    return this.clock();
  }

  /** What numbers and dates are read and written in. */
  get language(): string {
    const nearest = this.closest('[lang]')?.getAttribute('lang') ?? '';
    return this.locale || nearest || (typeof navigator === 'undefined' ? 'en' : navigator.language);
  }

  get zone(): string {
    return this.timeZone === '' ? localZone() : this.timeZone;
  }

  get ticked(): boolean {
    const form = this.view.form;
    const [only] = form?.fields ?? [];
    return form !== undefined && only !== undefined && isConfirm(form) && this.#answers.touched(only.name) && this.shown(only) === true;
  }

  shown(field: Field): Raw {
    return this.#answers.shown(field, this.decimalMark);
  }

  touched(field: Field): boolean {
    return this.#answers.touched(field.name);
  }

  optionList(field: Field): OptionListState {
    const known = this.#lists.get(field.name);
    if (known !== undefined) return known;
    const made = new OptionListState(field.kind === 'choice' || field.kind === 'choices' ? field.options : []);
    this.#lists.set(field.name, made);
    return made;
  }

  zoneOf(field: Field): string {
    const kept = splitZoned(String(this.shown(field))).zone;
    return this.#zones.get(field.name) ?? (kept === '' ? this.zone : kept);
  }

  setZone(field: Field, zone: string): void {
    this.#zones.set(field.name, zone);
  }

  root(): ShadowRoot {
    return this.renderRoot as ShadowRoot;
  }

  redraw(): void {
    this.requestUpdate();
  }

  typedText(): string {
    const fields = this.view.form?.fields ?? [];
    return fields
      .filter(field => this.touched(field))
      .map(field => `${field.label}: ${String(this.shown(field))}`)
      .join('\n');
  }

  // --- what a person does (Sheet)

  set(field: Field, raw: Raw): void {
    this.#answers.set(field.name, raw);
    // A message stays until what it is about is mended; it would be noise to keep it while that is being done.
    this.issues = this.issues.filter(issue => issue.field !== field.name);
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.#flushDraft(), DRAFT_MS);
    this.requestUpdate();
  }

  proceed(): void {
    const form = this.view.form;
    if (this.view.url !== undefined) {
      this.openPage();
      return;
    }
    if (form === undefined || this.#held('accept') || (isConfirm(form) && !this.ticked)) return;
    const filled = fillForm(form, this.#answers.entries(form), { locale: this.language, zone: this.zone });
    const begun = form.fields.filter(field => this.#answers.touched(field.name) && this.shown(field) === BEGUN && isDate(field));
    if (!filled.ok || begun.length > 0) {
      const unfinished = begun.map(field => ({
        field: field.name,
        rule: 'format',
        message: this.say(field.kind === 'text' && field.format === 'date' ? 'dateIncomplete' : 'dateTimeIncomplete'),
      }));
      const others = filled.ok ? [] : filled.issues.filter(issue => !begun.some(field => field.name === issue.field));
      this.#refuse([...unfinished, ...others], 'person');
      return;
    }
    if (form.fields.length > 1 && this.step !== 'check') {
      this.issues = [];
      this.#flushDraft();
      this.#go('check', 'check-title');
      return;
    }
    this.#answer({ action: 'accept', content: filled.content as NonNullable<ElicitResult['content']> });
  }

  back(): void {
    this.#go('fields', 'title');
  }

  change(field: Field): void {
    this.#go('fields', `field-${this.view.form?.fields.indexOf(field) ?? 0}`);
  }

  decline(): void {
    if (!this.#held('decline')) this.#answer({ action: 'decline' });
  }

  notNow(): void {
    if (!this.#held('cancel')) this.#answer({ action: 'cancel' });
  }

  openPage(): void {
    const url = this.view.url;
    if (url?.openable !== true || this.#held('accept')) return;
    const again = this.state === 'opened';
    const own = this.#tell('midcall-open-url', { id: this.view.id, href: url.href, again });
    if (own) window.open(url.href, '_blank', 'noopener,noreferrer');
    if (!again) this.#answer({ action: 'accept' });
  }

  cutOff(): void {
    if (this.#held('cut-off')) return;
    this.#tell('midcall-cut-off', { id: this.view.id, server: this.view.server.name });
    this.#answer({ action: 'decline' });
  }

  mute(): void {
    this.menuOpen = false;
    this.#tell('midcall-mute', { id: this.view.id, server: this.view.server.name });
    this.requestUpdate();
  }

  moreTime(): void {
    this.#lastNotice = Number.POSITIVE_INFINITY;
    this.#tell('midcall-more-time', { id: this.view.id });
  }

  copy(what: string, text: string): void {
    void navigator.clipboard?.writeText(text).then(() => {
      this.copied = what;
      this.requestUpdate();
    });
  }

  show(what: 'message' | 'arguments' | 'menu' | 'details' | 'question', open: boolean): void {
    if (what === 'message') this.unfolded = open;
    if (what === 'arguments') this.argumentsShown = open;
    if (what === 'menu') this.menuOpen = open;
    if (what === 'details') {
      this.detailsShown = open;
      this.menuOpen = false;
    }
    if (what === 'question') {
      if (this.#held('show')) return;
      this.#go('fields', 'title');
      return;
    }
    this.requestUpdate();
  }

  // --- inside

  get #ended(): boolean {
    return this.state !== 'waiting' && this.state !== 'opened';
  }

  #onQuestion(before: QuestionView | undefined): void {
    const { question } = this;
    if (before !== undefined && before.id !== question?.id) this.#flushDraft(before);
    if (question === undefined) return;
    if (before?.id !== question.id) {
      this.#answers = Answers.fromDraft(question.draft);
      this.#lists.clear();
      this.#zones.clear();
      this.step = question.findings.some(finding => finding.id === 'secret-ask' && finding.severity === 'danger') ? 'secret' : 'fields';
      this.issues = question.rejected ?? [];
      this.issuesFrom = 'server';
      this.unfolded = this.argumentsShown = this.menuOpen = this.detailsShown = this.sending = this.#expired = this.#seen = false;
      this.copied = '';
      this.#lastNotice = Number.POSITIVE_INFINITY;
      this.#announced = '';
      this.#guard.raise();
      this.#afterDraw = () => this.#onVisible();
      return;
    }
    if (question.rejected !== undefined && question.rejected !== before.rejected) this.#refuse(question.rejected, 'server');
    if (question.state !== before.state) {
      this.sending = false;
      if (question.state === 'opened') this.#guard.raise();
      if (question.state === 'withdrawn') this.#announce(this.say('withdrawn', { server: this.server }));
    }
    if (question.expiresAt !== before.expiresAt && question.expiresAt !== undefined && before.expiresAt !== undefined) {
      this.#announce(this.say('moreTimeGiven', { time: sayTimeLeft(this.say, question.expiresAt - this.now) }));
    }
  }

  #onRefusal({ sentence, issues }: Refusal): void {
    this.sending = false;
    this.#refuse(issues !== undefined && issues.length > 0 ? issues : [{ field: '', rule: 'refused', message: sentence }], 'server');
  }

  #refuse(issues: readonly FieldIssue[], from: 'person' | 'server'): void {
    this.issues = issues;
    this.issuesFrom = from;
    this.sending = false;
    this.#go('fields', 'summary');
  }

  /** Moves to a step; focus follows, since the person's own act brought it about. */
  #go(step: Step, focus: string): void {
    this.step = step;
    this.#guard.raise();
    const inside = this.#hasFocus;
    this.#afterDraw = () => {
      const target = this.root().getElementById(focus);
      if (inside) target?.focus();
    };
    this.requestUpdate();
  }

  get #hasFocus(): boolean {
    return this.root().activeElement !== null || document.activeElement === this;
  }

  /** Whether an act must do nothing now: guard time, already sent, or over. */
  #held(action: string): boolean {
    if (this.sending || this.#ended) return true;
    if (this.#guard.left === 0) return false;
    this.#tell('midcall-guarded', { id: this.view.id, action });
    return true;
  }

  #answer(result: ElicitResult): void {
    if (this.sending) return;
    this.sending = true;
    this.#flushDraft();
    this.requestUpdate();
    this.#tell('midcall-answer', result);
  }

  #flushDraft(view: QuestionView | undefined = this.question): void {
    if (this.#draftTimer === undefined) return;
    clearTimeout(this.#draftTimer);
    this.#draftTimer = undefined;
    if (view !== undefined) this.#tell('midcall-draft', { id: view.id, draft: this.#answers.toDraft(this.now) });
  }

  #tell<N extends MidcallEventName>(name: N, detail: MidcallEventMap[N]['detail']): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === 'midcall-open-url' }));
  }

  #announce(text: string): void {
    this.#announced = text;
    this.requestUpdate();
  }

  #onVisible(): void {
    if (
      this.question === undefined ||
      this.#seen ||
      document.visibilityState !== 'visible' ||
      !this.isConnected ||
      this.getClientRects().length === 0
    )
      return;
    this.#seen = true;
    this.#guard.raise();
    this.#tell('midcall-seen', { id: this.question.id });
  }

  #onUncover = (): void => {
    if (document.visibilityState === 'visible') {
      this.#guard.raise();
      this.#onVisible();
    } else this.#flushDraft();
  };

  #onHide = (): void => this.#flushDraft();

  #onTick(): void {
    if (this.question === undefined) return;
    this.requestUpdate();
    const { expiresAt, state } = this.view;
    if (expiresAt === undefined || (state !== 'waiting' && state !== 'opened')) return;
    const left = expiresAt - this.now;
    for (const notice of [10_000, 60_000]) {
      if (left > 0 && left <= notice && this.#lastNotice > notice) {
        this.#lastNotice = notice;
        this.#announce(this.say('timeLeft', { time: sayTimeLeft(this.say, left), server: this.server }));
        break;
      }
    }
    if (left <= 0 && !this.#expired) {
      this.#expired = true;
      this.#flushDraft();
      this.#announce(this.say('expired'));
      this.#tell('midcall-expired', { id: this.view.id });
    }
  }

  #onKey = (event: KeyboardEvent): void => {
    if (this.question === undefined || event.defaultPrevented || event.isComposing || event.key !== 'Enter') return;
    const target = event.composedPath()[0];
    const form = this.view.form;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      if (this.step === 'fields' || this.step === 'check') this.proceed();
    } else if (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)) {
      // Enter in the only field sends it; with more fields it would be a surprise.
      event.preventDefault();
      if (form?.fields.length === 1 && this.step === 'fields') this.proceed();
    }
  };

  /** Esc counts when it was meant for this sheet: focus is inside, or nowhere. */
  #onPageKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || this.question === undefined) return;
    const inside = event.composedPath().includes(this);
    if (!inside && document.activeElement !== document.body && document.activeElement !== null) return;
    if (this.#dialog?.open === true) return;
    event.preventDefault();
    if (this.step === 'check') this.back();
    else this.dismiss();
  };

  #onDialogCancel = (event: Event): void => {
    if (this.question === undefined || this.#ended) return;
    event.preventDefault();
    this.dismiss();
  };
}

function isDate(field: Field): boolean {
  return field.kind === 'text' && (field.format === 'date' || field.format === 'date-time');
}
