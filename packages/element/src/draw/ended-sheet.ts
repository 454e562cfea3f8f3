/** What became of a question, drawn: in two marks, saved and delivered (D24). */
import type { QuestionState } from '@midcall/core/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { outcomeOf } from './ended.js';
import { serverText } from './text.js';

export function drawEnded(sheet: Sheet, state: QuestionState): TemplateResult {
  const { view, say, server } = sheet;
  const typed = sheet.dirty && view.form !== undefined;
  const { tone, title, body } = outcomeOf(sheet, state, typed);
  const marks = view.action !== undefined && (state === 'saved' || state === 'delivered' || state === 'undeliverable');
  return html`<div class="outcome ${tone}" part="outcome" role="status">
      <h3 id="outcome-title" tabindex="-1">${sheet.elsewhere ? say('answeredElsewhere') : title}</h3>
      ${sheet.elsewhere ? html`<p><strong>${title}.</strong> ${body}</p>` : body === '' ? nothing : html`<p>${body}</p>`} ${view.note === undefined ? nothing : html`<p dir="auto">${serverText(view.note)}</p>`}
      ${
        marks
          ? html`<ol class="marks">
              <li class="done">${tick}${say('saved')}</li>
              ${state === 'delivered' ? html`<li class="done">${tick}${say('delivered', { server })}</li>` : nothing}
              ${state === 'undeliverable' ? html`<li class="lost">${cross}${say('notDelivered')}</li>` : nothing}
            </ol>`
          : nothing
      }
    </div>`;
}

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10.5l4 4L16 6" /></svg>`;
const cross = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15" /></svg>`;
