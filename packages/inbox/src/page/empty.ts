/** Pages with nothing on them still say what will happen and what can be done. */
import type { Say } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';

export interface EmptyState {
  readonly title: string;
  readonly more: string;
  readonly command?: { readonly lead: string; readonly text: string };
}

export type EmptyKind = 'nothing-yet' | 'nothing-left' | 'nothing-ended' | 'pick' | 'loading';

export function emptyState(say: Say, kind: EmptyKind): EmptyState {
  switch (kind) {
    case 'nothing-yet':
      return { title: say('nothingYet'), more: say('nothingYetMore'), command: { lead: say('tryOne'), text: 'midcall demo' } };
    case 'nothing-left':
      return { title: say('nothingLeft'), more: say('nothingLeftMore') };
    case 'nothing-ended':
      return { title: say('nothingEnded'), more: say('nothingEndedMore') };
    case 'pick':
      return { title: say('pickOne'), more: '' };
    case 'loading':
      return { title: say('loading'), more: '' };
  }
}

export function drawEmpty({ title, more, command }: EmptyState, busy = false): TemplateResult {
  return html`<div class="empty" aria-busy=${busy ? 'true' : nothing}>
    ${mark}
    <h2>${title}</h2>
    ${more === '' ? nothing : html`<p>${more}</p>`}
    ${command === undefined ? nothing : html`<p class="try">${command.lead} <code>${command.text}</code></p>`}
  </div>`;
}

/** The sign of midcall: a call, interrupted by a question, going on. */
export const mark = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
  <path d="M3 16h7M22 16h7" />
  <circle cx="16" cy="16" r="6" />
  <circle class="dot" cx="16" cy="16" r="1.8" />
</svg>`;
