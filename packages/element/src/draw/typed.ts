/** What was typed on a sheet that can no longer be answered. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { drawAnswers } from './check-step.js';

/** What was typed here, for reading back or copying. */
export function drawTyped(sheet: Sheet): TemplateResult | typeof nothing {
  const { view, say } = sheet;
  const typed = sheet.dirty && view.form !== undefined;
  return typed && view.form !== undefined && view.action !== 'decline'
    ? html`<section class="check" aria-labelledby="draft-title">
            <h3 id="draft-title">${view.action === 'accept' ? say('yourAnswers') : say('yourDraft')}</h3>
            ${drawAnswers(sheet, view.form, false)}
            ${
              view.action === 'accept'
                ? nothing
                : html`<button type="button" class="link" @click=${() => sheet.copy('draft', sheet.typedText())}>
                    ${sheet.copied === 'draft' ? say('copied') : say('copyDraft')}
                  </button>`
            }
          </section>`
    : nothing;
}
