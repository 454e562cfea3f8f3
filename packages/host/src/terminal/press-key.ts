/**
 * What keys make of a sheet; nothing is drawn here.
 *
 * Invariants:
 *  1. Sending, declining and leaving have keys of their own; nothing else ever answers (N2). Enter sends only a form of
 *     one field, and of several fields or questions nothing goes out before the check (N3, E-P-06, D5).
 *  2. Pasted text only ever enters a field.
 *  3. For a moment after the sheet appears or changes by itself no key does anything; interrupt always leaves.
 *  4. In a call's own prompt Esc and interrupt are `cancel`; in the inbox they leave the question waiting (D40).
 */

import type { ElicitAction } from '@midcall/core/wire';
import type { DecideOptions, SentAnswer } from './decide.js';
import { decideSheet, needsCheck } from './decide.js';
import { editField, pickOption } from './edit-field.js';
import type { Key } from './keys.js';
import type { MenuDeed, MenuPowers } from './menu.js';
import { menuOf } from './menu.js';
import type { SheetState } from './sheet.js';
import { focusOn, isLive, isRound, partOf, replacePart, stopOf, stopsOf } from './sheet.js';

export type SheetEffect =
  | { readonly kind: 'send'; readonly answers: readonly SentAnswer[] }
  | { readonly kind: 'open' | 'retry' | 'draft' | 'print'; readonly id: string }
  | { readonly kind: 'cut-off' | 'mute' | 'unmute'; readonly server: string }
  | { readonly kind: 'more-time' | 'leave' | 'next' };

export interface SheetStep {
  readonly state: SheetState;
  readonly effect?: SheetEffect;
}

export interface PressOptions extends DecideOptions {
  readonly now: number;
  /** Milliseconds. */
  readonly guardTime: number;
  /** What Esc and interrupt do (D40). */
  readonly leaving: 'cancels' | 'keeps';
  readonly powers: MenuPowers;
  /** Whether a page can be opened from here; else its address can be printed alone. */
  readonly canOpen: boolean;
  /** Whether other questions wait behind. */
  readonly behind: boolean;
  /** Lines the window moves by. */
  readonly page: number;
}

export function pressKey(before: SheetState, key: Key, options: PressOptions): SheetStep {
  const { note: _note, ...rest } = before;
  const state: SheetState = rest;
  if (key.name === 'interrupt' || key.name === 'end-of-input') return leave(state, options);
  if (options.now - state.shownAt < options.guardTime) return { state: before };
  if (state.menu !== undefined) return menuKey(state, state.menu, key, options);
  switch (key.name) {
    case 'escape':
      return state.step === 'check' ? { state: { ...state, step: 'form', following: true } } : leave(state, options);
    case 'more-time':
      return { state, effect: { kind: 'more-time' } };
    case 'menu':
      return openMenu(state, options);
    case 'fold':
      return { state: { ...state, unfolded: !state.unfolded, following: state.unfolded } };
    case 'sent':
      return { state: { ...state, sent: !state.sent, following: state.sent, top: 0 } };
    case 'decline':
      return refuse(state, 'decline');
    case 'not-now':
      return refuse(state, 'cancel');
    case 'send':
      return send(state, options);
    default:
      return state.step === 'check' ? checkKey(state, key, options) : stopKey(state, key, options);
  }
}

/** Whether this key leaves a sheet that has ended. */
export function goesOn(state: SheetState, key: Key, { now, guardTime }: PressOptions): boolean {
  if (key.name === 'interrupt' || key.name === 'end-of-input') return true;
  return now - state.shownAt >= guardTime && (key.name === 'enter' || key.name === 'escape' || key.name === 'send');
}

/** Cancels what is on the sheet, or leaves it waiting. */
function leave(state: SheetState, options: PressOptions): SheetStep {
  return options.leaving === 'keeps' ? { state, effect: { kind: 'leave' } } : answerAll(state, 'cancel');
}

function answerAll(state: SheetState, action: Exclude<ElicitAction, 'accept'>): SheetStep {
  const live = state.parts.filter(part => isLive(part) && (action === 'cancel' || part.question.state === 'waiting'));
  const answers = live.map(part => ({ id: part.question.id, result: { action }, remember: false }));
  return { state, effect: { kind: 'send', answers } };
}

/** One question is refused at once; one of a round is marked, and goes out with the others. */
function refuse(state: SheetState, action: Exclude<ElicitAction, 'accept'>): SheetStep {
  if (!isRound(state)) {
    // A page that is open can be given up, no longer declined.
    return action === 'decline' && partOf(state).question.state === 'opened' ? { state } : answerAll(state, action);
  }
  const { part: index } = stopOf(state);
  const part = partOf(state);
  if (!isLive(part)) return { state };
  if (part.question.state === 'opened')
    return action === 'decline'
      ? { state }
      : { state, effect: { kind: 'send', answers: [{ id: part.question.id, result: { action }, remember: false }] } };
  const { decision, ...undecided } = part;
  const parts = state.parts.map((one, at) =>
    at !== index ? one : decision === action ? undecided : { ...undecided, decision: action, errors: new Map() },
  );
  const changed: SheetState = { ...state, parts, step: 'form', following: true };
  const focus = stopsOf(changed).findIndex(stop => stop.part === index);
  return { state: focusOn(changed, Math.max(0, focus)) };
}

function stopKey(state: SheetState, key: Key, options: PressOptions): SheetStep {
  const { field } = stopOf(state);
  const part = partOf(state);
  if (
    part.question.state === 'opened' ||
    part.question.url !== undefined ||
    part.covered ||
    part.decision !== undefined ||
    field === undefined
  )
    return wholeKey(state, key, options);
  if (key.name === 'enter') return enter(state, options);
  const changed = editField(state, field, key);
  if (changed === undefined) return moveKey(state, key, options);
  const following: SheetState = { ...changed, following: true };
  return partOf(changed).values === part.values
    ? { state: following }
    : { state: following, effect: { kind: 'draft', id: part.question.id } };
}

/** A question without a field to type into: a page, a covered secret-ask, a decided one, nothing but a message. */
function wholeKey(state: SheetState, key: Key, options: PressOptions): SheetStep {
  const part = partOf(state);
  const { question } = part;
  const { id } = question;
  if (key.name === 'text' && !key.pasted) {
    const letter = key.text.toLowerCase();
    if (question.state === 'opened' && letter === 'r') return { state, effect: { kind: 'retry', id } };
    if (question.state === 'opened' && letter === 'n' && options.behind) return { state, effect: { kind: 'next' } };
    if (question.url?.openable === true && letter === 'p' && !options.canOpen) return { state, effect: { kind: 'print', id } };
    if (part.covered && part.decision === undefined && letter === 's') return uncover(state, options);
    if (part.covered && letter === 'c' && options.powers.cutOff) return doDeed(state, 'cut-off', options);
  }
  if (key.name !== 'enter') return moveKey(state, key, options);
  if (part.covered || question.state === 'opened' || part.decision !== undefined) return isRound(state) ? enter(state, options) : { state };
  if (question.url !== undefined) return { state, effect: { kind: 'open', id } };
  return enter(state, options);
}

function uncover(state: SheetState, { say }: PressOptions): SheetStep {
  const shown = replacePart(state, stopOf(state).part, { covered: false, errors: new Map() });
  return { state: { ...focusOn(shown, state.focus), note: { text: say('secretShown'), danger: true } } };
}

function moveKey(state: SheetState, key: Key, options: PressOptions): SheetStep {
  const to = (focus: number): SheetStep => ({ state: { ...focusOn(state, focus), following: true } });
  const read = (by: number): SheetStep => ({ state: { ...state, following: false, top: Math.max(0, state.top + by) } });
  if (key.name === 'tab') return to(state.focus + 1);
  if (key.name === 'back-tab') return to(state.focus - 1);
  if (key.name === 'down') return state.focus === stopsOf(state).length - 1 ? read(1) : to(state.focus + 1);
  if (key.name === 'up') return state.focus === 0 ? read(-1) : to(state.focus - 1);
  if (key.name === 'page-down') return read(options.page);
  if (key.name === 'page-up') return read(-options.page);
  return { state };
}

function enter(state: SheetState, options: PressOptions): SheetStep {
  const { field } = stopOf(state);
  const chosen = field?.kind === 'choice' ? pickOption(state, field) : state;
  const last = state.focus === stopsOf(state).length - 1;
  return last ? send(chosen, options) : { state: { ...focusOn(chosen, state.focus + 1), following: true } };
}

function checkKey(state: SheetState, key: Key, options: PressOptions): SheetStep {
  if (key.name === 'enter') return { state: { ...focusOn({ ...state, step: 'form' }, state.focus), following: true } };
  return moveKey(state, key, options);
}

/** To the check of several fields, or out; with faults to the first of them. */
function send(state: SheetState, options: PressOptions): SheetStep {
  const part = partOf(state);
  if (!isRound(state)) {
    if (part.covered || part.question.state === 'opened') return { state };
    if (part.question.url !== undefined) return { state, effect: { kind: 'open', id: part.question.id } };
  }
  const decided = decideSheet(state, options);
  if ('mend' in decided) return { state: decided.mend };
  if (needsCheck(state) && state.step === 'form')
    return { state: { ...state, step: 'check', focus: 0, following: false, top: 0, shownAt: options.now } };
  return { state, effect: { kind: 'send', answers: decided.answers } };
}

function openMenu(state: SheetState, options: PressOptions): SheetStep {
  return { state: menuOf(state, options.say, options.powers).length === 0 ? state : { ...state, menu: 0 } };
}

function menuKey(state: SheetState, at: number, key: Key, options: PressOptions): SheetStep {
  const items = menuOf(state, options.say, options.powers);
  const { menu: _menu, ...closed } = state;
  const to = (index: number): SheetStep => ({ state: { ...state, menu: (index + items.length) % items.length } });
  if (key.name === 'escape' || key.name === 'menu') return { state: closed };
  if (key.name === 'down' || key.name === 'tab') return to(at + 1);
  if (key.name === 'up' || key.name === 'back-tab') return to(at - 1);
  const item =
    key.name === 'enter'
      ? items[at]
      : key.name === 'text' && !key.pasted
        ? items.find(one => one.letter === key.text.toLowerCase())
        : undefined;
  return item === undefined ? { state } : doDeed(closed, item.deed, options);
}

function doDeed(state: SheetState, deed: MenuDeed, options: PressOptions): SheetStep {
  const part = partOf(state);
  const server = part.question.server.name;
  switch (deed) {
    case 'remember':
      return {
        state: {
          ...replacePart(state, stopOf(state).part, { remember: !part.remember }),
          note: { text: options.say(part.remember ? 'willNotRemember' : 'rememberOn') },
        },
      };
    case 'decline-all':
      return answerAll(state, 'decline');
    case 'not-now-all':
      return answerAll(state, 'cancel');
    default:
      return { state, effect: { kind: deed, server } };
  }
}
