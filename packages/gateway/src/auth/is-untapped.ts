/** Where a secret may be sent or a key fetched: nobody on the way can read or change it. */
import { isLoopback } from '@midcall/core/inspect';

/** Https, or a host that only this machine answers for. */
export function isUntapped(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
