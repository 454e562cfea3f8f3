/**
 * Yes or no, with nothing chosen for the person. An optional one keeps its third state, "no answer". A confirm is the one
 * box that is never ticked beforehand, whatever default the server sent (N2, N3).
 */
import type { BooleanField } from '@midcall/core';
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DrawWidget, Slot } from './field.js';

export const drawYesNo: DrawWidget<BooleanField> = slot => {
  const { sheet, field } = slot;
  const { say } = sheet;
  const chosen = sheet.shown(field);
  return {
    group: true,
    body: html`<div class=${field.required ? 'row-options two' : 'row-options three'}>
      ${option(slot, 'yes', say('yes'), chosen === true, true, 0)} ${option(slot, 'no', say('no'), chosen === false, false, 1)}
      ${field.required ? '' : option(slot, 'none', say('noAnswer'), chosen === '', '', 2)}
    </div>`,
  };
};

function option(slot: Slot<BooleanField>, value: string, text: string, checked: boolean, raw: boolean | '', index: number): TemplateResult {
  const { sheet, field, id } = slot;
  return html`<label class="option">
    <input
      type="radio"
      id=${index === 0 ? id : `${id}-${index}`}
      name=${id}
      value=${value}
      .checked=${live(checked)}
      @change=${() => sheet.set(field, raw)}
    /><span>${text}</span>
  </label>`;
}

/** The tick of a confirm: the only thing on its sheet to fill in. */
export function drawTick({ sheet, field, id, describedBy }: Slot<BooleanField>, label: TemplateResult): TemplateResult {
  return html`<label class="option tick" data-field=${field.name} data-kind="boolean">
    <input
      type="checkbox"
      id=${id}
      aria-describedby=${describedBy}
      .checked=${live(sheet.ticked)}
      @change=${(event: Event) => sheet.set(field, (event.currentTarget as HTMLInputElement).checked)}
    /><span>${label}</span>
  </label>`;
}
