/** What else can be done about a question or its server. Only what the host has wired is offered. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';

export function drawMenu(sheet: Sheet): TemplateResult {
  const { say, server, view, offers, menuOpen } = sheet;
  const close = (): void => sheet.show('menu', false);
  return html`<div
    class="menu"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menuOpen) return;
      event.stopPropagation();
      close();
      sheet.root().getElementById('menu-button')?.focus();
    }}
  >
    <button
      type="button"
      class="icon"
      id="menu-button"
      aria-label=${say('menu')}
      title=${say('menu')}
      aria-expanded=${menuOpen ? 'true' : 'false'}
      aria-controls="menu"
      @click=${() => sheet.show('menu', !menuOpen)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="4" cy="10" r="1.6" /><circle cx="10" cy="10" r="1.6" /><circle cx="16" cy="10" r="1.6" /></svg>
    </button>
    ${
      menuOpen
        ? html`<div class="items" id="menu">
            <button type="button" @click=${() => sheet.copy('message', view.message)}>${sheet.copied === 'message' ? say('copied') : say('copyMessage')}</button>
            <button type="button" aria-expanded=${sheet.detailsShown ? 'true' : 'false'} @click=${() => sheet.show('details', !sheet.detailsShown)}>
              ${say('details')}
            </button>
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
          </div>`
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
