/**
 * The reading half of `<midcall-question>`: its properties, what the person has touched so far, and everything drawing asks
 * for. It decides nothing; what a person does is in `question-element.ts`.
 */
import { type Field, type FieldIssue, isConfirm } from '@midcall/core';
import type { QuestionState, QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import { type LanguagePack, type Say, words } from '@midcall/core/words';
import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { Answers, type Raw } from './answers.js';
import { OptionListState } from './draw/option-list.js';
import type { SheetOffers, SheetState, Step } from './sheet.js';
import { sheetStyles } from './styles.js';
import { localZone, splitZoned } from './zoned-time.js';

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
  addressTaken = false;
  say: Say = words('en');

  protected answers = new Answers();
  readonly #lists = new Map<string, OptionListState>();
  readonly #zones = new Map<string, string>();

  constructor() {
    super();
    this.mode = 'modal';
    this.locale = '';
    this.packs = [];
    this.offers = {};
    this.timeZone = '';
    this.clock = Date.now;
  }

  /** True while something has been typed that has not been sent. */
  get dirty(): boolean {
    return this.answers.dirty;
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

  shown(field: Field): Raw {
    return this.answers.shown(field);
  }

  touched(field: Field): boolean {
    return this.answers.touched(field.name);
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

  protected get ended(): boolean {
    return this.state !== 'waiting' && this.state !== 'opened';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('locale') && !changed.has('packs') && this.hasUpdated) return;
    this.say = words(this.language, this.packs);
  }

  /** Another question: nothing typed, searched or chosen for the last one is left. */
  protected startOver(question: QuestionView): void {
    this.answers = Answers.fromDraft(question.draft);
    this.#lists.clear();
    this.#zones.clear();
    this.step = question.findings.some(finding => finding.id === 'secret-ask' && finding.severity === 'danger') ? 'secret' : 'fields';
    this.issues = question.rejected ?? [];
    this.issuesFrom = 'server';
    this.unfolded = this.argumentsShown = this.menuOpen = this.detailsShown = this.sending = false;
    this.copied = '';
    this.addressTaken = false;
  }
}
