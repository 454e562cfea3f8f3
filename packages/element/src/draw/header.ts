/** Who asks, for which call, since when, until when: the operator's name as heading, the server's own only as its claim (D36). */
import { showText } from '@midcall/core/inspect';
import { monogram, sayAge, sayTimeLeft } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { drawMenu } from './menu.js';
import { styleVars } from './style-vars.js';
import { serverText } from './text.js';

export function drawHeader(sheet: Sheet, answerable: boolean): TemplateResult {
  const { view, say } = sheet;
  return html`<header class="who" part="header">
    ${drawMonogram(view.server.name)}
    <h2 id="title" class="title" tabindex="-1">${drawTitle(sheet)}</h2>
    <div class="corner">
      ${answerable ? drawMenu(sheet) : nothing}
      ${
        sheet.mode === 'modal'
          ? html`<button type="button" class="icon" part="close" aria-label=${say('closeMeaning')} title=${say('closeMeaning')} @click=${() => sheet.dismiss()}>
              <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15" /></svg>
            </button>`
          : nothing
      }
    </div>
    <p class="context">${drawOrigin(sheet)}${drawClaim(sheet)}${drawCall(sheet)}</p>
    ${sheet.argumentsShown ? (sheet.later?.drawArguments(sheet) ?? nothing) : nothing}
    ${view.server.shared === true ? html`<p class="context shared" part="shared">${say('identityShared')}</p>` : nothing}
    <p class="when">
      <span>${say('asked', { age: sayAge(say, sheet.now - view.askedAt) })}</span>${answerable ? drawExpiry(sheet) : nothing}
    </p>
  </header>`;
}

export function drawMonogram(name: string): TemplateResult {
  const { letter, hue } = monogram(name);
  return html`<span class="monogram" part="monogram" aria-hidden="true" ${styleVars({ '--hue': String(hue) })}>${letter}</span>`;
}

/** The name stands out of its sentence whatever order a language puts them in. */
function drawTitle({ view, say, server }: Sheet): TemplateResult {
  const [before = '', after = ''] = say(view.url === undefined ? 'asks' : 'opensPage', { server: '\u0000' }).split('\u0000');
  return html`${before}<strong class="server">${serverText(server)}</strong>${after}`;
}

/** Two servers of one name are told apart by where the operator reaches them. */
function drawOrigin({ view }: Sheet): TemplateResult | typeof nothing {
  const { origin } = view.server;
  return origin === undefined ? nothing : html`<span class="origin"><bdi dir="ltr">${showText(origin)}</bdi> · </span>`;
}

function drawClaim({ view, say }: Sheet): TemplateResult | typeof nothing {
  const { claim } = view.server;
  if (claim === undefined) return nothing;
  const text = showText(claim.version === undefined ? claim.name : `${claim.name} ${claim.version}`);
  return html`<span class="claim"><bdi>${say('claim', { claim: text })}</bdi></span> `;
}

function drawCall(sheet: Sheet): TemplateResult {
  const { view, say } = sheet;
  if (view.call === undefined) return html`<span class="call">${say('unknownCall')}</span>`;
  const verb = { 'tools/call': say('whileRunning'), 'prompts/get': say('whilePreparing'), 'resources/read': say('whileReading') }[
    view.call.method
  ];
  return html`<span class="call">${verb} <code dir="ltr">${serverText(view.call.name)}</code></span>
    <button
      type="button"
      class="link"
      aria-expanded=${sheet.argumentsShown ? 'true' : 'false'}
      aria-controls="arguments"
      @click=${() => sheet.show('arguments', !sheet.argumentsShown)}
    >
      ${sheet.argumentsShown ? say('hideSent') : say('showSent')}
    </button>`;
}

function drawExpiry(sheet: Sheet): TemplateResult {
  const { view, say, now } = sheet;
  if (view.expiresAt === undefined) return html`<span>${say('noExpiry')}</span>`;
  const left = view.expiresAt - now;
  return html`<span class=${left < 60_000 ? 'time short' : 'time'} role="timer" aria-live="off">${say('expiresIn', { time: sayTimeLeft(say, left) })}</span>${
    view.extendable ? html`<button type="button" class="link" @click=${() => sheet.moreTime()}>${say('moreTime')}</button>` : nothing
  }`;
}
