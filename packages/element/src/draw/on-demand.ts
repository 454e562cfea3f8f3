/** What is drawn only when it is asked for: what is in the menu, the details, the arguments of the call. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { serverText } from './text.js';

export function drawMenuItems(sheet: Sheet): TemplateResult {
  const { say, server, view, offers } = sheet;
  return html`<div class="items" id="menu">
            <button type="button" @click=${() => sheet.copy('message', view.message)}>${sheet.copied === 'message' ? say('copied') : say('copyMessage')}</button>
            <button type="button" aria-expanded=${sheet.detailsShown ? 'true' : 'false'} @click=${() => sheet.show('details', !sheet.detailsShown)}>
              ${say('details')}
            </button>
            ${
              sheet.rememberable && sheet.mode !== 'part'
                ? html`<button type="button" aria-pressed=${sheet.remembering ? 'true' : 'false'} @click=${() => sheet.remember(!sheet.remembering)}>
                    ${say('remember')}<small>${say('rememberMeaning')}</small>
                  </button>`
                : nothing
            }
            ${
              offers.mute === true
                ? html`<button type="button" @click=${() => sheet.mute()}>${say('mute', { server })}<small>${say('muteMeaning')}</small></button>`
                : nothing
            }
            ${
              offers.cutOff === true
                ? html`<button type="button" class="grave" @click=${() => sheet.cutOff()}>
                    ${say('cutOff', { server })}<small>${say('cutOffMeaning')}</small>
                  </button>`
                : nothing
            }
          </div>`;
}

export function drawDetails({ view, say, language: locale }: Sheet): TemplateResult {
  const when = (at: number): string => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
  return html`<dl class="details">
    <div><dt>${say('detailQuestion')}</dt><dd><code>${view.id}</code></dd></div>
    <div><dt>${say('detailRevision')}</dt><dd>${view.revision}</dd></div>
    <div><dt>${say('detailAsked')}</dt><dd>${when(view.askedAt)}</dd></div>
    ${view.expiresAt === undefined ? nothing : html`<div><dt>${say('detailExpires')}</dt><dd>${when(view.expiresAt)}</dd></div>`}
  </dl>`;
}

export function drawArguments({ view, say }: Sheet): TemplateResult {
  const sent = Object.entries(view.call?.arguments ?? {});
  return html`<div class="arguments" id="arguments">
    ${
      sent.length === 0
        ? say('nothingSent')
        : html`<dl>
            ${sent.map(
              ([name, value]) => html`<div>
                <dt dir="auto">${serverText(name)}</dt>
                <dd dir="auto">${serverText(typeof value === 'string' ? value : JSON.stringify(value, null, 1))}</dd>
              </div>`,
            )}
          </dl>`
    }
  </div>`;
}
