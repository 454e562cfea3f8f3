/** What a schema asks that midcall cannot draw: a box for JSON, with the server's own description of it at hand. Never lost (N12). */
import type { OpaqueField } from '@midcall/core';
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DrawWidget } from './field.js';
import { serverText } from './text.js';

export const drawOpaque: DrawWidget<OpaqueField> = ({ sheet, field, id, describedBy, invalid }) => ({
  group: false,
  hint: sheet.say('opaqueHint'),
  body: html`<textarea
      id=${id}
      class="input area code"
      part="input"
      dir="ltr"
      rows="4"
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      aria-required=${field.required ? 'true' : nothing}
      aria-invalid=${invalid ? 'true' : nothing}
      aria-describedby=${describedBy}
      .value=${live(String(sheet.shown(field)))}
      @input=${(event: InputEvent) => sheet.set(field, (event.currentTarget as HTMLTextAreaElement).value)}
    ></textarea>
    <details class="shape">
      <summary>${sheet.say('opaqueShape', { server: sheet.server })}</summary>
      <pre dir="ltr">${serverText(JSON.stringify(field.schema, null, 2))}</pre>
    </details>`,
});
