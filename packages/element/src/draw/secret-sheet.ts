/** A server asks for a secret: the question stays covered, and the safe ways out come first (N4). */

import type { Finding } from '@midcall/core/contract';
import { sayFinding } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { sign } from './findings.js';
import { serverText } from './text.js';

export function drawSecret(sheet: Sheet, findings: readonly Finding[]): TemplateResult {
  const { say, server, offers, sending } = sheet;
  // Several fields may give the same sentence; it is said once.
  const sentences = new Map(findings.map(finding => [sayFinding(say, finding), finding.id]));
  return html`<section class="secret" part="secret" aria-labelledby="secret-title">
    <div class="secret-head">
      ${sign('danger')}
      <div>
        <h3 id="secret-title" tabindex="-1">${say('secretTitle', { server, what: say('secretWhat') })}</h3>
        <ul class="evidence">
          ${[...sentences].map(([sentence, id]) => html`<li data-finding=${id}>${serverText(sentence)}</li>`)}
        </ul>
        ${[...sentences.keys()].some(sentence => sentence.includes(say('secretBody'))) ? nothing : html`<p>${say('secretBody')}</p>`}
      </div>
    </div>
    <div class="secret-ways">
      ${
        offers.cutOff === true
          ? html`<button type="button" class="button grave" data-action="cut-off" aria-disabled=${sending ? 'true' : nothing} @click=${() => sheet.cutOff()}>
              ${say('cutOff', { server })}
            </button>`
          : nothing
      }
      <button
        type="button"
        class=${offers.cutOff === true ? 'button plain' : 'button grave'}
        data-action="decline"
        aria-disabled=${sending ? 'true' : nothing}
        @click=${() => sheet.decline()}
      >
        ${say('decline')}
      </button>
      <button type="button" class="button plain" data-action="cancel" aria-disabled=${sending ? 'true' : nothing} @click=${() => sheet.notNow()}>
        ${say('notNow')}
      </button>
      <button type="button" class="link" data-action="show" @click=${() => sheet.show('question', true)}>${say('showAnyway')}</button>
    </div>
  </section>`;
}
