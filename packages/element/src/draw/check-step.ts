/** "Check your answers": every answer as it will be sent, each with its way back (E-P-06). Nothing is sent before this. */
import type { Form } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { drawAnswer } from './answer-text.js';
import { serverText } from './text.js';

export function drawCheck(sheet: Sheet, form: Form): TemplateResult {
  const { say, server } = sheet;
  return html`<section class="check" part="check" aria-labelledby="check-title">
    <h3 id="check-title" tabindex="-1">${say('checkAnswers')}</h3>
    <p class="hint">${say('checkIntro', { server })}</p>
    ${drawAnswers(sheet, form, true)}
  </section>`;
}

export function drawAnswers(sheet: Sheet, form: Form, changeable: boolean): TemplateResult {
  const { say } = sheet;
  return html`<dl class="answers">
    ${form.fields
      .filter(field => changeable || sheet.touched(field) || field.default !== undefined)
      .map(
        field => html`<div data-answer=${field.name}>
        <dt dir="auto">${serverText(field.label)}</dt>
        <dd>${drawAnswer(sheet, field, sheet.shown(field))}</dd>
        ${
          changeable
            ? html`<dd class="change">
                <button type="button" class="link" aria-label=${say('changeField', { label: showText(field.label) })} @click=${() => sheet.change(field)}>
                  ${say('change')}
                </button>
              </dd>`
            : nothing
        }
      </div>`,
      )}
  </dl>`;
}
