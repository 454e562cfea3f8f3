/** Any of several, within the server's bounds, which are said before and not only after. */
import type { ChoicesField } from '@midcall/core';
import type { Say } from '@midcall/core/words';
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LIST, RADIOS } from './choice-field.js';
import type { DrawWidget, Slot } from './field.js';
import { serverText } from './text.js';

export const drawChoices: DrawWidget<ChoicesField> = slot => {
  const { sheet, field } = slot;
  const count = field.options.length;
  return {
    group: true,
    hint: boundsHint(sheet.say, field),
    body: count > LIST ? (slot.sheet.later?.drawOptionList(slot) ?? html``) : boxes(slot, count > RADIOS ? 'options list' : 'options'),
  };
};

/** Adds or removes one value; the answer keeps the server's order, whatever order the person chose in. */
export function toggled(field: ChoicesField, chosen: readonly string[], value: string): readonly string[] {
  const next = new Set(chosen);
  if (!next.delete(value)) next.add(value);
  return field.options.map(option => option.value).filter(each => next.has(each));
}

function boxes({ sheet, field, id }: Slot<ChoicesField>, style: string): TemplateResult {
  const shown = sheet.shown(field);
  const chosen = Array.isArray(shown) ? (shown as readonly string[]) : [];
  return html`<div class=${style}>
    ${field.options.map(
      (option, index) => html`<label class="option">
        <input
          type="checkbox"
          id=${index === 0 ? id : `${id}-${index}`}
          value=${String(index)}
          .checked=${live(chosen.includes(option.value))}
          @change=${() => sheet.set(field, toggled(field, chosen, option.value))}
        /><span dir="auto">${serverText(option.title)}</span>
      </label>`,
    )}
  </div>`;
}

function boundsHint(say: Say, field: ChoicesField): string {
  const { minItems: min = 0, maxItems: max } = field;
  if (max !== undefined && min === max) return say('chooseExactly', { count: max });
  if (min > 0 && max !== undefined) return say('chooseBetween', { min, max });
  if (min > 0) return say('chooseAtLeast', { count: min });
  return max === undefined ? say('chooseAny') : say('chooseAtMost', { count: max });
}
