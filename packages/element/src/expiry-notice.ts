/** Politely, and rarely: a minute and ten seconds before a question expires. */
const NOTICES_MS = [10_000, 60_000] as const;

/**
 * Which notice is due, if any.
 * @param left milliseconds until expiry
 * @param last the notice given last; `Infinity` for none
 */
export function expiryNotice(left: number, last: number): number | undefined {
  return NOTICES_MS.find(notice => left > 0 && left <= notice && last > notice);
}
