/**
 * Many options: a search box and a list of which only the rows in sight exist, so that ten thousand cost as little as
 * twenty. Screen readers are told the true size and place of each row. What is chosen stands under it in full.
 */
import type { ChoiceField, ChoicesField, Option } from '@midcall/core';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { OptionSearch } from '../option-search.js';
import { toggled } from './choices-field.js';
import type { Slot } from './field.js';
import { styleVars } from './style-vars.js';
import { serverText } from './text.js';

export const ROW_PX = 44;
const ROWS_SEEN = 6;
const SPARE = 4;

/** What one list remembers between drawings. */
export class OptionListState {
  readonly search: OptionSearch;
  query = '';
  found: readonly Option[];
  /** Index into `found`, moved by the arrow keys; -1 before the first. */
  active = -1;
  scrollTop = 0;

  constructor(options: readonly Option[]) {
    this.search = new OptionSearch(options);
    this.found = options;
  }

  ask(query: string): void {
    this.query = query;
    this.found = this.search.find(query);
    this.active = query.trim() === '' || this.found.length === 0 ? -1 : 0;
    this.scrollTop = 0;
  }
}

export function drawOptionList(slot: Slot<ChoiceField> | Slot<ChoicesField>): TemplateResult {
  const { sheet, field, id, describedBy, invalid } = slot;
  const { say } = sheet;
  const state = stateOf(slot);
  const many = field.kind === 'choices';
  const chosen = chosenOf(slot);
  const first = Math.max(0, Math.floor(state.scrollTop / ROW_PX) - SPARE);
  const last = Math.min(state.found.length, first + ROWS_SEEN + 2 * SPARE);
  const rows = state.found.slice(first, last);
  const activeId = state.active >= first && state.active < last ? `${id}-row-${state.active}` : '';
  return html`<div class="finder">
    <input
      id=${id}
      class="input"
      part="input"
      type="text"
      role="combobox"
      autocomplete="off"
      dir="auto"
      placeholder=${say('searchOptions', { count: field.options.length })}
      aria-label=${say('searchOptions', { count: field.options.length })}
      aria-expanded="true"
      aria-controls="${id}-rows"
      aria-autocomplete="list"
      aria-activedescendant=${activeId === '' ? nothing : activeId}
      aria-invalid=${invalid ? 'true' : nothing}
      aria-describedby="${describedBy} ${id}-chosen"
      .value=${live(state.query)}
      @input=${(event: InputEvent) => {
        state.ask((event.currentTarget as HTMLInputElement).value);
        scrollList(slot, 0);
        sheet.redraw();
      }}
      @keydown=${(event: KeyboardEvent) => onKey(event, slot, state)}
    />
    <div
      class="rows"
      role="listbox"
      id="${id}-rows"
      aria-multiselectable=${many ? 'true' : nothing}
      aria-label=${say('searchResults', { count: state.found.length })}
      @scroll=${(event: Event) => {
        state.scrollTop = (event.currentTarget as HTMLElement).scrollTop;
        sheet.redraw();
      }}
    >
      <div
        role="none"
        class="all"
        ${styleVars({ '--rows': String(state.found.length) })}
      >
        ${rows.map((option, offset) => row(slot, state, option, first + offset, chosen.includes(option.value)))}
      </div>
    </div>
    ${state.found.length === 0 ? html`<p class="none">${say('noMatch')}</p>` : nothing}
    <p class="unseen" role="status">${state.query === '' ? '' : say('searchResults', { count: state.found.length })}</p>
    <div class="chosen" id="${id}-chosen">${drawChosen(slot, chosen)}</div>
  </div>`;
}

function stateOf({ sheet, field }: Slot<ChoiceField> | Slot<ChoicesField>): OptionListState {
  return sheet.kept(field, () => new OptionListState(field.options));
}

function row(
  slot: Slot<ChoiceField> | Slot<ChoicesField>,
  state: OptionListState,
  option: Option,
  index: number,
  on: boolean,
): TemplateResult {
  return html`<div
    role="option"
    id="${slot.id}-row-${index}"
    class=${index === state.active ? 'row active' : 'row'}
    aria-selected=${on ? 'true' : 'false'}
    aria-posinset=${index + 1}
    aria-setsize=${state.found.length}
    ${styleVars({ '--row': String(index) })}
    @mousedown=${(event: MouseEvent) => event.preventDefault()}
    @click=${() => {
      state.active = index;
      pick(slot, option);
    }}
  >
    <span class="mark" aria-hidden="true"></span><span class="title" dir="auto" title=${option.title}>${serverText(option.title)}</span>
  </div>`;
}

function drawChosen(slot: Slot<ChoiceField> | Slot<ChoicesField>, chosen: readonly string[]): TemplateResult {
  const { sheet, field } = slot;
  const { say } = sheet;
  const options = field.options.filter(option => chosen.includes(option.value));
  if (field.kind === 'choice') {
    const [option] = options;
    return html`${option === undefined ? say('chosenCount', { count: 0 }) : html`${say('chosen', { title: '' })}<strong>${serverText(option.title)}</strong>`}`;
  }
  return html`<span class="count">${say('chosenCount', { count: options.length })}</span>${options.map(
    option => html`<button type="button" class="chip" aria-label=${say('remove', { title: option.title })} @click=${() => pick(slot, option)}>
        <span dir="auto">${serverText(option.title)}</span><span aria-hidden="true">×</span>
      </button>`,
  )}`;
}

function chosenOf({ sheet, field }: Slot<ChoiceField> | Slot<ChoicesField>): readonly string[] {
  const shown = sheet.shown(field);
  if (Array.isArray(shown)) return shown as readonly string[];
  return field.kind === 'choice' && field.options.some(option => option.value === shown) ? [String(shown)] : [];
}

function pick(slot: Slot<ChoiceField> | Slot<ChoicesField>, option: Option): void {
  const { sheet, field } = slot;
  if (field.kind === 'choices') sheet.set(field, toggled(field, chosenOf(slot), option.value));
  else sheet.set(field, option.value);
}

function onKey(event: KeyboardEvent, slot: Slot<ChoiceField> | Slot<ChoicesField>, state: OptionListState): void {
  const last = state.found.length - 1;
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: ROWS_SEEN, PageUp: -ROWS_SEEN };
  const step = steps[event.key];
  if (step !== undefined) {
    event.preventDefault();
    state.active = Math.max(0, Math.min(last, state.active + step));
    scrollList(slot, state.active);
    slot.sheet.redraw();
    return;
  }
  // Enter chooses the row and never sends; Ctrl+Enter is left to the sheet.
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.isComposing) {
    event.preventDefault();
    event.stopPropagation();
    const option = state.found[state.active];
    if (option !== undefined) pick(slot, option);
  }
}

function scrollList(slot: Slot<ChoiceField> | Slot<ChoicesField>, index: number): void {
  const list = slot.sheet.root().getElementById(`${slot.id}-rows`);
  if (list === null) return;
  const top = index * ROW_PX;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + ROW_PX > list.scrollTop + ROWS_SEEN * ROW_PX) list.scrollTop = top + ROW_PX - ROWS_SEEN * ROW_PX;
  stateOf(slot).scrollTop = list.scrollTop;
}
