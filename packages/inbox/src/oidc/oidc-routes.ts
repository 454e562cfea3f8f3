/**
 * The addresses of a sign-in by an identity provider. The browser is sent away by its own page's click, comes back to a page
 * that uses nothing up by being looked at, and that page posts what it brought (D20, D32).
 */
import { principalOf } from '@midcall/core';
import type { Hono } from 'hono';
import { callbackDocument } from '../documents.js';
import { BACKCHANNEL } from '../gate.js';
import type { SignIns } from '../sign-ins.js';
import { FLOW_MS, type OidcLogin } from './oidc-login.js';
import type { OidcClaims } from './oidc-options.js';

export const CALLBACK = '/login/callback';

export interface OidcRoutes {
  readonly login: OidcLogin;
  /** Host of the provider, to be shown. */
  readonly provider: string;
  readonly signIns: SignIns;
  readonly readJson: (request: Request) => Promise<unknown>;
  readonly readText: (request: Request) => Promise<string>;
  /** @param name `session`, or `flow` while the person is at the provider */
  readonly setCookie: (name: 'session' | 'flow', value: string, seconds: number) => string;
  readonly readFlow: (request: Request) => string | undefined;
  /** Seconds. */
  readonly sessionSeconds: number;
}

export function addOidcRoutes<E extends object>(app: Hono<E>, routes: OidcRoutes): void {
  const { login, provider, signIns, readJson, readText, setCookie, readFlow, sessionSeconds } = routes;

  app.get(CALLBACK, c => c.html(callbackDocument(provider)));

  app.post('/login/oidc', async c => {
    const tab = part(await readJson(c.req.raw), 'tab');
    const begun = tab === '' ? undefined : await login.begin(tab);
    if (begun === undefined) return c.json({ reason: 'unreachable' }, 503);
    return c.json({ location: begun.location }, 200, { 'set-cookie': setCookie('flow', begun.flow, FLOW_MS / 1000) });
  });

  app.post('/login/finish', async c => {
    const body = await readJson(c.req.raw);
    const outcome = await login.finish(part(body, 'query'), readFlow(c.req.raw) ?? '', part(body, 'tab'));
    c.header('set-cookie', setCookie('flow', '', 0));
    if (!outcome.ok) return c.json({ reason: outcome.reason }, 401);
    const { claims, sid } = outcome;
    const name = nameOf(claims);
    const { pageToken, cookie } = await signIns.admit(principalOf(claims), {
      ...(name !== undefined && { name }),
      ...(sid !== undefined && { sid: principalOf({ iss: claims.iss, sub: sid }) }),
    });
    c.header('set-cookie', setCookie('session', cookie, sessionSeconds), { append: true });
    return c.json({ token: pageToken });
  });

  app.post(BACKCHANNEL, async c => {
    const token = new URLSearchParams(await readText(c.req.raw)).get('logout_token') ?? '';
    const out = await login.signedOut(token);
    if (out === undefined) return c.json({ error: 'invalid_request' }, 400);
    const { iss, sub, sid } = out;
    await signIns.endAll({
      ...(sub !== undefined && { principal: principalOf({ iss, sub }) }),
      ...(sid !== undefined && { sid: principalOf({ iss, sub: sid }) }),
    });
    return c.body(null, 200);
  });
}

function part(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** For the person alone, to see as whom they are signed in; nothing is decided by it. */
function nameOf({ name, preferred_username: user, email }: OidcClaims): string | undefined {
  for (const each of [name, user, email]) if (typeof each === 'string' && each.trim() !== '') return each.slice(0, 120);
  return undefined;
}
