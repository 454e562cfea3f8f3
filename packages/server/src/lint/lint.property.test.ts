import { choice, choices, type FieldBuilder, integer, number, text, yesNo } from '@midcall/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileSource } from '../author/form-source.js';
import { lint } from './lint.js';

const bound = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: undefined });
const bounds = fc.tuple(bound, bound).map(([one, other]) => {
  const [minimum, maximum] = one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
});
const options = fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,14}$/), { minLength: 1, maxLength: 6 });
const titled = options.map(values => Object.fromEntries(values.map((value, index) => [value, `Option ${index}`])));
const optional = fc.boolean();
const field: fc.Arbitrary<FieldBuilder<unknown>> = fc.oneof(
  optional.map(each => text({ optional: each })),
  fc.tuple(bounds, optional).map(([limits, each]) => number({ ...limits, optional: each })),
  fc.tuple(bounds, optional).map(([limits, each]) => integer({ ...limits, optional: each })),
  fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.nat(30))
    .map(([minimum, more]) => integer({ minimum, maximum: minimum + more, default: minimum })),
  optional.map(each => yesNo({ optional: each })),
  fc.oneof(options, titled).map(list => choice(list as string[])),
  fc.oneof(options, titled).map(list => choices(list as string[])),
);

it('reads any legal form, and every rewrite is a legal form that no longer has the finding', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 9 }), fields => {
      const form = Object.fromEntries(fields.map((each, index) => [`field${index}`, each]));
      let legal = true;
      try {
        compileSource(form);
      } catch {
        // Bounds without a whole number between them.
        legal = false;
      }
      fc.pre(legal);
      for (const { id, rewrite } of lint({ message: 'Which?', form })) {
        if (rewrite === undefined) continue;
        const again = { type: 'object' as const, properties: rewrite as object, required: [] };
        expect(lint({ message: 'Which?', form: again }).map(finding => finding.id)).not.toContain(id);
      }
    }),
    { numRuns: 300 },
  );
});
