/** The fields of a form, one below the other: label, what it is, what is wrong with it, what stands in it. */
import type { ChoiceField, ChoicesField, Field, RawInput } from '@midcall/core';
import { isConfirm } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import type { DrawOptions } from './draw-options.js';
import { fieldHint } from './field-hint.js';
import type { Page } from './page.js';
import { flat } from './page.js';
import type { SheetPart, SheetState } from './sheet.js';
import { shownOptions, shownValue, stopOf } from './sheet.js';
import type { Style } from './style.js';
import { breakText, cutText, widthOf, wrapText } from './text-width.js';

const INDENT = '    ';
/** Lines of typed text that are shown around the cursor. */
const TYPED_LINES = 6;
/** Options that are shown around the highlighted one. */
const OPTION_LINES = 7;

export function drawFields(page: Page, state: SheetState, index: number, options: DrawOptions): void {
  const { say, style } = options;
  const part = state.parts[index] as SheetPart;
  const { form } = part.question;
  if (form === undefined) return;
  const confirm = isConfirm(form);
  const stop = stopOf(state);
  for (const field of form.fields) {
    const focused = stop.part === index && stop.field?.name === field.name;
    const from = page.lines.length;
    const raw = shownValue(part, field);
    const label = `${showText(field.label)}${field.required ? '' : ` ${say('optional')}`}`;
    const hint = focused ? fieldHint(field, raw, options) : undefined;
    const error = confirm ? undefined : part.errors.get(field.name);
    if (confirm) {
      if (field.description !== undefined) page.text(showText(field.description), { indent: '  ', paint: style.quiet });
      page.text(`${tick(raw === true, style)} ${showText(field.label)}`, { indent: style.pointer(focused), paint: style.strong });
    } else {
      page.text(label, { indent: style.pointer(focused), paint: focused ? style.strong : same });
      if (field.description !== undefined) page.text(showText(field.description), { indent: '  ', paint: style.quiet });
      if (hint !== undefined) page.text(hint, { indent: '  ', paint: style.quiet });
      if (error !== undefined) page.text(`${say('errorPrefix')} ${showText(error)}`, { indent: '  ', paint: style.danger });
      drawInput(page, state, field, raw, focused, options);
    }
    if (focused) {
      page.block = [from, page.lines.length - 1];
      if (page.focus < from) page.focus = page.lines.length - 1;
    }
    page.gap();
  }
}

function same(line: string): string {
  return line;
}

function drawInput(page: Page, state: SheetState, field: Field, raw: RawInput, focused: boolean, options: DrawOptions): void {
  if (field.kind === 'boolean') drawYesNo(page, field.required, raw, options);
  else if (field.kind === 'choice' || field.kind === 'choices') drawChoice(page, state, field, raw, focused, options);
  else drawText(page, state, typeof raw === 'string' ? raw : JSON.stringify(raw), focused, options);
}

function drawYesNo(page: Page, required: boolean, raw: RawInput, { say, style }: DrawOptions): void {
  const states: readonly (readonly [RawInput, string])[] = [
    ...(required ? [] : [['', say('noAnswer')] as const]),
    [true, say('yes')],
    [false, say('no')],
  ];
  page.text(states.map(([value, label]) => `${dot(raw === value, style)} ${label}`).join('  '), { indent: INDENT });
}

/** What is typed, broken where it has to be, a few lines of it around the cursor. */
function drawText(page: Page, state: SheetState, raw: string, focused: boolean, { style }: DrawOptions): void {
  const bar = style.plain ? '' : style.quiet('│ ');
  const indent = style.plain ? INDENT : `  ${bar}`;
  const room = Math.max(1, page.width - 5);
  const at = focused ? Math.min(state.at, raw.length) : 0;
  const before = breakText(typed(raw.slice(0, at), style), room);
  const lines = breakText(typed(raw.slice(0, at), style) + typed(raw.slice(at), style), room);
  const row = before.length - 1;
  const start = Math.max(0, Math.min(row - TYPED_LINES + 2, lines.length - TYPED_LINES));
  const shown = lines.slice(start, start + TYPED_LINES);
  const from = page.lines.length;
  shown.forEach((line, i) => {
    const cut = (i === 0 && start > 0) || (i === shown.length - 1 && start + TYPED_LINES < lines.length);
    page.lines.push(`${indent}${style.accent(line)}${cut ? style.quiet('…') : ''}`);
  });
  if (!focused) return;
  page.focus = from + row - start;
  page.cursor = { line: from + row - start, column: 4 + widthOf(before[row] ?? '') };
}

function typed(text: string, style: Style): string {
  return showText(text)
    .replace(/\n/g, style.plain ? ' / ' : '⏎')
    .replace(/\t/g, style.plain ? ' ' : '⇥');
}

function drawChoice(
  page: Page,
  state: SheetState,
  field: ChoiceField | ChoicesField,
  raw: RawInput,
  focused: boolean,
  { say, style }: DrawOptions,
): void {
  const chosen = (value: string): boolean => (field.kind === 'choices' ? Array.isArray(raw) && raw.includes(value) : raw === value);
  if (!focused) {
    const titles = field.options.filter(option => chosen(option.value)).map(option => flat(option.title));
    page.line(`${INDENT}${titles.length === 0 ? say('noAnswer') : titles.join(', ')}`, titles.length === 0 ? style.quiet : style.accent);
    return;
  }
  if (state.search !== '' || field.options.length > OPTION_LINES) {
    const line = cutText(`${INDENT}${say('searchOptions', { count: field.options.length })}: ${flat(state.search)}`, page.width - 1);
    page.line(line, state.search === '' ? style.quiet : same);
    page.cursor = { line: page.lines.length - 1, column: widthOf(line) };
  }
  const options = shownOptions(state, field);
  if (options.length === 0) page.text(say('noMatch'), { indent: INDENT });
  const start = Math.max(0, Math.min(state.option - 3, options.length - OPTION_LINES));
  options.slice(start, start + OPTION_LINES).forEach((option, i) => {
    const here = start + i === state.option;
    const box = field.kind === 'choices' ? tick(chosen(option.value), style) : dot(chosen(option.value), style);
    if (!here) page.line(`${INDENT}${box} ${flat(option.title)}`);
    else {
      // The one that would be taken is shown whole.
      const lines = wrapText(flat(option.title), page.width - 4 - widthOf(box) - 1);
      lines.forEach((line, at) => {
        page.lines.push(style.accent(at === 0 ? `  ${style.pointer(true)}${box} ${line}` : `${INDENT}${' '.repeat(widthOf(box))} ${line}`));
      });
      page.focus = page.lines.length - 1;
    }
  });
  if (options.length > OPTION_LINES) page.line(`${INDENT}  ${state.option + 1} / ${options.length}`, style.quiet);
}

function tick(on: boolean, style: Style): string {
  return style.plain ? (on ? '[x]' : '[ ]') : on ? '☑' : '☐';
}

function dot(on: boolean, style: Style): string {
  return style.plain ? (on ? '(x)' : '( )') : on ? '●' : '○';
}
