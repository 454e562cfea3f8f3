/**
 * The handler behind every page: web-standard, mountable on Node, Hono, Express or a Worker.
 *
 * Promises:
 *  1. GET consumes nothing: a preview, a prefetch or a scanner changes nothing and learns nothing (D20). The one exception
 *     is the way back from a third party, which only the browser that left can take.
 *  2. Order: Host and method, then Origin, then the page, then who it is, then this browser, then what it wants.
 *  3. Whatever goes wrong inside is said to the operator; the browser gets a plain sentence without particulars.
 */
import type { Json } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import { browserDigest, guardToken, isGuarded, newCookie, readCookie, setCookie } from './browser-cookie.js';
import { closePage } from './complete.js';
import type { CustomPage } from './page.js';
import type { PageServices } from './page-services.js';
import { STYLESHEET } from './page-shell.js';
import { proven } from './prove.js';
import { readPosted } from './read-posted.js';
import { refusalFor } from './request-check.js';
import { secured } from './respond.js';
import { says } from './says.js';
import { serveCode } from './serve-code.js';
import { serveCustom } from './serve-custom.js';
import { serveCallback, serveOAuth } from './serve-oauth.js';
import { serveSecret } from './serve-secret.js';
import { HANDLE, readTicket, type Ticket } from './ticket.js';
import { guardInput, reportRefusal, type Visitor } from './visitor.js';

export interface Pages {
  /** Answers one request. Paths are read from their end, so that it works under any prefix, cut off or not. */
  fetch(request: Request): Promise<Response>;
}

/** @param base where the pages are, once it is known */
export function createPages(services: PageServices, base: () => string | undefined): Pages {
  return {
    async fetch(request) {
      try {
        return secured(await serve(services, request, base()));
      } catch (error) {
        services.report(error);
        return secured(says.unavailable());
      }
    },
  };
}

async function serve(services: PageServices, request: Request, base: string | undefined): Promise<Response> {
  if (base === undefined) return says.gone();
  const refusal = refusalFor(request, new URL(base), services.hosts);
  if (refusal !== undefined) {
    reportRefusal(services, refusal);
    return says.refused();
  }
  const last = new URL(request.url).pathname.split('/').at(-1) ?? '';
  if (last === 'page.css') return new Response(STYLESHEET, { headers: { 'content-type': 'text/css; charset=utf-8' } });
  if (last === 'callback') return request.method === 'GET' ? serveCallback(services, request, base) : says.refused();
  return HANDLE.test(last) ? servePage(services, request, last) : says.gone();
}

async function servePage(services: PageServices, request: Request, handle: string): Promise<Response> {
  if (services.requests.take(handle, 1) > 0) return says.busy();
  const ticket = await readTicket(services, handle);
  if (ticket === undefined) return says.gone();
  const refused = await proven(services, request, ticket);
  if (refused !== undefined) return refused;
  const cookie = await readCookie(services, request, ticket, handle);
  if (ticket.proof.by === 'code') {
    const bound = cookie !== undefined && ticket.browser === (await browserDigest(services, cookie));
    if (!bound) return serveCode(services, request, handle, ticket);
  }
  if (ticket.status === 'done') return says.done();
  return request.method === 'GET' ? show(services, request, handle, ticket, cookie) : take(services, request, handle, ticket, cookie);
}

async function show(services: PageServices, request: Request, handle: string, ticket: Ticket, had: string | undefined): Promise<Response> {
  const cookie = had ?? newCookie(services);
  const headers = had === undefined ? await setCookie(services, ticket, handle, cookie) : {};
  const guard = guardInput(await guardToken(services, handle, cookie));
  return render({ services, request, handle, ticket, cookie, headers, guard, form: undefined });
}

async function take(
  services: PageServices,
  request: Request,
  handle: string,
  ticket: Ticket,
  cookie: string | undefined,
): Promise<Response> {
  const form = await readPosted(request);
  if (form === undefined) return says.wrongForm();
  if (cookie === undefined || !(await isGuarded(services, handle, cookie, form.get('guard')))) {
    reportRefusal(services, 'guard');
    return says.refused();
  }
  if (form.get('action') === 'close') {
    await closePage(services, handle);
    return says.closed();
  }
  const guard = guardInput(await guardToken(services, handle, cookie));
  // With its body whole again, for a page of the author's own.
  const whole = new Request(request.url, { method: 'POST', headers: request.headers, body: form.toString() });
  return render({ services, request: whole, handle, ticket, cookie, headers: {}, guard, form });
}

async function render(visitor: Visitor): Promise<Response> {
  const { page } = visitor.ticket;
  if (page.kind === 'secret') return serveSecret(visitor, page);
  const known = visitor.services.known.get(page.name);
  if (known?.kind !== page.kind) {
    visitor.services.report(
      new MidcallError('PAGE_UNKNOWN', 'A page was opened that this process does not know', {
        hint: 'Name OAuth and custom pages at start: createMidcall({ pages: { known: [page] } }), on every replica.',
      }),
    );
    return says.unavailable();
  }
  return known.kind === 'oauth' ? serveOAuth(visitor, known) : serveCustom(visitor, known as unknown as CustomPage<Json>);
}
