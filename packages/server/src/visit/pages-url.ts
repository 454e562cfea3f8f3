/** The address of the pages, as the operator wrote it. */
import { isLoopback } from '@midcall/core/inspect';

/** Without a slash at its end. @throws TypeError if it is not an absolute https address, or http on this machine (E-U-04) */
export function pagesUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === undefined || !safe || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('pages.url must be an absolute https address without query, or http on this machine');
  }
  return url.href.replace(/\/+$/, '');
}
