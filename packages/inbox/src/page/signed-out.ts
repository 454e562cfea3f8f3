/** Why this tab shows nothing, and how to come back in. */
import type { Say } from '@midcall/core/words';
import { html, type TemplateResult } from 'lit';
import { mark } from './empty.js';

/** @param provider host of the identity provider that people sign in by, or empty */
export function drawSignedOut(say: Say, reason: string | undefined, provider = ''): TemplateResult {
  if (provider !== '' && reason !== 'used-twice' && reason !== 'expired')
    return drawGate(say('signedOutNow'), say('signInTeam'), html`<a class="enter" href="/login">${say('signInWith', { provider })}</a>`);
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
