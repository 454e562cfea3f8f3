/** What stands in the place of a question that is not shown inside somebody else's page: why, and how to see it (D36). */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';
import { drawActions } from './actions.js';
import { sign } from './findings.js';

export function drawFramed(sheet: Sheet): TemplateResult {
  const { say, mode, server } = sheet;
  return html`<div class="blocked warning">${sign('warning')}<span>${say('framed', { server })}</span></div>
    ${
      mode === 'inbox'
        ? html`<p><a class="link" href=${location.href} target="_blank" rel="noopener noreferrer">${say('framedOpen')}</a></p>`
        : nothing
    }
    ${drawActions(sheet, undefined)}`;
}
