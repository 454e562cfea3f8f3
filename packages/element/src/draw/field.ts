/**
 * One field: label above, description under it, error above the input, then the widget of its kind. Every widget is told
 * by the same ids what names and describes it.
 */
import type { Field, FieldKind, Form, OpaqueField } from '@midcall/core';
import { html, nothing, type TemplateResult } from 'lit';
import { fieldId, type Sheet } from '../sheet.js';
import { drawChoice } from './choice-field.js';
import { drawChoices } from './choices-field.js';
import { drawNumber } from './number-field.js';
import { serverText } from './text.js';
import { drawText } from './text-field.js';
import { drawYesNo } from './yes-no-field.js';

/** What a widget needs to hang itself into the sheet. */
export interface Slot<F extends Field = Field> {
  readonly sheet: Sheet;
  readonly field: F;
  readonly id: string;
  /** For `aria-describedby`: description, hint and error, those that are there. */
  readonly describedBy: string;
  readonly invalid: boolean;
}

interface Widget {
  /** A single input takes the label; a group takes a legend. */
  readonly group: boolean;
  readonly hint?: string | undefined;
  readonly body: TemplateResult;
}

export type DrawWidget<F extends Field> = (slot: Slot<F>) => Widget;

const WIDGETS = {
  text: drawText,
  number: drawNumber,
  integer: drawNumber,
  boolean: drawYesNo,
  choice: drawChoice,
  choices: drawChoices,
  opaque: (slot: Slot<OpaqueField>) => slot.sheet.later?.drawOpaque(slot) ?? { group: false, body: html`` },
} satisfies Record<FieldKind, unknown>;

export function drawField(sheet: Sheet, form: Form, field: Field): TemplateResult {
  const id = fieldId(form, field);
  const issue = sheet.issues.find(each => each.field === field.name);
  const described = [field.description === undefined ? '' : `${id}-about`, `${id}-hint`, issue === undefined ? '' : `${id}-error`];
  const slot: Slot = { sheet, field, id, describedBy: described.filter(part => part !== '').join(' '), invalid: issue !== undefined };
  const widget = (WIDGETS[field.kind] as DrawWidget<Field>)(slot);
  const label = html`${serverText(field.label)}${field.required ? nothing : html` <span class="optional">${sheet.say('optional')}</span>`}`;
  const head = html`
    ${field.description === undefined ? nothing : html`<p class="about" id="${id}-about" dir="auto">${serverText(field.description)}</p>`}
    ${widget.hint === undefined ? nothing : html`<p class="hint" id="${id}-hint">${widget.hint}</p>`}
    ${
      issue === undefined
        ? nothing
        : html`<p class="error" id="${id}-error"><span class="unseen">${sheet.say('errorPrefix')} </span>${serverText(issue.message)}</p>`
    }
  `;
  return widget.group
    ? html`<fieldset
        class=${slot.invalid ? 'field wrong' : 'field'}
        part="field"
        id="${id}-group"
        data-field=${field.name}
        data-kind=${field.kind}
        aria-describedby=${slot.describedBy}
      >
        <legend class="label">${label}</legend>
        ${head}${widget.body}
      </fieldset>`
    : html`<div class=${slot.invalid ? 'field wrong' : 'field'} part="field" data-field=${field.name} data-kind=${field.kind}>
        <label class="label" for=${id}>${label}</label>
        ${head}${widget.body}
      </div>`;
}
