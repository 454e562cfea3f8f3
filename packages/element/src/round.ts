/** `<midcall-round>`: several questions of one call on one sheet. Importing it registers the element (in browsers only). */
import { defineMidcallQuestion } from './define.js';
import { MidcallRound } from './round-element.js';
import type { MidcallRoundEventMap } from './round-events.js';

defineMidcallQuestion();
if (typeof window !== 'undefined' && customElements.get('midcall-round') === undefined)
  customElements.define('midcall-round', MidcallRound);

export type { MidcallRoundEventMap } from './round-events.js';
export { MidcallRound };

declare global {
  interface HTMLElementTagNameMap {
    'midcall-round': MidcallRound;
  }
  interface HTMLElementEventMap extends MidcallRoundEventMap {}
}
