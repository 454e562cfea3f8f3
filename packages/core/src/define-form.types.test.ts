/** Types of answers: checked by the compiler; the bodies only hold the expressions. */
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { Type } from 'typebox';
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type AnswerOf, choice, choices, defineForm, integer, number, text, yesNo } from './index.js';

describe('the types of answers', () => {
  it('follow from builders, optional ones may be missing', () => {
    const form = defineForm({
      environment: choice({ staging: 'Staging', production: 'Production (live traffic)' }),
      size: choice(['s', 'm', 'l'], { optional: true }),
      tags: choices([{ value: 'a', title: 'A' }, 'b']),
      seats: integer({ minimum: 1 }),
      price: number({ optional: true }),
      note: text({ optional: true, description: 'Anything else?' }),
      name: text(),
      migrate: yesNo({ default: false }),
    });
    expectTypeOf<AnswerOf<typeof form>>().toEqualTypeOf<{
      readonly environment: 'staging' | 'production';
      readonly size?: 's' | 'm' | 'l';
      readonly tags: readonly ('a' | 'b')[];
      readonly seats: number;
      readonly price?: number;
      readonly note?: string;
      readonly name: string;
      readonly migrate: boolean;
    }>();
  });

  it('follow from a JSON Schema literal', () => {
    const form = defineForm({
      type: 'object',
      properties: {
        plan: { type: 'string', enum: ['basic', 'pro'] },
        tone: {
          type: 'string',
          oneOf: [
            { const: 'warm', title: 'Warm' },
            { const: 'cold', title: 'Cold' },
          ],
        },
        tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
        zones: { type: 'array', items: { anyOf: [{ const: 'n', title: 'North' }] } },
        seats: { type: 'integer' },
        agree: { type: 'boolean' },
        name: { type: 'string', format: 'email' },
      },
      required: ['plan', 'seats', 'agree'],
    });
    expectTypeOf<AnswerOf<typeof form>>().toEqualTypeOf<{
      readonly plan: 'basic' | 'pro';
      readonly seats: number;
      readonly agree: boolean;
      readonly tone?: 'warm' | 'cold';
      readonly tags?: readonly ('x' | 'y')[];
      readonly zones?: readonly 'n'[];
      readonly name?: string;
    }>();
  });

  it('follow from zod, output side', () => {
    const form = defineForm(
      z.object({ plan: z.enum(['basic', 'pro']), seats: z.int().transform(String), note: z.string().default('none') }),
    );
    expectTypeOf<AnswerOf<typeof form>>().toEqualTypeOf<{ plan: 'basic' | 'pro'; seats: string; note: string }>();
  });

  it('follow from valibot and ArkType', () => {
    const fromValibot = defineForm(
      toStandardJsonSchema(v.object({ mail: v.pipe(v.string(), v.email()), size: v.optional(v.picklist(['s', 'm'])) })),
    );
    expectTypeOf<AnswerOf<typeof fromValibot>>().toEqualTypeOf<{ mail: string; size?: 's' | 'm' | undefined }>();
    const fromArkType = defineForm(type({ name: 'string', 'seats?': 'number.integer' }));
    expectTypeOf<AnswerOf<typeof fromArkType>>().toEqualTypeOf<{ name: string; seats?: number }>();
  });

  it('follow from TypeBox', () => {
    const form = defineForm(
      Type.Object({
        name: Type.String(),
        seats: Type.Integer(),
        agree: Type.Boolean(),
        plan: Type.Union([Type.Literal('a'), Type.Literal('b')]),
        note: Type.Optional(Type.String()),
      }),
    );
    expectTypeOf<AnswerOf<typeof form>['name']>().toEqualTypeOf<string>();
    expectTypeOf<AnswerOf<typeof form>['seats']>().toEqualTypeOf<number>();
    expectTypeOf<AnswerOf<typeof form>['plan']>().toEqualTypeOf<'a' | 'b'>();
    expectTypeOf<AnswerOf<typeof form>['note']>().toEqualTypeOf<string | undefined>();
  });

  it('refuse defaults that are not among the options, and unknown keywords', () => {
    // @ts-expect-error the default is not an option
    () => choice(['s', 'm'], { default: 'xl' });
    // @ts-expect-error a text has no minimum
    () => text({ minimum: 1 });
    // @ts-expect-error not a format of the dialect
    () => text({ format: 'ipv4' });
    // @ts-expect-error fields are builders
    () => defineForm({ name: 'string' });
  });
});
