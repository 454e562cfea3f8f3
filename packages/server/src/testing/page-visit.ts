/** What the person did on the page they were sent to, done to the page itself: completed, or closed without. */
import type { Json } from '@midcall/core';
import { closePage, complete } from '../visit/complete.js';
import type { OAuthTokens } from '../visit/oauth-client.js';
import type { OAuthAccess } from '../visit/page.js';
import type { PageServices } from '../visit/page-services.js';
import { HANDLE, readTicket } from '../visit/ticket.js';

/** @param brought What the page is to bring back; undefined: the person closed it. Nothing happens to pages of others. */
export async function settlePage(pages: PageServices | undefined, url: string | undefined, brought: { readonly value: Json } | undefined) {
  const handle = url?.split('/').at(-1) ?? '';
  const ticket = pages !== undefined && HANDLE.test(handle) ? await readTicket(pages, handle) : undefined;
  if (pages === undefined || ticket === undefined) return;
  if (brought === undefined) await closePage(pages, handle);
  else await complete(pages, handle, ticket.page.kind === 'oauth' ? tokens(brought.value as unknown as OAuthAccess) : brought.value);
}

/** As the page of a third party would have stored them. */
function tokens({ accessToken, ...rest }: OAuthAccess): Json {
  return { access: accessToken, ...rest } satisfies OAuthTokens as unknown as Json;
}
