/**
 * What is on the screen while questions are answered: one question, or all of one round, as plain data. Nothing is drawn
 * here and no key is known; `press-key.ts` says what keys make of it.
 *
 * A *stop* is what can have the keys: a field, or a whole question that has none to show (a page, a covered secret-ask,
 * one that was declined within a round).
 */
import type { Field, RawInput } from '@midcall/core';
import { initialDraft, isConfirm } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';

export interface SheetPart {
  readonly question: QuestionView;
  /** What was touched, by field name; untouched fields show their default. */
  readonly values: ReadonlyMap<string, RawInput>;
  /** What is wrong, by field name; `''` for the answer as a whole. */
  readonly errors: ReadonlyMap<string, string>;
  /** A secret-ask is covered until the person asks to see it. */
  readonly covered: boolean;
  /** In a round: what will be sent instead of an answer. */
  readonly decision?: 'decline' | 'cancel';
  /** The answer is remembered once it is sent. */
  readonly remember: boolean;
  /** The person typed something that is not kept yet or could be lost. */
  readonly dirty: boolean;
}

export interface SheetState {
  readonly parts: readonly SheetPart[];
  /** Index of the stop that has the keys. */
  readonly focus: number;
  /** Where the cursor stands in the focused text, in UTF-16 units. */
  readonly at: number;
  /** Index of the highlighted option in the focused choice. */
  readonly option: number;
  readonly search: string;
  /** `ended`: it ended under the person's hands, and what they typed is shown until they go on. */
  readonly step: 'form' | 'check' | 'ended';
  /** Index of the highlighted line of the menu, while it is open. */
  readonly menu?: number;
  /** Said once, above the keys, until the next key. */
  readonly note?: SheetNote;
  /** Long messages are whole. */
  readonly unfolded: boolean;
  /** What was sent with the call is shown. */
  readonly sent: boolean;
  /** First line of the window over what is too long for it. */
  readonly top: number;
  /** The window goes where the keys are; false while the person reads. */
  readonly following: boolean;
  /** When it appeared or changed under the person's hands: for a moment after it keys do nothing. */
  readonly shownAt: number;
}

export interface SheetNote {
  readonly text: string;
  readonly danger?: boolean;
}

export interface Stop {
  readonly part: number;
  readonly field?: Field;
}

export function openSheet(parts: readonly SheetPart[], now: number): SheetState {
  const state: SheetState = {
    parts,
    focus: 0,
    at: 0,
    option: 0,
    search: '',
    step: 'form',
    unfolded: false,
    sent: false,
    top: 0,
    following: false,
    shownAt: now,
  };
  return focusOn(state, 0);
}

/** @param kept what was typed when the very same question was closed without an answer. */
export function openPart(question: QuestionView, kept?: SheetPart['values']): SheetPart {
  const values = new Map<string, RawInput>(question.draft?.values ?? kept ?? []);
  const { form } = question;
  if (form !== undefined && isConfirm(form)) values.delete(form.fields[0]?.name ?? ''); // a tick is always the person's own, of now
  return {
    question,
    values,
    errors: new Map((question.rejected ?? []).map(issue => [issue.field, issue.message])),
    covered: question.findings.some(finding => finding.id === 'secret-ask'),
    remember: false,
    dirty: false,
  };
}

/** Whether the question can still be answered or given up. */
export function isLive(part: SheetPart): boolean {
  return part.question.state === 'waiting' || part.question.state === 'opened';
}

export function isRound(state: SheetState): boolean {
  return state.parts.length > 1;
}

/** Everything that can have the keys, top to bottom. */
export function stopsOf(state: SheetState): readonly Stop[] {
  const stops = state.parts.flatMap((part, index): Stop[] => {
    if (!isLive(part)) return [];
    const fields = part.covered || part.decision !== undefined ? [] : (part.question.form?.fields ?? []);
    return fields.length === 0 ? [{ part: index }] : fields.map(field => ({ part: index, field }));
  });
  return stops.length === 0 ? [{ part: 0 }] : stops;
}

export function stopOf(state: SheetState): Stop {
  const stops = stopsOf(state);
  return stops[Math.min(state.focus, stops.length - 1)] ?? { part: 0 };
}

/** The question that has the keys. */
export function partOf(state: SheetState): SheetPart {
  return state.parts[stopOf(state).part] ?? (state.parts[0] as SheetPart);
}

/** What stands in a field now: what was typed, else its default, else blank. */
export function shownValue(part: SheetPart, field: Field): RawInput {
  const touched = part.values.get(field.name);
  if (touched !== undefined) return touched;
  const { form } = part.question;
  if (form === undefined || (field.kind === 'boolean' && isConfirm(form))) return field.kind === 'boolean' ? false : '';
  return new Map(initialDraft(form)).get(field.name) ?? '';
}

/** What `fillForm` takes. A yes/no nobody chose is blank, not an unticked box (N2); a tick is never there by default. */
export function entriesOf(part: SheetPart): [name: string, raw: RawInput][] {
  const fields = part.question.form?.fields ?? [];
  return fields.flatMap((field): [string, RawInput][] => {
    const touched = part.values.get(field.name);
    if (touched !== undefined) return [[field.name, touched]];
    return field.kind === 'boolean' ? [[field.name, shownValue(part, field)]] : [];
  });
}

/** The options of a choice that match what was typed to find one. */
export function shownOptions(state: SheetState, field: Field): readonly { readonly value: string; readonly title: string }[] {
  if (field.kind !== 'choice' && field.kind !== 'choices') return [];
  const search = state.search.toLocaleLowerCase();
  return search === '' ? field.options : field.options.filter(option => option.title.toLocaleLowerCase().includes(search));
}

export function replacePart(state: SheetState, index: number, change: Partial<SheetPart>): SheetState {
  return { ...state, parts: state.parts.map((part, at) => (at === index ? { ...part, ...change } : part)) };
}

export function focusOn(state: SheetState, focus: number): SheetState {
  const stops = stopsOf(state);
  const to = Math.max(0, Math.min(stops.length - 1, focus));
  const stop = stops[to];
  const part = state.parts[stop?.part ?? 0];
  const raw = stop?.field === undefined || part === undefined ? '' : shownValue(part, stop.field);
  const chosen = stop?.field?.kind === 'choice' ? stop.field.options.findIndex(one => one.value === raw) : 0;
  return { ...state, focus: to, at: typeof raw === 'string' ? raw.length : 0, option: Math.max(0, chosen), search: '' };
}

/** The stop of one field, or of its question. */
export function stopAt(state: SheetState, part: number, field?: Field): number {
  const stops = stopsOf(state);
  const exact = stops.findIndex(stop => stop.part === part && stop.field?.name === field?.name);
  return Math.max(0, exact >= 0 ? exact : stops.findIndex(stop => stop.part === part));
}
