/** Puts a server's text on the page: as text, its direction its own, what cannot be seen made visible (N11). */
import { showText } from '@midcall/core/inspect';
import { html, type TemplateResult } from 'lit';

/** A server's text inside one line of ours; it cannot turn what stands around it. */
export function serverText(text: string): TemplateResult {
  return html`<bdi>${showText(text)}</bdi>`;
}
