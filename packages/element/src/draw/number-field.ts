/** A number: plain text input with the right keyboard. Which mark is the decimal one is told, never guessed, and how it was read is shown. */
import type { NumberField } from '@midcall/core';
import type { Say } from '@midcall/core/words';
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DrawWidget } from './field.js';

export const drawNumber: DrawWidget<NumberField> = ({ sheet, field, id, describedBy, invalid }) => {
  const raw = String(sheet.shown(field));
  return {
    group: false,
    hint: hintOf(sheet.say, field, sheet.language),
    body: html`<div class="with-reading">
      <input
        id=${id}
        class="input number"
        part="input"
        type="text"
        inputmode=${field.kind === 'integer' && (field.minimum ?? -1) >= 0 ? 'numeric' : 'text'}
        autocomplete="off"
        dir="ltr"
        aria-required=${field.required ? 'true' : nothing}
        aria-invalid=${invalid ? 'true' : nothing}
        aria-describedby=${describedBy}
        .value=${live(raw)}
        @input=${(event: InputEvent) => sheet.set(field, (event.currentTarget as HTMLInputElement).value)}
      />
      ${sheet.later?.sayReading(sheet.say, field, raw, sheet.language) ?? nothing}
    </div>`,
  };
};

export function sayNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value);
}

function hintOf(say: Say, field: NumberField, locale: string): string {
  const { minimum: min, maximum: max, exclusiveMinimum: above, exclusiveMaximum: below } = field;
  const num = (n: number): string => sayNumber(n, locale);
  const kind = field.kind === 'integer' ? say('wholeNumber') : say('decimalPoint');
  const bounds: string[] = [];
  if (min !== undefined && max !== undefined) bounds.push(say('between', { min: num(min), max: num(max) }));
  else if (min !== undefined) bounds.push(say('atLeast', { min: num(min) }));
  else if (max !== undefined) bounds.push(say('atMost', { max: num(max) }));
  if (above !== undefined) bounds.push(say('moreThan', { min: num(above) }));
  if (below !== undefined) bounds.push(say('lessThan', { max: num(below) }));
  return [...bounds, kind].join(' · ');
}
