/** What a drawing function may see and do. The element is the only one that implements it; drawing holds no state. */
import type { Field, FieldIssue, Form } from '@midcall/core';
import type { QuestionState, QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import type { Raw } from './answers.js';
import type { Later } from './load-later.js';

/** Which of the things a host may offer beside answering are wired; what is not is not drawn. */
export interface SheetOffers {
  readonly mute?: boolean;
  readonly cutOff?: boolean;
  /** Answers can be remembered for when the same question comes again. */
  readonly remember?: boolean;
}

/** A round as its parts see it: what is done in one of several questions that are answered together. */
export interface RoundHost {
  /** The main key was pressed in a part. */
  goOn(): void;
  /** A part was decided or taken up again. */
  decided(): void;
  /** Back from the check to one field of a part. */
  change(part: HTMLElement, field: Field): void;
}

/** What is sent for one question of a round that is not answered. */
export type PartDecision = 'decline' | 'cancel' | undefined;

export type Step = 'fields' | 'check' | 'leaving' | 'secret';

/** What can be folded away and shown. */
export type Shown = 'message' | 'arguments' | 'menu' | 'details' | 'question';

/** What there is to read. */
export interface SheetState {
  readonly view: QuestionView;
  /** Where the question stands here and now: an expiry is seen without waiting to be told. */
  readonly state: QuestionState;
  readonly say: Say;
  /** The operator's name for the server, fit to be shown. */
  readonly server: string;
  readonly mode: 'modal' | 'inbox' | 'part';
  /** In a part of a round: what was decided instead of an answer. */
  readonly decision: PartDecision;
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
  /** The person asked that this answer be remembered. */
  readonly remembering: boolean;
  /** Inside somebody else's page, and not to be shown there. */
  readonly framed: boolean;
  /** Whether it can be: a form that is no confirm, asked by a known call, without a warning. */
  readonly rememberable: boolean;
  readonly ticked: boolean;
  /** The answer has gone out and the host has not said what became of it. */
  readonly sending: boolean;
  /** It was answered in another place while it stood here. */
  readonly elsewhere: boolean;
  readonly now: number;
  readonly copied: string;
  /** The address was copied: it may be opened without us. */
  readonly addressTaken: boolean;
  /** What is loaded while the person reads; undefined until it is there. */
  readonly later: Later | undefined;

  shown(field: Field): Raw;
  touched(field: Field): boolean;
  /** What a widget remembers of its field between drawings, made when first asked for. */
  kept<T extends object>(field: Field, make: () => T): T;
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
  /** Takes a decision of a part back. */
  undecide(): void;
  dismiss(): void;
  change(field: Field): void;
  openPage(): void;
  openedByHand(): void;
  cutOff(): void;
  mute(): void;
  remember(on: boolean): void;
  moreTime(): void;
  copy(what: string, text: string): void;
  show(what: Shown, open: boolean): void;
}

/** Ids inside the shadow root, by the field's place: names are data and may hold anything. */
export function fieldId(form: Form, field: Field): string {
  return `field-${form.fields.indexOf(field)}`;
}
