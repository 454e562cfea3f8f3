import type { QuestionView } from '@midcall/core/contract';
import type { MidcallQuestionProps } from '@midcall/element/react';
import { createElement, type JSX } from 'react';
import { describe, expect, expectTypeOf, it } from 'vitest';

type Question = JSX.IntrinsicElements['midcall-question'];
type Round = JSX.IntrinsicElements['midcall-round'];

describe('the typings for React', () => {
  it('know the properties, the events and what they carry', () => {
    expectTypeOf<Question>().toEqualTypeOf<MidcallQuestionProps>();
    expectTypeOf<Question['question']>().toEqualTypeOf<QuestionView | undefined>();
    expectTypeOf<Parameters<NonNullable<Question['onmidcall-answer']>>[0]['detail']['action']>().toEqualTypeOf<
      'accept' | 'decline' | 'cancel'
    >();
    expectTypeOf<NonNullable<Round['questions']>>().toEqualTypeOf<readonly QuestionView[]>();
    expectTypeOf<Parameters<NonNullable<Round['onmidcall-round-answer']>>[0]['detail']['answers'][number]['id']>().toEqualTypeOf<string>();
    // @ts-expect-error there is no such mode
    const wrong: Question = { mode: 'window' };
    const right = <midcall-question mode="inbox" className="wide" offers={{ mute: true }} onmidcall-leave={({ detail }) => detail.id} />;
    expect(right.type).toBe(createElement('midcall-question').type);
    expect(wrong.mode).toBe('window');
  });
});
