/** `<midcall-question>`: draws any MCP elicitation, in any page. Importing it registers the element (in browsers only). */
import { defineMidcallQuestion } from './define.js';
import type { MidcallEventMap } from './events.js';
import type { MidcallQuestion } from './question-element.js';

defineMidcallQuestion();

// the smallest use
export { type AskAnswer, type AskOptions, ask, type QuestionSurface } from './ask.js';
export { type Outcome, outcomeOf } from './draw/ended.js';
// for pages that list questions
export { drawMonogram } from './draw/header.js';
export type { MidcallEventMap, MidcallEventName } from './events.js';
export { MidcallQuestion } from './question-element.js';
export { type QuestionFromParamsOptions, questionFromParams } from './question-from-params.js';
export type { SheetOffers } from './sheet.js';
export type { Refusal } from './sheet-element.js';
export { paletteStyles } from './styles.js';
// the element
export { defineMidcallQuestion };

declare global {
  interface HTMLElementTagNameMap {
    'midcall-question': MidcallQuestion;
  }
  interface HTMLElementEventMap extends MidcallEventMap {}
}
