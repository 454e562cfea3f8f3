/** A calendar date: the browser's own picker, which speaks the person's language and sends `YYYY-MM-DD`. */
import type { TextField } from '@midcall/core';
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DrawWidget } from './field.js';

/** Stands for a date that was begun and not finished: the picker hides what was typed, but it was not left blank (N2). */
export const BEGUN = '?';

export const drawDate: DrawWidget<TextField> = ({ sheet, field, id, describedBy, invalid }) => ({
  group: false,
  body: html`<input
    id=${id}
    class="input date"
    part="input"
    type="date"
    max="9999-12-31"
    aria-required=${field.required ? 'true' : nothing}
    aria-invalid=${invalid ? 'true' : nothing}
    aria-describedby=${describedBy}
    .value=${live(dateValue(String(sheet.shown(field))))}
    @input=${(event: InputEvent) => sheet.set(field, readDate(event.currentTarget as HTMLInputElement))}
    @blur=${(event: FocusEvent) => {
      const input = event.currentTarget as HTMLInputElement;
      if (input.validity.badInput) sheet.set(field, BEGUN);
    }}
  />`,
});

export function dateValue(raw: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(raw) ? raw : '';
}

export function readDate(input: HTMLInputElement): string {
  return input.validity.badInput ? BEGUN : input.value;
}
