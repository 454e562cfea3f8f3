import type { Json } from '@midcall/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey } from './key-ring.js';
import { nodeCrypto } from './node-crypto.js';
import { createSealer } from './sealer.js';

const ours = createSealer({ ring: createKeyRing([newKey(), newKey()]), label: 'state', crypto: nodeCrypto });
const opens = (token: string, aad: string): boolean => {
  try {
    ours.open(token, aad);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'STATE_INVALID', message: 'The state is not valid.' });
    return false;
  }
};

describe('sealed state', () => {
  it('opens to what was sealed, for any JSON and any AAD [N6]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (payload, aad) => {
        const token = ours.seal(payload as Json, aad) as string;
        expect(ours.open(token, aad)).toEqual(JSON.parse(JSON.stringify(payload)));
      }),
    );
  });

  it('never opens under another AAD [N6]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (aad, other) => {
        fc.pre(aad !== other);
        expect(opens(ours.seal(1, aad) as string, other)).toBe(false);
      }),
    );
  });

  it('never opens after splicing, cutting, repeating or rewriting any part of it [N6, E-M-09]', () => {
    const edit = fc.record({ from: fc.nat(400), drop: fc.nat(40), insert: fc.string({ maxLength: 20 }) });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), edits => {
        const token = ours.seal({ journal: 'x'.repeat(200) }, 'aad') as string;
        let text = token;
        for (const { from, drop, insert } of edits) text = text.slice(0, from) + insert + text.slice(from + drop);
        fc.pre(text !== token);
        expect(opens(text, 'aad')).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('survives any text at all without another error [E-M-09]', () => {
    const like = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.stringMatching(/^mc1\.[A-Za-z0-9_-]{0,12}\.[A-Za-z0-9_-]{0,80}$/),
      fc.json(),
    );
    fc.assert(
      fc.property(like, text => {
        expect(opens(text, 'aad')).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });
});
