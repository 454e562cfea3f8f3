/** What `<midcall-question>` and `<midcall-round>` take as properties and tell as events, for the typings of frameworks. */
import type { MidcallEventMap } from './events.js';
import type { MidcallQuestion } from './question-element.js';
import type { MidcallRound } from './round-element.js';
import type { MidcallRoundEventMap } from './round-events.js';

type Common = Pick<MidcallQuestion, 'mode' | 'locale' | 'packs' | 'offers' | 'timeZone' | 'framedBy'>;

/** `undefined` is as good as leaving one out, as frameworks pass it. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

export type QuestionProps = Loose<Common & Pick<MidcallQuestion, 'question' | 'refusal'>>;

export type RoundProps = Loose<Common & Pick<MidcallRound, 'questions' | 'refusal' | 'refusals'>>;

/** Handlers by event, their names as a framework spells them. */
export type Handlers<Prefix extends string, Events> = {
  readonly [K in keyof Events & string as `${Prefix}${K}`]?: ((event: Events[K]) => void) | undefined;
};

export type QuestionEvents = MidcallEventMap;

export type RoundEvents = MidcallEventMap & MidcallRoundEventMap;
