/**
 * Which addresses a webhook may have (D35): https; on private networks and this machine only where the operator says so
 * for this very address. What a name resolves to is judged again at each sending.
 */
import { isLoopback } from '@midcall/core/inspect';

/** What is wrong with this address, in words that quote nothing of it (its path is often a secret, N9); undefined if nothing is. */
export function webhookFault(address: string, mayBePrivate: boolean): string | undefined {
  if (!URL.canParse(address)) return 'the address must be a URL such as "https://example.com/hook"';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'the address holds a name or password; use "token" instead';
  if (url.hash !== '') return 'the address has a # part, which is never sent';
  const here = isLoopback(url.hostname);
  if (url.protocol === 'https:') return here && !mayBePrivate ? PRIVATE : undefined;
  if (url.protocol !== 'http:' || !here) return 'the address must begin with https:';
  return mayBePrivate ? undefined : PRIVATE;
}

const PRIVATE = 'the address is on this machine; say "private": true beside it if that is meant';
