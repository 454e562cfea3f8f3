/**
 * Template and JSX typings for Vue 3, which sets properties and hears events of custom elements once it is told that they are
 * some (`isCustomElement: tag => tag.startsWith('midcall-')`). There is nothing in it at run time.
 * @example <midcall-question :question="question" @midcall-answer="event => answer(event.detail)" />
 */
import type { PublicProps } from 'vue';
import type { Handlers, QuestionEvents, QuestionProps, RoundEvents, RoundProps } from './element-props.js';

export type MidcallQuestionProps = PublicProps & QuestionProps & Handlers<'on', VueNames<QuestionEvents>>;

export type MidcallRoundProps = PublicProps & RoundProps & Handlers<'on', VueNames<RoundEvents>>;

/** Vue spells `midcall-answer` as `onMidcallAnswer`. */
type VueNames<Events> = { readonly [K in keyof Events & string as Camel<K>]: Events[K] };
type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Capitalize<Head>}${Camel<Tail>}` : Capitalize<Name>;

declare module 'vue' {
  interface GlobalComponents {
    'midcall-question': new () => { readonly $props: MidcallQuestionProps };
    'midcall-round': new () => { readonly $props: MidcallRoundProps };
  }
}
