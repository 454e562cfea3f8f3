/** What a key makes of the field that has the keys. */
import type { ChoiceField, ChoicesField, Field, RawInput } from '@midcall/core';
import { isConfirm } from '@midcall/core';
import type { Key, KeyName } from './keys.js';
import type { SheetPart, SheetState } from './sheet.js';
import { partOf, replacePart, shownOptions, shownValue, stopOf } from './sheet.js';
import type { TypedText } from './text-edit.js';
import { deleteBy, insertText, moveLeft, moveRight, moveToEnd, moveToStart, moveWordLeft, moveWordRight, typedText } from './text-edit.js';

/** Options a long list moves by at once. */
const OPTION_PAGE = 8;

/** The sheet after a key, the same sheet if the key means nothing to the field, undefined if it is not the field's to take. */
export function editField(state: SheetState, field: Field, key: Key): SheetState | undefined {
  const part = partOf(state);
  if (field.kind === 'boolean') return editBoolean(state, part, field, key);
  if (field.kind === 'choice' || field.kind === 'choices') return editChoice(state, part, field, key);
  return editText(state, part, field, key);
}

/** Takes the highlighted option of a single choice. */
export function pickOption(state: SheetState, field: ChoiceField): SheetState {
  const chosen = shownOptions(state, field)[state.option];
  return chosen === undefined ? state : setValue(state, field, chosen.value);
}

const MOVES: { readonly [Name in KeyName]?: (typed: TypedText) => TypedText } = {
  left: moveLeft,
  right: moveRight,
  'word-left': moveWordLeft,
  'word-right': moveWordRight,
  home: moveToStart,
  end: moveToEnd,
};

const DELETES: { readonly [Name in KeyName]?: (typed: TypedText) => TypedText } = {
  backspace: moveLeft,
  delete: moveRight,
  'delete-word': moveWordLeft,
  'clear-rest': moveToEnd,
};

function editText(state: SheetState, part: SheetPart, field: Field, key: Key): SheetState | undefined {
  const raw = shownValue(part, field);
  const typed = typedText(typeof raw === 'string' ? raw : '', state.at);
  const edited = afterKey(typed, key);
  if (edited === undefined) return undefined;
  const moved = { ...state, at: edited.at };
  return edited.text === typed.text ? (edited.at === typed.at ? state : moved) : setValue(moved, field, edited.text);
}

function afterKey(typed: TypedText, key: Key): TypedText | undefined {
  if (key.name === 'text') return insertText(typed, key.text);
  if (key.name === 'line-break') return insertText(typed, '\n');
  if (key.name === 'clear-line') return typedText('');
  const move = MOVES[key.name];
  if (move !== undefined) return move(typed);
  const by = DELETES[key.name];
  return by === undefined ? undefined : deleteBy(by, typed);
}

/** A confirm is one tick. Any other yes/no has no answer until it is given one, and an optional one can go back to that (N2). */
function editBoolean(state: SheetState, part: SheetPart, field: Field, key: Key): SheetState | undefined {
  const { form } = part.question;
  const tick = form !== undefined && isConfirm(form);
  const states: readonly RawInput[] = tick ? [false, true] : field.required ? [true, false] : ['', true, false];
  const at = states.indexOf(shownValue(part, field));
  const step = (by: number): SheetState =>
    setValue(state, field, states[at < 0 ? (by > 0 ? 0 : states.length - 1) : (at + by + states.length) % states.length] ?? '');
  if (key.name === 'left') return step(-1);
  if (key.name === 'right') return step(1);
  if (key.name === 'backspace' || key.name === 'clear-line')
    return tick || !field.required ? setValue(state, field, states[0] ?? '') : state;
  if (key.name !== 'text') return undefined;
  if (key.pasted) return state;
  if (key.text === ' ') return step(1);
  if (/^[yj]$/i.test(key.text)) return setValue(state, field, true);
  return /^n$/i.test(key.text) ? setValue(state, field, false) : state;
}

function editChoice(state: SheetState, part: SheetPart, field: ChoiceField | ChoicesField, key: Key): SheetState | undefined {
  const options = shownOptions(state, field);
  const last = Math.max(0, options.length - 1);
  const to = (option: number): SheetState => highlight(state, field, Math.min(last, Math.max(0, option)));
  switch (key.name) {
    case 'down':
      return state.option >= last ? undefined : to(state.option + 1);
    case 'up':
      return state.option <= 0 ? undefined : to(state.option - 1);
    case 'page-down':
      return options.length <= OPTION_PAGE ? undefined : to(state.option + OPTION_PAGE);
    case 'page-up':
      return options.length <= OPTION_PAGE ? undefined : to(state.option - OPTION_PAGE);
    case 'home':
      return to(0);
    case 'end':
      return to(last);
    case 'backspace':
      return state.search === '' ? clearChoice(state, field) : { ...state, search: [...state.search].slice(0, -1).join(''), option: 0 };
    case 'clear-line':
      return { ...clearChoice(state, field), search: '' };
    case 'text':
      break;
    default:
      return undefined;
  }
  if (key.text === ' ' && !key.pasted) return field.kind === 'choices' ? toggle(state, part, field) : pickOption(state, field);
  return { ...state, search: state.search + key.text.replace(/[\n\t]/g, ' '), option: 0 };
}

/** Moving in a single choice chooses, as in radios; in several it only highlights. */
function highlight(state: SheetState, field: ChoiceField | ChoicesField, option: number): SheetState {
  return field.kind === 'choice' ? pickOption({ ...state, option }, field) : { ...state, option };
}

/** The answer keeps the server's order, whatever order the person ticked in. */
function toggle(state: SheetState, part: SheetPart, field: ChoicesField): SheetState {
  const option = shownOptions(state, field)[state.option];
  if (option === undefined) return state;
  const raw = shownValue(part, field);
  const chosen = new Set(Array.isArray(raw) ? (raw as readonly string[]) : []);
  if (!chosen.delete(option.value)) chosen.add(option.value);
  return setValue(
    state,
    field,
    field.options.map(one => one.value).filter(value => chosen.has(value)),
  );
}

function clearChoice(state: SheetState, field: ChoiceField | ChoicesField): SheetState {
  return setValue(state, field, field.kind === 'choices' ? [] : '');
}

function setValue(state: SheetState, field: Field, raw: RawInput): SheetState {
  const { part: index } = stopOf(state);
  const part = partOf(state);
  const errors = new Map(part.errors);
  errors.delete(field.name);
  return replacePart(state, index, { values: new Map(part.values).set(field.name, raw), errors, dirty: true });
}
