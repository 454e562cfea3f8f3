/** Text: one line, many lines when the server allows long text, or one of the four formats with the keyboard that fits. */
import type { TextField } from '@midcall/core';
import type { Say } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { drawDate } from './date-field.js';
import type { DrawWidget, Slot } from './field.js';

/** From here on one line is too narrow to see what one has written. */
const LONG = 200;

export const drawText: DrawWidget<TextField> = slot => {
  switch (slot.field.format) {
    case 'date':
      return drawDate(slot);
    case 'date-time':
      return slot.sheet.later?.drawDateTime(slot) ?? { group: true, body: html`` };
    default:
      return { group: false, hint: lengthHint(slot.sheet.say, slot.field), body: isLong(slot.field) ? area(slot) : line(slot) };
  }
};

function isLong(field: TextField): boolean {
  return field.format === undefined && ((field.maxLength ?? 0) > LONG || (field.default ?? '').includes('\n'));
}

function line({ sheet, field, id, describedBy, invalid }: Slot<TextField>): TemplateResult {
  const kind = field.format === 'email' ? 'email' : field.format === 'uri' ? 'url' : 'text';
  // The input's own type stays `text`: a browser's idea of an address is not the one that is checked here, and it strips spaces.
  return html`<input
    id=${id}
    class="input"
    part="input"
    type="text"
    inputmode=${kind}
    autocapitalize=${kind === 'text' ? nothing : 'off'}
    autocomplete=${kind === 'email' ? 'email' : 'off'}
    spellcheck=${kind === 'text' ? nothing : 'false'}
    dir=${kind === 'text' ? 'auto' : 'ltr'}
    aria-required=${field.required ? 'true' : nothing}
    aria-invalid=${invalid ? 'true' : nothing}
    aria-describedby=${describedBy}
    .value=${live(String(sheet.shown(field)))}
    @input=${(event: InputEvent) => sheet.set(field, (event.currentTarget as HTMLInputElement).value)}
  />${counter(sheet.say, field, String(sheet.shown(field)))}`;
}

function area({ sheet, field, id, describedBy, invalid }: Slot<TextField>): TemplateResult {
  const text = String(sheet.shown(field));
  return html`<textarea
      id=${id}
      class="input area"
      part="input"
      dir="auto"
      rows=${Math.min(12, Math.max(4, text.split('\n').length + 1))}
      aria-required=${field.required ? 'true' : nothing}
      aria-invalid=${invalid ? 'true' : nothing}
      aria-describedby=${describedBy}
      .value=${live(text)}
      @input=${(event: InputEvent) => sheet.set(field, (event.currentTarget as HTMLTextAreaElement).value)}
    ></textarea
    >${counter(sheet.say, field, text)}`;
}

function counter(say: Say, field: TextField, text: string): TemplateResult | typeof nothing {
  if (field.maxLength === undefined) return nothing;
  const left = field.maxLength - [...text].length;
  if (left > Math.max(20, field.maxLength / 5)) return nothing;
  return html`<p class=${left < 0 ? 'counter over' : 'counter'}>
    ${left < 0 ? say('charactersOver', { count: -left }) : say('charactersLeft', { count: left })}
  </p>`;
}

function lengthHint(say: Say, field: TextField): string | undefined {
  const { minLength = 0, maxLength } = field;
  if (minLength > 1 && minLength === maxLength) return say('exactLength', { count: minLength });
  return minLength > 1 ? say('atLeastLength', { count: minLength }) : undefined;
}
