/**
 * The consent page in front of a third party, and the way back from it (E-Q-04, E-Q-05).
 *
 * Promises:
 *  1. Nobody is sent on before they said so on a page that names who asks, for what, and where the answer goes.
 *  2. `state` is random, stored only after that, exact, short-lived and used once.
 *  3. What comes back is taken from the very browser and person that left, whatever `state` it carries: an address of the
 *     third party that is forwarded to somebody else leads to nothing (D20, E-U-18).
 */
import type { Json } from '@midcall/core';
import { browserDigest, readCookie } from './browser-cookie.js';
import { complete } from './complete.js';
import { html } from './html.js';
import { authorizationHost, authorizationUrl, exchange, type OAuthStart, refusalOf, toJson } from './oauth-client.js';
import type { OAuthPage } from './page.js';
import type { PageServices } from './page-services.js';
import { asker, message, notice } from './page-shell.js';
import { proven } from './prove.js';
import { goOnTo, goTo, showPage } from './respond.js';
import { says } from './says.js';
import { readTicket } from './ticket.js';
import { reportRefusal, type Visitor } from './visitor.js';

/** A way back that takes longer is begun anew. */
const LONGEST_TRIP = 10 * 60_000;

interface Trip extends OAuthStart {
  readonly v: 1;
  readonly handle: string;
  /** Digest of the cookie of the browser that left. */
  readonly browser: string;
}

export async function serveOAuth(visitor: Visitor, page: OAuthPage): Promise<Response> {
  const { services, form, handle, ticket, guard, headers, cookie } = visitor;
  const redirect = `${ticket.base}/callback`;
  if (form === undefined) {
    const host = await authorizationHost(page);
    const body = html`<h1>Connect ${page.title}</h1>
${asker(ticket.server, ticket.name, ticket.client)}
${message(ticket.message)}
<p>${page.title} will ask you to sign in and to let ${ticket.server} do this in your name:</p>
<ul>${page.scopes.map(scope => html`<li><code>${scope}</code></li>`)}</ul>
<dl><dt>You sign in at</dt><dd><code>${host}</code></dd><dt>Known there as</dt><dd><code>${page.clientId}</code></dd><dt>The answer goes to</dt><dd><code>${redirect}</code></dd></dl>
<form method="post" action="${handle}">${guard}
<div class="actions"><button class="main" name="action" value="go">Go to ${page.title}</button><button name="action" value="close">Not now</button></div>
</form>`;
    return showPage(`Connect ${page.title}`, body, 200, headers);
  }
  const { url, start } = await authorizationUrl(page, redirect);
  const key = await tripKey(services, start.state);
  const trip: Trip = { v: 1, ...start, handle, browser: await browserDigest(services, cookie) };
  const expiresAt = Math.min(services.clock.now() + LONGEST_TRIP, ticket.expires);
  await services.store.put(key, await services.sealer.seal(trip as unknown as Json, key), { expiresAt });
  return goOnTo(url, page.title, headers);
}

/** The way back. Everything is looked at before anything is used up. */
export async function serveCallback(services: PageServices, request: Request, base: string): Promise<Response> {
  const here = new URL(request.url);
  const state = here.searchParams.get('state') ?? '';
  const key = await tripKey(services, state);
  const record = state === '' ? undefined : await services.store.get(key);
  if (record === undefined) return says.gone();
  const trip = (await services.sealer.openRow(record.value, key)).payload as unknown as Trip;
  const ticket = await readTicket(services, trip.handle);
  if (ticket === undefined) return says.gone();
  const cookie = await readCookie(services, request, ticket, trip.handle);
  if (cookie === undefined || (await browserDigest(services, cookie)) !== trip.browser) {
    reportRefusal(services, 'callback_other_browser');
    return says.otherBrowser();
  }
  const refused = await proven(services, request, ticket);
  if (refused !== undefined) return refused;
  const page = services.known.get(ticket.page.name);
  if (page?.kind !== 'oauth') return says.unavailable();
  if (ticket.status !== 'open' || (await services.store.take(key)) === undefined) return says.gone();
  const refusal = refusalOf(here);
  const callback = new URL(`${base}/callback${here.search}`);
  if (refusal !== undefined) {
    const body = html`${notice(`${page.title} gave no access`, refusal === 'access_denied' ? 'You said no there, or it was not allowed.' : 'Something went wrong there.')}
<p><a href="${trip.handle}">Try again</a>, or close this page.</p>`;
    return showPage(`${page.title} gave no access`, body);
  }
  const tokens = await exchange(page, callback, `${ticket.base}/callback`, trip, services.clock.now());
  if (!(await complete(services, trip.handle, toJson(tokens)))) return says.gone();
  // Off the address that holds the code.
  return goTo(`${ticket.base}/${trip.handle}`);
}

async function tripKey(services: Pick<PageServices, 'digest'>, state: string): Promise<string> {
  return `trip:${await services.digest(state)}`;
}
