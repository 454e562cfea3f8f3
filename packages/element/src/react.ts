/**
 * JSX typings for React 19, which sets properties and hears events of custom elements by itself: import the element for its
 * effect and this for its types. There is nothing in it at run time.
 * @example <midcall-question question={question} onmidcall-answer={event => answer(event.detail)} />
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Handlers, QuestionEvents, QuestionProps, RoundEvents, RoundProps } from './element-props.js';
import type { MidcallQuestion } from './question-element.js';
import type { MidcallRound } from './round-element.js';

export type MidcallQuestionProps = DetailedHTMLProps<HTMLAttributes<MidcallQuestion>, MidcallQuestion> &
  QuestionProps &
  Handlers<'on', QuestionEvents>;

export type MidcallRoundProps = DetailedHTMLProps<HTMLAttributes<MidcallRound>, MidcallRound> & RoundProps & Handlers<'on', RoundEvents>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'midcall-question': MidcallQuestionProps;
      'midcall-round': MidcallRoundProps;
    }
  }
}
