/**
 * One question in a terminal, as a state and what keys make of it; nothing is drawn here.
 *
 * Invariants:
 *  1. Sending, declining and leaving have keys of their own; nothing else ever answers (N2). Enter sends only a form of
 *     one field, and of several fields nothing goes out before the check (N3, E-P-06).
 *  2. Pasted text only ever enters a field.
 *  3. For a moment after the sheet appears keys that would answer do nothing; interrupt always leaves.
 */
import type { Field, RawInput } from '@midcall/core';
import { fillForm, initialDraft, isConfirm } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { Key } from './keys.js';
import { dropLast } from './text-width.js';

export interface SheetState {
  readonly question: QuestionView;
  readonly values: ReadonlyMap<string, RawInput>;
  /** Index of the field that has the keys. */
  readonly focus: number;
  /** Index of the highlighted option in the focused choice. */
  readonly option: number;
  readonly search: string;
  readonly step: 'form' | 'check' | 'opened';
  /** By field name. */
  readonly errors: ReadonlyMap<string, string>;
  readonly note?: 'tick-first' | 'no-more-time' | 'hidden-secret';
  /** A secret-ask is covered until the person asks for it. */
  readonly covered: boolean;
  readonly shownAt: number;
}

export type SheetEffect =
  | { readonly kind: 'answer'; readonly result: ElicitResult }
  | { readonly kind: 'open' | 'retry' | 'more-time' | 'draft' | 'cut-off' };

export interface SheetStep {
  readonly state: SheetState;
  readonly effect?: SheetEffect;
}

export interface SheetOptions {
  readonly now: number;
  readonly locale?: string;
  readonly zone?: string;
  /** Milliseconds. */
  readonly guardTime: number;
}

export function openSheet(question: QuestionView, now: number): SheetState {
  const values = new Map<string, RawInput>(question.form === undefined ? [] : initialDraft(question.form));
  for (const [name, raw] of question.draft?.values ?? []) values.set(name, raw);
  const errors = new Map((question.rejected ?? []).map(issue => [issue.field, issue.message]));
  const state: SheetState = {
    question,
    values,
    focus: 0,
    option: 0,
    search: '',
    step: 'form',
    errors,
    shownAt: now,
    covered: question.findings.some(finding => finding.id === 'secret-ask'),
  };
  return focusOn(state, 0);
}

/** The fields of the form; a page has none. */
export function fieldsOf(state: SheetState): readonly Field[] {
  return state.question.form?.fields ?? [];
}

/** The options of a choice that match what was typed to find one. */
export function shownOptions(state: SheetState, field: Field): readonly { readonly value: string; readonly title: string }[] {
  if (field.kind !== 'choice' && field.kind !== 'choices') return [];
  const search = state.search.toLocaleLowerCase();
  return search === '' ? field.options : field.options.filter(option => option.title.toLocaleLowerCase().includes(search));
}

export function pressKey(before: SheetState, key: Key, options: SheetOptions): SheetStep {
  const { note: _note, ...rest } = before;
  const state: SheetState = rest;
  if (key.name === 'interrupt' || key.name === 'end-of-input') return cancel(state);
  const guarded = options.now - state.shownAt < options.guardTime;
  if (guarded && (key.name === 'escape' || key.name === 'send' || key.name === 'decline' || key.name === 'enter')) return { state };
  if (key.name === 'escape') return state.step === 'check' ? { state: { ...state, step: 'form' } } : cancel(state);
  if (key.name === 'decline')
    return state.step === 'opened' ? { state } : { state, effect: { kind: 'answer', result: { action: 'decline' } } };
  if (key.name === 'more-time') return { state, effect: { kind: 'more-time' } };
  if (state.step === 'opened')
    return key.name === 'text' && key.text.toLowerCase() === 'r' ? { state, effect: { kind: 'retry' } } : { state };
  if (state.covered) return uncover(state, key);
  if (state.question.form === undefined)
    return key.name === 'send' || key.name === 'enter' ? { state, effect: { kind: 'open' } } : { state };
  if (key.name === 'send') return send(state, options);
  return state.step === 'check' ? checkKey(state, key) : formKey(state, key, options);
}

function cancel(state: SheetState): SheetStep {
  return { state, effect: { kind: 'answer', result: { action: 'cancel' } } };
}

/** Secret-ask: cut off, decline, not now, or look at it all the same. */
function uncover(state: SheetState, key: Key): SheetStep {
  if (key.name !== 'text' || key.pasted) return { state };
  const letter = key.text.toLowerCase();
  if (letter === 's') return { state: { ...state, covered: false, note: 'hidden-secret' } };
  return letter === 'c' ? { state, effect: { kind: 'cut-off' } } : { state };
}

function formKey(state: SheetState, key: Key, options: SheetOptions): SheetStep {
  const fields = fieldsOf(state);
  const field = fields[state.focus];
  if (field === undefined) return key.name === 'enter' ? send(state, options) : { state };
  if (key.name === 'tab') return moved(state, state.focus + 1);
  if (key.name === 'back-tab') return moved(state, state.focus - 1);
  if (key.name === 'enter') return enter(state, field, options);
  const changed = editField(state, field, key);
  if (changed !== undefined) return changed === state ? { state } : { state: clearError(changed, field.name), effect: { kind: 'draft' } };
  if (key.name === 'up') return moved(state, state.focus - 1);
  if (key.name === 'down') return moved(state, state.focus + 1);
  return { state };
}

function enter(state: SheetState, field: Field, options: SheetOptions): SheetStep {
  const fields = fieldsOf(state);
  const chosen = field.kind === 'choice' ? pick(state, field) : state;
  if (fields.length === 1) return send(chosen, options);
  return state.focus === fields.length - 1 ? send(chosen, options) : moved(chosen, state.focus + 1);
}

/** The field after a key, the same state if the key means nothing to it, undefined if the key is not its to take. */
function editField(state: SheetState, field: Field, key: Key): SheetState | undefined {
  if (field.kind === 'boolean') return editBoolean(state, field, key);
  if (field.kind === 'choice' || field.kind === 'choices') return editChoice(state, field, key);
  const typed = state.values.get(field.name);
  const text = typeof typed === 'string' ? typed : '';
  if (key.name === 'text') return set(state, field, text + key.text);
  if (key.name === 'backspace') return text === '' ? state : set(state, field, dropLast(text));
  if (key.name === 'clear-line') return text === '' ? state : set(state, field, '');
  return undefined;
}

/** Optional yes/no has a third state, no answer; a required one is a tick. */
function editBoolean(state: SheetState, field: Field, key: Key): SheetState | undefined {
  const states: RawInput[] = field.required ? [false, true] : ['', true, false];
  const now = state.values.get(field.name) ?? states[0] ?? '';
  const at = Math.max(0, states.indexOf(now));
  const step = (by: number): SheetState => set(state, field, states[(at + by + states.length) % states.length] ?? '');
  if (key.name === 'left') return step(-1);
  if (key.name === 'right') return step(1);
  if (key.name !== 'text' || key.pasted) return undefined;
  if (key.text === ' ') return step(1);
  if (/^[yj]$/i.test(key.text)) return set(state, field, true);
  if (/^n$/i.test(key.text)) return set(state, field, false);
  return state;
}

function editChoice(state: SheetState, field: Field, key: Key): SheetState | undefined {
  const options = shownOptions(state, field);
  const last = Math.max(0, options.length - 1);
  const to = (option: number): SheetState => highlight(state, field, Math.min(last, Math.max(0, option)));
  if (key.name === 'down') return state.option >= last ? undefined : to(state.option + 1);
  if (key.name === 'up') return state.option <= 0 ? undefined : to(state.option - 1);
  if (key.name === 'page-down') return to(state.option + 8);
  if (key.name === 'page-up') return to(state.option - 8);
  if (key.name === 'home') return to(0);
  if (key.name === 'end') return to(last);
  if (key.name === 'backspace')
    return state.search === '' ? clearChoice(state, field) : { ...state, search: dropLast(state.search), option: 0 };
  if (key.name === 'clear-line') return { ...clearChoice(state, field), search: '' };
  if (key.name !== 'text') return undefined;
  if (key.text === ' ' && !key.pasted) return field.kind === 'choices' ? toggle(state, field) : pick(state, field);
  return { ...state, search: state.search + key.text.replace(/\n/g, ' '), option: 0 };
}

/** Moving in a single choice chooses, as in radios; in several it only highlights. */
function highlight(state: SheetState, field: Field, option: number): SheetState {
  return field.kind === 'choice' ? pick({ ...state, option }, field) : { ...state, option };
}

function pick(state: SheetState, field: Field): SheetState {
  const chosen = shownOptions(state, field)[state.option];
  return chosen === undefined ? state : set(state, field, chosen.value);
}

function toggle(state: SheetState, field: Field): SheetState {
  const option = shownOptions(state, field)[state.option];
  if (option === undefined) return state;
  const now = state.values.get(field.name);
  const chosen = Array.isArray(now) ? (now as readonly string[]) : [];
  return set(state, field, chosen.includes(option.value) ? chosen.filter(value => value !== option.value) : [...chosen, option.value]);
}

function clearChoice(state: SheetState, field: Field): SheetState {
  return set(state, field, field.kind === 'choices' ? [] : '');
}

function checkKey(state: SheetState, key: Key): SheetStep {
  const count = fieldsOf(state).length;
  if (key.name === 'up' || key.name === 'back-tab') return { state: { ...state, focus: Math.max(0, state.focus - 1) } };
  if (key.name === 'down' || key.name === 'tab') return { state: { ...state, focus: Math.min(count - 1, state.focus + 1) } };
  if (key.name === 'enter') return moved({ ...state, step: 'form' }, state.focus);
  return { state };
}

/** To the check of several fields, or out; with faults to the first of them. */
function send(state: SheetState, options: SheetOptions): SheetStep {
  const { form } = state.question;
  if (form === undefined) return { state };
  if (isConfirm(form) && state.values.get(form.fields[0]?.name ?? '') !== true) return { state: { ...state, note: 'tick-first' } };
  const filled = fillForm(form, state.values, {
    ...(options.locale !== undefined && { locale: options.locale }),
    ...(options.zone !== undefined && { zone: options.zone }),
  });
  if (!filled.ok) {
    const errors = new Map(filled.issues.map(issue => [issue.field, issue.message]));
    const first = form.fields.findIndex(field => errors.has(field.name));
    return { state: { ...focusOn({ ...state, step: 'form' }, Math.max(0, first)), errors } };
  }
  if (form.fields.length > 1 && state.step === 'form') return { state: { ...state, step: 'check', focus: 0, errors: new Map() } };
  return { state, effect: { kind: 'answer', result: { action: 'accept', content: Object.fromEntries(Object.entries(filled.content)) } } };
}

function moved(state: SheetState, focus: number): SheetStep {
  const last = Math.max(0, fieldsOf(state).length - 1);
  return { state: focusOn(state, Math.min(last, Math.max(0, focus))) };
}

function focusOn(state: SheetState, focus: number): SheetState {
  const field = fieldsOf(state)[focus];
  const chosen = field === undefined ? undefined : state.values.get(field.name);
  const option =
    field?.kind === 'choice'
      ? Math.max(
          0,
          field.options.findIndex(one => one.value === chosen),
        )
      : 0;
  return { ...state, focus, option, search: '' };
}

function set(state: SheetState, field: Field, raw: RawInput): SheetState {
  return { ...state, values: new Map(state.values).set(field.name, raw) };
}

function clearError(state: SheetState, name: string): SheetState {
  if (!state.errors.has(name)) return state;
  const errors = new Map(state.errors);
  errors.delete(name);
  return { ...state, errors };
}
