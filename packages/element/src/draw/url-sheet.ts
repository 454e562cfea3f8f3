/**
 * Consent to open a page: the whole address as text, its host apart on its own line, what is odd about it before it.
 * Nothing is fetched, shortened or opened before the click (N10, E-U-06 to E-U-11).
 */

import type { UrlView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import { html, nothing, type TemplateResult } from 'lit';
import { domainParts } from '../domain-parts.js';
import type { Sheet } from '../sheet.js';
import { drawActions } from './actions.js';
import { sign } from './findings.js';
import { marked } from './message.js';

export function drawUrl(sheet: Sheet, url: UrlView): TemplateResult {
  const { say, server } = sheet;
  const opened = sheet.view.state === 'opened';
  return html`<div class="address" part="address">
      ${url.host === '' ? nothing : html`<p class="sub">${say('urlHost')}</p>${drawHost(url.host)}`}
      <p class="sub">${say('urlWhole')}</p>
      <p class="href" dir="ltr" translate="no">${marked(url.href, sheet.view.findings, 'url')}</p>
      <button type="button" class="link" @click=${() => sheet.copy('address', url.href)}>
        ${sheet.copied === 'address' ? say('copied') : say('copyAddress')}
      </button>
    </div>
    ${
      url.openable
        ? html`<p class="hint">${opened ? say('urlOpened', { server }) : say('urlNotOpened', { server })}</p>`
        : html`<p class="blocked danger">${sign('danger')}<span>${say('urlBlocked')}</span></p>`
    }
    ${opened ? drawOpened(sheet) : drawActions(sheet, url.openable ? { label: say('openPage') } : undefined, url.openable && sheet.addressTaken ? drawOpenedByHand(sheet) : undefined)}`;
}

function drawHost(host: string): TemplateResult {
  const { before, domain, after } = domainParts(host);
  return html`<p class="host" dir="ltr" translate="no">${showText(before)}<strong>${showText(domain)}</strong>${after}</p>`;
}

/** Who copies the address opens it elsewhere, another browser or machine; that is consent as well, and has to be said. */
function drawOpenedByHand(sheet: Sheet): TemplateResult {
  return html`<button type="button" class="button plain" data-action="retry" @click=${() => sheet.openedByHand()}>${sheet.say('urlByHand')}</button>`;
}

function drawOpened(sheet: Sheet): TemplateResult {
  const { say } = sheet;
  return html`<div class="actions" part="actions">
    <p class="pending" role="status">${say('urlStillWaiting')}</p>
    <div class="main">
      <button type="button" class="button plain" data-action="retry" @click=${() => sheet.openPage()}>${say('urlAgain')}</button>
      <button type="button" class="button plain" data-action="cancel" @click=${() => sheet.notNow()}>${say('urlStop')}</button>
    </div>
  </div>`;
}
