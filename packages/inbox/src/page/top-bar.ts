/** The bar at the top: where one is, whether the line stands, how to work it with keys. */
import type { Say } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import type { Connection } from './desk-link.js';
import { mark } from './empty.js';
import { TABS, type View } from './way.js';

export interface TopBar {
  readonly say: Say;
  readonly view: View;
  readonly count: number;
  readonly connection: Connection;
  readonly keysShown: boolean;
  readonly onView: (view: View) => void;
  readonly onKeys: () => void;
  readonly onSkip: () => void;
}

export function drawTopBar({ say, view: current, count, connection, keysShown, onView, onKeys, onSkip }: TopBar): TemplateResult {
  const live = connection === 'live';
  return html`<header class="top">
    <button type="button" class="skip" @click=${onSkip}>${say('skipToQuestion')}</button>
    <h1 class="name">${mark}<span>midcall</span></h1>
    <div class="tabs">
      ${TABS.map(
        ({ view, path }) => html`<a
          href=${path}
          class="tab"
          aria-current=${view === current ? 'page' : nothing}
          @click=${(event: MouseEvent) => {
            event.preventDefault();
            onView(view);
          }}
          >${say(view)}${view === 'waiting' && count > 0 ? html` <span class="count">${count}</span>` : nothing}</a
        >`,
      )}
    </div>
    <p class=${live ? 'line-state live' : 'line-state'}>
      <span class="dot" aria-hidden="true"></span>${live ? say('live') : connection === 'offline' ? say('offline') : say('connecting')}
    </p>
    <button type="button" class="key" aria-label=${say('keys')} aria-expanded=${keysShown ? 'true' : 'false'} @click=${onKeys}>?</button>
  </header>`;
}
