/** What a drawing function may see and do. The element is the only one that implements it; drawing holds no state. */
import type { Field, FieldIssue, Form } from '@midcall/core';
import type { QuestionState, QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import type { Raw } from './answers.js';
import type { OptionListState } from './draw/option-list.js';

/** Which of the things a host may offer beside answering are wired; what is not is not drawn. */
export interface SheetOffers {
  readonly mute?: boolean;
  readonly cutOff?: boolean;
}

export type Step = 'fields' | 'check' | 'leaving' | 'secret';

/** What there is to read. */
export interface SheetState {
  readonly view: QuestionView;
  /** Where the question stands here and now: an expiry is seen without waiting to be told. */
  readonly state: QuestionState;
  readonly say: Say;
  /** The operator's name for the server, fit to be shown. */
  readonly server: string;
  readonly mode: 'modal' | 'inbox';
  readonly step: Step;
  readonly offers: SheetOffers;
  readonly language: string;
  readonly zone: string;
  readonly issues: readonly FieldIssue[];
  /** Said above the issues when it was the server that did not take the answer. */
  readonly issuesFrom: 'person' | 'server';
  readonly unfolded: boolean;
  readonly argumentsShown: boolean;
  readonly menuOpen: boolean;
  readonly detailsShown: boolean;
  readonly ticked: boolean;
  /** The answer has gone out and the host has not said what became of it. */
  readonly sending: boolean;
  readonly now: number;
  readonly copied: string;
  /** The address was copied: it may be opened without us. */
  readonly addressTaken: boolean;

  shown(field: Field): Raw;
  touched(field: Field): boolean;
  optionList(field: Field): OptionListState;
  /** The zone chosen for a date-time field. */
  zoneOf(field: Field): string;
  setZone(field: Field, zone: string): void;
  /** Whether anything was typed or chosen. */
  readonly dirty: boolean;
  /** What was typed, as lines of `label: text`, for the clipboard. */
  typedText(): string;
  redraw(): void;
  root(): ShadowRoot;
}

/** And what a person may do. */
export interface Sheet extends SheetState {
  set(field: Field, raw: Raw): void;
  /** The main button, and Ctrl+Enter. */
  proceed(): void;
  back(): void;
  decline(): void;
  notNow(): void;
  dismiss(): void;
  change(field: Field): void;
  openPage(): void;
  openedByHand(): void;
  cutOff(): void;
  mute(): void;
  moreTime(): void;
  copy(what: string, text: string): void;
  show(what: 'message' | 'arguments' | 'menu' | 'details' | 'question', open: boolean): void;
}

/** Ids inside the shadow root, by the field's place: names are data and may hold anything. */
export function fieldId(form: Form, field: Field): string {
  return `field-${form.fields.indexOf(field)}`;
}
