/** One of several: radios up to five, a list of all up to fifteen, above that a list to search. Nothing is chosen beforehand but a default. */
import type { ChoiceField } from '@midcall/core';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DrawWidget, Slot } from './field.js';
import { serverText } from './text.js';

export const RADIOS = 5;
export const LIST = 15;

export const drawChoice: DrawWidget<ChoiceField> = slot => {
  const { sheet, field } = slot;
  const chosen = sheet.shown(field);
  const count = field.options.length;
  const body = count > LIST ? slot.sheet.later?.drawOptionList(slot) : radios(slot, chosen, count > RADIOS ? 'options list' : 'options');
  const clear =
    field.required || chosen === ''
      ? nothing
      : html`<button type="button" class="link" @click=${() => sheet.set(field, '')}>${sheet.say('clearAnswer')}</button>`;
  return { group: true, body: html`${body}${clear}` };
};

function radios({ sheet, field, id }: Slot<ChoiceField>, chosen: unknown, style: string): TemplateResult {
  return html`<div class=${style}>
    ${field.options.map(
      (option, index) => html`<label class="option">
        <input
          type="radio"
          id=${index === 0 ? id : `${id}-${index}`}
          name=${id}
          value=${String(index)}
          .checked=${live(chosen === option.value)}
          @change=${() => sheet.set(field, option.value)}
        /><span dir="auto">${serverText(option.title)}</span>
      </label>`,
    )}
  </div>`;
}
