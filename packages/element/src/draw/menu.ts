/** What else can be done about a question or its server. Only what the host has wired is offered. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';

export function drawMenu(sheet: Sheet): TemplateResult {
  const { say, menuOpen } = sheet;
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
    ${menuOpen ? (sheet.later?.drawMenuItems(sheet) ?? nothing) : nothing}
  </div>`;
}
