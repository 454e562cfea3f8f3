import type { PutOptions } from './store.js';

/** The moment a record expires. @throws RangeError where it is not finite: NaN would mean "never" to one driver and "now" to another. */
export function expiryOf(options: PutOptions): number | undefined {
  const { expiresAt } = options;
  if (expiresAt !== undefined && !Number.isFinite(expiresAt)) throw new RangeError('expiresAt is not a moment');
  return expiresAt;
}
