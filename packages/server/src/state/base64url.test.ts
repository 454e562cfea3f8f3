import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64url, encodeBase64url, isBase64url } from './base64url.js';

it('writes what Node writes, for any bytes, and reads it back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      const text = encodeBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(decodeBase64url(text)).toEqual(bytes);
    }),
  );
});

it('takes exactly the texts that it writes', () => {
  const unit = fc.constantFrom(...'AQgwBCDEZaz019-_+/= .');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), text => {
      const canonical = Buffer.from(text, 'base64url').toString('base64url') === text;
      expect(isBase64url(text)).toBe(canonical);
      expect(decodeBase64url(text) !== undefined).toBe(canonical);
    }),
    { numRuns: 2_000 },
  );
});
