/** A question that can no longer be answered from here: what became of it, in two marks, saved and delivered (D24). */
import type { QuestionState } from '@midcall/core/contract';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { drawAnswers } from './check-step.js';
import { serverText } from './text.js';

export interface Outcome {
  readonly tone: 'good' | 'quiet' | 'bad';
  readonly title: string;
  readonly body: string;
}

export function outcomeOf({ view, say, server }: Pick<Sheet, 'view' | 'say' | 'server'>, state: QuestionState, typed: boolean): Outcome {
  switch (state) {
    case 'withdrawn':
      return { tone: 'quiet', title: say('withdrawn', { server }), body: typed ? say('withdrawnDraft') : say('withdrawnMeaning') };
    case 'expired':
      return { tone: 'quiet', title: say('expired'), body: say('expiredMeaning', { server }) };
    case 'undeliverable':
      return { tone: 'bad', title: say('undeliverable'), body: say('undeliverableMeaning', { server }) };
    default: {
      if (view.action === 'decline') return { tone: 'quiet', title: say('declined'), body: say('declinedMeaning', { server }) };
      if (view.action === 'cancel') return { tone: 'quiet', title: say('cancelled'), body: say('cancelledMeaning', { server }) };
      return {
        tone: 'good',
        title: view.url === undefined ? say('answered') : say('accepted'),
        body: state === 'saved' ? say('savedMeaning', { server }) : '',
      };
    }
  }
}

export function drawEnded(sheet: Sheet, state: QuestionState): TemplateResult {
  const { view, say, server } = sheet;
  const typed = sheet.dirty && view.form !== undefined;
  const { tone, title, body } = outcomeOf(sheet, state, typed);
  const marks = view.action !== undefined && (state === 'saved' || state === 'delivered' || state === 'undeliverable');
  return html`<div class="outcome ${tone}" part="outcome" role="status">
      <h3 id="outcome-title" tabindex="-1">${title}</h3>
      ${body === '' ? nothing : html`<p>${body}</p>`} ${view.note === undefined ? nothing : html`<p dir="auto">${serverText(view.note)}</p>`}
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

const tick = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10.5l4 4L16 6" /></svg>`;
const cross = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15" /></svg>`;
