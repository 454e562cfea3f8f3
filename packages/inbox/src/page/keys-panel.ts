/** The keys of the inbox, on demand. */
import type { Say } from '@midcall/core/words';
import { html, type TemplateResult } from 'lit';

export function drawKeys(say: Say, onClose: () => void): TemplateResult {
  const rows = [
    ['j', say('keyNext')],
    ['k', say('keyPrevious')],
    ['Esc', say('keyLeave')],
    [say('sendKeys'), say('keySend')],
    ['?', say('keyHelp')],
  ];
  return html`<section class="keys" aria-label=${say('keys')}>
    <h2>${say('keys')}</h2>
    <dl>${rows.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    <button type="button" class="next-button" @click=${onClose}>${say('close')}</button>
  </section>`;
}
