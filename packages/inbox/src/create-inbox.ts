/**
 * The inbox: the page of every question that waits and the web-standard handler that serves it. It listens nowhere itself;
 * whoever holds a port hands requests to `fetch`.
 *
 * 1. Every request passes the gate (Host, Origin, who caused it) before anything else is looked at.
 * 2. Data and deeds need a session shown twice, as cookie and as page token; shells and scripts hold no data.
 * 3. A person is reachable here while a page of theirs is open (D22); questions of others do not exist for them (N7).
 */

import { LANGUAGES, type LanguagePack, words } from '@midcall/core/words';
import type { Desk, Surface } from '@midcall/host';
import { Hono } from 'hono';
import { pageAssets } from '#page-assets';
import { answerRound } from './answer-round.js';
import { BODY_LIMIT, isQuestionAct, QUESTION_ACTS, type ServerActions, SURFACE } from './api.js';
import { actionsOf, powersOf, viewRules } from './desk-powers.js';
import { inboxDocument, loginDocument, loginFile, refusedDocument, signedInDocument } from './documents.js';
import { FILE_LOGIN, refuse } from './gate.js';
import { checkFramedBy, secured } from './headers.js';
import { type LiveStream, openStream } from './live-stream.js';
import { OidcLogin } from './oidc/oidc-login.js';
import type { OidcOptions } from './oidc/oidc-options.js';
import { addOidcRoutes, CALLBACK } from './oidc/oidc-routes.js';
import { type InboxClock, type RandomBytes, systemInboxClock, systemRandom } from './ports.js';
import type { SignInRecords } from './sign-in-records.js';
import { SESSION_MS, type Session, SignIns } from './sign-ins.js';

export interface InboxOptions {
  readonly desk: Desk;
  /** Scheme, host and port under which `fetch` is reached, for example `http://127.0.0.1:4319`; a function where the port is chosen late. */
  readonly origin: string | (() => string);
  /** Whom a login link signs in unless it says otherwise. Default `local`. */
  readonly principal?: string;
  /** At least 32 bytes; keeps sessions valid over a restart or another process. Default: random, for this process. */
  readonly secret?: Uint8Array<ArrayBuffer>;
  /** Where logins are remembered: with one store and one secret, several inboxes are one to the browser. Default: in this process. */
  readonly records?: SignInRecords;
  /** A page of this person has opened, or has come back. */
  readonly onPage?: (principal: string) => void;
  readonly clock?: InboxClock;
  readonly random?: RandomBytes;
  /** What is offered beside answering; what is missing is not drawn. Default: mute and cut off as rules of the desk, if it has a policy. */
  readonly actions?: ServerActions;
  /**
   * People of a team sign in by their identity provider; register `ORIGIN/login/callback` there, and, where it tells of
   * sign-outs, `ORIGIN/login/backchannel`. Each sees what was asked for the principal `principalOf({ iss, sub })`.
   */
  readonly oidc?: OidcOptions;
  /**
   * Exact origins of pages that may show the inbox in a frame. Signing in is never done in one. Default: none; browsers also
   * withhold the session from a frame of another site.
   */
  readonly framedBy?: readonly string[];
  /** Further languages of the page, as data; a person's browser says which one it wants. */
  readonly packs?: readonly LanguagePack[];
}

export interface Inbox {
  readonly fetch: (request: Request) => Promise<Response>;
  /** To be added to the desk; reachable while a page is open. */
  readonly surface: Surface;
  /** A link to print: signs in one browser, once, within a minute, after a click. */
  loginLink(principal?: string): Promise<string>;
  /** The HTML of a file (write it 0600) on which a browser can be opened: signs in without a click and without a token in any address. */
  loginFile(principal?: string): Promise<string>;
  /** Address of one question, without any token: fit for notifications. */
  questionLink(id: string): string;
  /** Ends every open page. */
  close(): void;
}

type Env = { Variables: { session: Session } };

/** @throws RangeError for a secret under 32 bytes, TypeError for an `oidc` or a `framedBy` that is not safe. */
export function createInbox(options: InboxOptions): Inbox {
  const { desk, clock = systemInboxClock, random = systemRandom, principal = 'local' } = options;
  const powers = powersOf(desk);
  const actions = options.actions ?? actionsOf(powers.policy);
  const secret = options.secret ?? random(32);
  if (secret.length < 32) throw new RangeError('The inbox secret must be at least 32 bytes.');
  const framedBy = checkFramedBy(options.framedBy ?? []);
  const origin = (): string => new URL(typeof options.origin === 'function' ? options.origin() : options.origin).origin;
  const streams = new Map<LiveStream, Session>();
  const signIns = new SignIns({
    secret,
    clock,
    random,
    records: options.records,
    onEnd: (fits, reason) => {
      for (const [stream, session] of streams) if (fits(session)) stream.close(reason);
    },
  });

  const app = new Hono<Env>();
  const cookieName = (): string => `midcall-${new URL(origin()).port || 'web'}`;
  const flowName = (): string => `${cookieName()}-flow`;
  const setCookie = (value: string, seconds: number, name = cookieName(), path = '/'): string =>
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${origin().startsWith('https:') ? '; Secure' : ''}`;
  const provider = options.oidc === undefined ? undefined : new URL(options.oidc.issuer).host;
  if (options.oidc !== undefined)
    addOidcRoutes(app, {
      login: new OidcLogin(options.oidc, { secret, clock, random, redirect: () => `${origin()}${CALLBACK}` }),
      provider: provider ?? '',
      signIns,
      readJson,
      readText,
      setCookie: (name, value, seconds) => (name === 'flow' ? setCookie(value, seconds, flowName(), '/login') : setCookie(value, seconds)),
      readFlow: request => readCookie(request, flowName()),
      sessionSeconds: SESSION_MS / 1000,
    });

  for (const path of INBOX_PATHS) app.get(path, c => c.html(inboxDocument(provider, framedBy)));
  app.get('/login', c => c.html(loginDocument(provider)));
  for (const [name, text] of Object.entries(pageAssets)) {
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'image/svg+xml';
    app.get(`/${name}`, c => c.body(text, 200, { 'content-type': `${type}; charset=utf-8` }));
  }
  app.get('/words/:file', c => {
    const wanted = c.req
      .param('file')
      .replace(/\.json$/, '')
      .toLowerCase();
    const packs = [...(options.packs ?? []), ...LANGUAGES];
    const fits = (tag: string | undefined) => packs.find(each => each.locale.toLowerCase() === tag);
    const pack = fits(wanted) ?? fits(wanted.split('-')[0]);
    return pack === undefined ? c.notFound() : c.json(pack);
  });
  app.get('/favicon.ico', c => c.redirect('/icon.svg', 301));

  app.post('/login', async c => {
    const body = await readJson(c.req.raw);
    const result = await signIns.use(typeof body === 'object' && body !== null && 'token' in body ? String(body.token) : '');
    if (!result.ok) return c.json({ reason: result.reason }, 401);
    return c.json({ token: result.pageToken }, 200, { 'set-cookie': setCookie(result.cookie, SESSION_MS / 1000) });
  });
  app.post(FILE_LOGIN, async c => {
    const form = new URLSearchParams(await readText(c.req.raw));
    const result = await signIns.use(form.get('token') ?? '');
    if (!result.ok) return c.html(refusedDocument(result.reason), 401);
    return c.html(signedInDocument(result.pageToken), 200, { 'set-cookie': setCookie(result.cookie, SESSION_MS / 1000) });
  });

  app.use('/api/*', async (c, next) => {
    const session = await signIns.read(readCookie(c.req.raw, cookieName()), c.req.header('x-midcall-token') ?? null);
    if (session === undefined) return c.json({ reason: 'signed-out', sentence: words('en')('signedOut') }, 401);
    c.set('session', session);
    return next();
  });
  app.get('/api/live', c => {
    const session = c.get('session');
    const stream = openStream({
      desk,
      principal: session.principal,
      clock,
      hello: {
        ...(session.name !== undefined && { person: session.name }),
        offers: {
          mute: actions.mute !== undefined,
          cutOff: actions.cutOff !== undefined,
          remember: powers.policy !== undefined,
          rules: powers.policy !== undefined,
          audit: powers.audit !== undefined,
        },
      },
      signal: c.req.raw.signal,
      onClose: () => streams.delete(stream),
    });
    streams.set(stream, session);
    options.onPage?.(session.principal);
    return stream.response;
  });
  app.post('/api/sign-out', async c => {
    await signIns.end(c.get('session'));
    return c.json({}, 200, { 'set-cookie': setCookie('', 0) });
  });
  app.post('/api/rules', c => {
    const { policy } = powers;
    return policy === undefined ? c.notFound() : c.json(viewRules(policy, c.get('session').principal));
  });
  app.post('/api/rules/:id/forget', async c => {
    const forgotten = await powers.policy?.forget(c.get('session').principal, c.req.param('id'));
    return forgotten === true ? c.json({}) : c.notFound();
  });
  app.post('/api/round', async c => {
    const body = await readJson(c.req.raw);
    if (body === TOO_LARGE) return c.json({ sentence: 'This is too much to take.' }, 413);
    const reply = await answerRound(desk, { principal: c.get('session').principal }, SURFACE, body);
    return c.json(reply.body as object, reply.status);
  });
  app.post('/api/questions/:id/:act', async c => {
    const { id, act } = c.req.param();
    if (!isQuestionAct(act)) return c.notFound();
    const body = await readJson(c.req.raw);
    if (body === TOO_LARGE) return c.json({ sentence: 'This is too much to take.' }, 413);
    const viewer = { principal: c.get('session').principal };
    const reply = await QUESTION_ACTS[act]({ desk, viewer, actions, powers, now: clock.now() }, id, body);
    return c.json(reply.body as object, reply.status);
  });

  return {
    async fetch(request) {
      const own = origin();
      const frames = isInboxPath(new URL(request.url).pathname) ? framedBy : [];
      const refused = refuse(request, own, { frames: frames.length > 0 });
      if (refused === undefined) return secured(await app.fetch(request), frames);
      const text = refused.reason === 'host' ? words('en')('wrongAddress', { origin: own }) : `Refused: ${refused.reason}`;
      return secured(new Response(text, { status: refused.status, headers: { 'content-type': 'text/plain; charset=utf-8' } }));
    },
    surface: {
      name: 'inbox',
      reachable: wanted => [...streams.values()].some(session => session.principal === wanted && session.expiresAt > clock.now()),
      present: () => [
        ...new Set([...streams.values()].filter(session => session.expiresAt > clock.now()).map(session => session.principal)),
      ],
      close: () => closeAll(streams),
    },
    loginLink: async (who = principal) => `${origin()}/login#${await signIns.newLink(who)}`,
    loginFile: async (who = principal) => loginFile(origin(), await signIns.newLink(who)),
    questionLink: id => `${origin()}/q/${encodeURIComponent(id)}`,
    close: () => {
      signIns.close();
      closeAll(streams);
    },
  };
}

const INBOX_PATHS = ['/', '/q/:id', '/server/:name', '/history', '/settings'] as const;

function isInboxPath(path: string): boolean {
  return path.startsWith('/q/') || path.startsWith('/server/') || INBOX_PATHS.some(each => each === path);
}

function closeAll(streams: ReadonlyMap<LiveStream, Session>): void {
  for (const stream of [...streams.keys()]) stream.close();
}

const TOO_LARGE = Symbol('too large');

/** JSON only, by name: a form of a foreign page cannot send it without asking first. */
async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const text = await readText(request);
  if (text.length > BODY_LIMIT) return TOO_LARGE;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads at most a little over the limit, whatever length was announced. */
async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of request.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > BODY_LIMIT) break;
  }
  return text;
}

function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
