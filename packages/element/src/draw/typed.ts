/** What was typed on a sheet that can no longer be answered. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { drawAnswers } from './check-step.js';

/** What was typed here, for reading back or copying. */
export function drawTyped(sheet: Sheet): TemplateResult | typeof nothing {
  const { view, say, elsewhere } = sheet;
  const { form, action } = view;
  // What was answered in another place is not what was typed here.
  const sent = action === 'accept' && !elsewhere;
  if (!sheet.dirty || form === undefined || (action === 'decline' && !elsewhere)) return nothing;
  return html`<section class="check" aria-labelledby="draft-title">
    <h3 id="draft-title">${sent ? say('yourAnswers') : say('yourDraft')}</h3>
    ${drawAnswers(sheet, form, false)}
    ${
      sent
        ? nothing
        : html`<button type="button" class="link" @click=${() => sheet.copy('draft', sheet.typedText())}>
            ${sheet.copied === 'draft' ? say('copied') : say('copyDraft')}
          </button>`
    }
  </section>`;
}
