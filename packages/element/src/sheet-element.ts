/**
 * The reading half of `<midcall-question>`: its properties, what the person has touched so far, and everything drawing asks
 * for. It decides nothing; what a person does is in `question-element.ts`.
 */
import { type Field, type FieldIssue, isConfirm } from '@midcall/core';
import type { Finding, QuestionState, QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import { type LanguagePack, type Say, words } from '@midcall/core/words';
import { adoptStyles, LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { Answers, type Raw } from './answers.js';
import { framedByStranger } from './framed.js';
import { type Later, later } from './load-later.js';
import { localZone } from './local-zone.js';
import type { PartDecision, SheetOffers, SheetState, Shown, Step } from './sheet.js';
import { narrowStyles } from './styles/narrow.js';
import { sheetStyles } from './styles.js';

/** Why the host did not take an answer: shown at the fields, everything typed kept. */
export interface Refusal {
  readonly sentence: string;
  readonly issues?: readonly FieldIssue[];
}

export abstract class SheetElement extends LitElement implements SheetState {
  static override styles = sheetStyles;

  static override properties: PropertyDeclarations = {
    question: { attribute: false },
    mode: { type: String, reflect: true },
    locale: { type: String },
    packs: { attribute: false },
    offers: { attribute: false },
    refusal: { attribute: false },
    timeZone: { attribute: 'time-zone' },
    framedBy: { attribute: 'framed-by' },
    clock: { attribute: false },
  };

  /** The question to draw; `undefined` draws nothing. Setting the same id again updates it in place. */
  declare question: QuestionView | undefined;
  /** `modal`: belongs to one call, Esc and closing are cancel. `inbox`: leaving is not answering (D40). `part`: one of a round, inside `<midcall-round>`. */
  declare mode: 'modal' | 'inbox' | 'part';
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
  /** Origins of pages that may show this one in a frame, separated by spaces; elsewhere no secret is asked for and no page opened (D36). */
  declare framedBy: string;
  /** Milliseconds since the epoch; for tests. */
  declare clock: () => number;

  step: Step = 'fields';
  decision: PartDecision;
  issues: readonly FieldIssue[] = [];
  issuesFrom: 'person' | 'server' = 'person';
  unfolded = false;
  argumentsShown = false;
  menuOpen = false;
  detailsShown = false;
  sending = false;
  elsewhere = false;
  remembering = false;
  copied = '';
  addressTaken = false;
  say: Say = words('en');

  protected answers = new Answers();
  readonly #kept = new Map<string, object>();

  constructor() {
    super();
    this.mode = 'modal';
    this.locale = '';
    this.packs = [];
    this.offers = {};
    this.timeZone = this.framedBy = '';
    this.clock = Date.now;
  }

  /** True while something has been typed that has not been sent. */
  get dirty(): boolean {
    return this.answers.dirty;
  }

  get later(): Later | undefined {
    return later();
  }

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
    const browser = typeof navigator === 'undefined' ? 'en' : navigator.language;
    const wanted = this.locale || (this.closest('[lang]')?.getAttribute('lang') ?? '') || browser;
    // A page says `en`, the browser which one: dates and numbers follow the person.
    return browser.toLowerCase().startsWith(`${wanted.toLowerCase()}-`) ? browser : wanted;
  }

  get zone(): string {
    return this.timeZone === '' ? localZone() : this.timeZone;
  }

  get ticked(): boolean {
    const form = this.view.form;
    const [only] = form?.fields ?? [];
    return form !== undefined && only !== undefined && isConfirm(form) && this.answers.touched(only.name) && this.shown(only) === true;
  }

  /** In somebody else's page, which could lay itself over what is pressed (D36). */
  get framed(): boolean {
    const { url, findings } = this.view;
    const grave = url !== undefined || findings.some(isSecretAsk);
    return grave && framedByStranger(this.framedBy.split(/\s+/));
  }

  get rememberable(): boolean {
    const { form, call, findings } = this.view;
    return this.offers.remember === true && form !== undefined && !isConfirm(form) && call !== undefined && findings.length === 0;
  }

  shown(field: Field): Raw {
    return this.answers.shown(field);
  }

  touched(field: Field): boolean {
    return this.answers.touched(field.name);
  }

  kept<T extends object>(field: Field, make: () => T): T {
    // One widget per field: what is kept under its name is what that widget made.
    const known = this.#kept.get(field.name) as T | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#kept.set(field.name, made);
    return made;
  }

  root(): ShadowRoot {
    return this.renderRoot as ShadowRoot;
  }

  show(what: Shown, open: boolean): void {
    if (what === 'message') this.unfolded = open;
    if (what === 'arguments') this.argumentsShown = open;
    if (what === 'details') this.detailsShown = open;
    this.menuOpen = what === 'menu' && open;
    this.requestUpdate();
  }

  copy(what: string, text: string): void {
    if (what === 'address') this.addressTaken = true;
    this.requestUpdate();
    void navigator.clipboard?.writeText(text).then(() => {
      this.copied = what;
      this.requestUpdate();
    });
  }

  remember(on: boolean): void {
    this.remembering = on;
    this.menuOpen = false;
    this.requestUpdate();
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

  protected get ended(): boolean {
    return this.state !== 'waiting' && this.state !== 'opened';
  }

  #dressed = false;

  /** The later part brings its own styles; the narrow rules keep the last word. */
  #dress(): void {
    if (this.#dressed || this.later === undefined) return;
    this.#dressed = true;
    const { elementStyles } = this.constructor as typeof LitElement;
    const at = elementStyles.indexOf(narrowStyles);
    adoptStyles(this.root(), [...elementStyles.slice(0, at), ...this.later.laterStyles, ...elementStyles.slice(at)]);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#dress();
    if (!changed.has('locale') && !changed.has('packs') && this.hasUpdated) return;
    this.say = words(this.language, this.packs);
  }

  /** Another question: nothing typed, searched or chosen for the last one is left. */
  protected startOver(question: QuestionView): void {
    this.answers = Answers.fromDraft(question.draft);
    this.#kept.clear();
    this.step = question.findings.some(isSecretAsk) ? 'secret' : 'fields';
    this.issues = question.rejected ?? [];
    this.issuesFrom = 'server';
    this.unfolded = this.argumentsShown = this.menuOpen = this.detailsShown = this.sending = this.elsewhere = false;
    this.copied = '';
    this.decision = undefined;
    this.remembering = false;
    this.addressTaken = false;
  }
}

function isSecretAsk({ id, severity }: Finding): boolean {
  return id === 'secret-ask' && severity === 'danger';
}
