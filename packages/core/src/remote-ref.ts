/** True for anything but a fragment of this very schema; such an address is never fetched (E-J-13, E-J-14). */
export function isRemote(ref: unknown): boolean {
  return typeof ref === 'string' && !ref.startsWith('#');
}
