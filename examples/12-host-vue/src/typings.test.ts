import type { QuestionView } from '@midcall/core/contract';
import type { MidcallQuestionProps } from '@midcall/element/vue';
import { describe, expectTypeOf, it } from 'vitest';
import type { GlobalComponents } from 'vue';

type Question = InstanceType<GlobalComponents['midcall-question']>['$props'];
type Round = InstanceType<GlobalComponents['midcall-round']>['$props'];

describe('the typings for Vue', () => {
  it('know the properties, the events and what they carry', () => {
    expectTypeOf<Question>().toEqualTypeOf<MidcallQuestionProps>();
    expectTypeOf<Question['question']>().toEqualTypeOf<QuestionView | undefined>();
    expectTypeOf<Question['mode']>().toEqualTypeOf<'modal' | 'inbox' | 'part' | undefined>();
    expectTypeOf<Parameters<NonNullable<Question['onMidcallAnswer']>>[0]['detail']['action']>().toEqualTypeOf<
      'accept' | 'decline' | 'cancel'
    >();
    expectTypeOf<Parameters<NonNullable<Round['onMidcallRoundAnswer']>>[0]['detail']['answers'][number]['id']>().toEqualTypeOf<string>();
    expectTypeOf<Question>().not.toHaveProperty('onMidcallRoundAnswer');
  });
});
