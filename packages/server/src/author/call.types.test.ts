/** The types that authors see: checked by the compiler; the run only shows that the forms are legal. */
import { choice, choices, defineForm, integer, text, yesNo } from '@midcall/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import type { Call } from './call.js';
import { defineTool } from './define.js';
import { type ContentOf, compileSource } from './form-source.js';

const builders = {
  environment: choice({ staging: 'Staging', production: 'Live' }),
  days: choices(['mon', 'tue']),
  count: integer({ optional: true }),
  sure: yesNo(),
};
const literal = {
  type: 'object',
  properties: { city: { type: 'string' }, size: { type: 'string', enum: ['s', 'm'] } },
  required: ['city'],
} as const;
const zod = z.object({ email: z.email(), age: z.number().optional() });

describe('the types of', () => {
  it('content follow the form, however it is written', () => {
    expectTypeOf<ContentOf<typeof builders>>().toEqualTypeOf<{
      readonly environment: 'staging' | 'production';
      readonly days: readonly ('mon' | 'tue')[];
      readonly sure: boolean;
      readonly count?: number;
    }>();
    expectTypeOf<ContentOf<typeof literal>>().toEqualTypeOf<{ readonly city: string; readonly size?: 's' | 'm' }>();
    expectTypeOf<ContentOf<typeof zod>>().toEqualTypeOf<{ email: string; age?: number | undefined }>();
    const defined = defineForm({ name: text() });
    expectTypeOf<ContentOf<typeof defined>>().toEqualTypeOf<{ readonly name: string }>();
    for (const source of [builders, literal, zod, defined]) expect(compileSource(source).form.fields.length).toBeGreaterThan(0);
  });

  it('answers narrow by action, and arguments follow the input schema', () => {
    const tool = defineTool('t', { inputSchema: z.object({ n: z.number() }) }, async (args, call) => {
      expectTypeOf(args).toEqualTypeOf<{ n: number }>();
      const answer = await call.ask('q', { message: 'Q?', form: builders });
      if (answer.action === 'accept') expectTypeOf(answer.content.environment).toEqualTypeOf<'staging' | 'production'>();
      else expectTypeOf(answer.action).toEqualTypeOf<'decline' | 'cancel'>();
      const picked = await call.choose('p', { message: 'P?', from: [{ id: 'a', n: 1 }], id: one => one.id, title: one => one.id });
      expectTypeOf(picked).toEqualTypeOf<{ id: string; n: number }>();
      expectTypeOf(await call.once('o', () => ({ url: 'x' }))).toEqualTypeOf<{ url: string }>();
      return { content: [] };
    });
    expect(tool.name).toBe('t');
    expectTypeOf<Call['confirm']>().returns.resolves.toEqualTypeOf<true>();
  });
});
