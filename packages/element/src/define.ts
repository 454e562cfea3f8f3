/** Registers `<midcall-question>` where there is a registry; in Node (server-side rendering) importing it does nothing. */
import { MidcallQuestion } from './question-element.js';

export function defineMidcallQuestion(): void {
  if (typeof window !== 'undefined' && customElements.get('midcall-question') === undefined)
    customElements.define('midcall-question', MidcallQuestion);
}
