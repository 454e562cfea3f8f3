/** Why this tab shows nothing, and how to come back in. */
import type { Say } from '@midcall/core/words';
import { html, type TemplateResult } from 'lit';
import { mark } from './empty.js';

export function drawSignedOut(say: Say, reason: string | undefined): TemplateResult {
  const [title, more] =
    reason === 'used-twice'
      ? [say('usedTwice'), say('usedTwiceMore')]
      : reason === 'expired'
        ? [say('linkExpired'), say('linkExpiredMore')]
        : [say('signedOut'), say('signedOutMore')];
  return drawGate(title, more, html`<code class="command">midcall inbox</code>`);
}

export function drawGate(title: string, more: string, act: TemplateResult): TemplateResult {
  return html`<main class="gate">
    <div>
      ${mark}
      <h1>${title}</h1>
      <p>${more}</p>
      ${act}
    </div>
  </main>`;
}
