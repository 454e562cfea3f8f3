import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { principalOf, subjectOf } from './index.js';

const name = fc.string({ unit: 'binary', minLength: 1 });

describe('the principal of a verified subject', () => {
  it('is one text for each issuer and subject, whatever they are made of [E-Q-02, N7]', () => {
    fc.assert(
      fc.property(name, name, name, name, (iss, sub, otherIss, otherSub) => {
        const same = iss === otherIss && sub === otherSub;
        expect(principalOf({ iss, sub }) === principalOf({ iss: otherIss, sub: otherSub })).toBe(same);
        expect(subjectOf(principalOf({ iss, sub }))).toEqual({ iss, sub });
      }),
    );
    expect(principalOf({ iss: 'a","b', sub: 'c' })).not.toBe(principalOf({ iss: 'a', sub: 'b","c' }));
  });

  it('is not to be had without an issuer or a subject [D21]', () => {
    for (const part of [undefined, '', 7])
      for (const subject of [
        { iss: part, sub: 'ada' },
        { iss: 'https://id.example', sub: part },
      ])
        expect(() => principalOf(subject as never)).toThrow(TypeError);
  });

  it('is no subject where no issuer stands behind it', () => {
    for (const other of ['local', 'local:Records', 'anonymous', '', '["a"]', '["a","b","c"]', '["a",7]', '["","b"]', '["a", "b"]', '["a'])
      expect(subjectOf(other)).toBeUndefined();
  });
});
