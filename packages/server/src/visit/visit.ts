/**
 * `call.visit`: sends the person to a page and goes on once they are done there (URL mode).
 *
 * Promises:
 *  1. Accepting the question is consent to open the page, never proof of anything: the store alone says whether the visit
 *     was completed (E-A-09).
 *  2. The address carries an opaque handle and nothing else (E-U-01); what the person gives on the page never travels
 *     through the host (E-U-14, E-U-16).
 *  3. Every wait is bounded: 45 s a retry, eight retries, eight at a time per principal; then the call ends plainly (D18).
 *  4. A completed visit counts for later calls of the same principal, key and page, without asking.
 */

import { type Json, MidcallError } from '@midcall/core';
import { isLoopback } from '@midcall/core/inspect';
import { milliseconds } from '../author/duration.js';
import { decide } from '../engine/decide.js';
import { notGoneAlong, type OwnEnding } from '../engine/ending.js';
import { storeRequired } from '../engine/once.js';
import type { Question } from '../engine/question.js';
import type { Run } from '../engine/run.js';
import { LONGEST_FLOW } from '../engine/services.js';
import { principalKey } from '../gate/principal.js';
import { canonicalJson } from '../state/index.js';
import { awaitVisit, type Waited } from './await-visit.js';
import { noticeComplete } from './notice.js';
import { identityOf } from './page.js';
import { newCode, spokenCode } from './page-code.js';
import type { PageServices } from './page-services.js';
import { dropTicket, type Proof, putTicket, type TicketPage } from './ticket.js';
import type { VisitOptions } from './visit-options.js';
import { StoredVisit, usable, type Visited } from './visited.js';
import { visitedAt } from './visited-row.js';

/** What a flow remembers of the page it has sent somebody to; in the journal, so sealed. */
interface Sent {
  readonly handle: string;
  readonly url: string;
  readonly base: string;
  readonly print: string;
  readonly code?: string;
  readonly id: string;
  readonly expires: number;
  readonly held: number;
  /** Milliseconds since the epoch at which the visit was completed. */
  readonly done?: number;
}

type Outcome<Value> =
  | { readonly kind: 'visited'; readonly visited: Visited<Value> }
  | { readonly kind: 'ended'; readonly ending: OwnEnding }
  | { readonly kind: 'send'; readonly question: Question };

/** Resolves once the page is completed, or never in this round. */
export async function visit<Value>(run: Run, key: string, options: VisitOptions<Value>, send: Send): Promise<Visited<Value>> {
  const { pages } = run.services;
  run.round.use(key);
  if (pages === undefined) throw storeRequired('visit');
  const outcome = await run.round.hold(() => arrive(run, pages, key, options));
  switch (outcome.kind) {
    case 'visited':
      return outcome.visited;
    case 'ended':
      return run.round.end({ ...outcome.ending, ...(options.otherwise && { otherwise: options.otherwise }) });
    case 'send':
      return send(run, outcome.question);
  }
}

type Send = <T>(run: Run, question: Question) => Promise<T>;

async function arrive<Value>(run: Run, pages: PageServices, key: string, options: VisitOptions<Value>): Promise<Outcome<Value>> {
  const { page, data } = options;
  const { principal, connection, view } = run.frame;
  if (principal.kind === 'anonymous' && !run.services.anonymousMayKeep) throw nobody();
  if (page.kind !== 'secret') pages.known.set(page.name, page as never);
  const print = await run.services.digest(canonicalJson(identityOf(page, data)));
  const at = await visitedAt(pages, principal, connection?.serverName ?? '', key, options.unique);
  const visited = (since: number): Outcome<Value> => ({ kind: 'visited', visited: new StoredVisit(pages, page, { at, print }, since) });

  const before = sentOf(run, key);
  const same = before?.print === print ? before : undefined;
  // Settled in this flow: what was completed stays completed, even if it is forgotten later on.
  if (same?.done !== undefined) return visited(same.done);
  const known = await usable(pages, page, at, print);
  if (known !== undefined) {
    if (before !== undefined) await arrived(run, key, { ...before, print }, known.row.since);
    return visited(known.row.since);
  }
  if (!view.modes.url) return { kind: 'send', question: blocked(key, options) };

  const sent = same?.base === (await baseOf(run, pages)) ? same : undefined;
  const decision = await decide(run, {
    key,
    identity: identity(key, options.message, (sent ?? before)?.url ?? ''),
    always: false,
    accept: () => ({ ok: true, content: {} }),
  });
  if ('entry' in decision && decision.entry.action !== 'accept') {
    if (before !== undefined) await dropTicket(pages, before.handle);
    const { action } = decision.entry as { readonly action: 'decline' | 'cancel' };
    const alternative = action === 'decline' ? options.declined?.() : undefined;
    return { kind: 'ended', ending: notGoneAlong(run.definition.name, key, action, alternative) };
  }
  if (sent !== undefined && 'entry' in decision) return waiting(run, pages, key, options, sent, at, print);
  if (before !== undefined) await dropTicket(pages, before.handle);
  // The page or its facts are others than those that were agreed to, or its address is gone: ask again, and say so.
  const again = 'entry' in decision ? ({ why: 'changed' } as const) : decision.again;
  return { kind: 'send', question: await mint(run, pages, key, options, at, print, again) };
}

/** Holds the call until the page is done: the whole time on the older revisions, in bounded rounds on the newest. */
async function waiting<Value>(
  run: Run,
  pages: PageServices,
  key: string,
  options: VisitOptions<Value>,
  sent: Sent,
  at: string,
  print: string,
): Promise<Outcome<Value>> {
  const { frame, definition, services } = run;
  const modern = frame.view.era === 'modern';
  const waited = await hold(pages, principalKey(frame.principal), () =>
    awaitVisit(pages, {
      at,
      print,
      handle: sent.handle,
      longest: modern ? HOLD_MS : Math.max(0, sent.expires - services.clock.now()),
      signal: frame.ctx.mcpReq.signal,
      progress: frame.progress,
    }),
  );
  if (waited === 'done') {
    const known = await usable(pages, options.page, at, print);
    if (known !== undefined) {
      await arrived(run, key, sent, known.row.since);
      return { kind: 'visited', visited: new StoredVisit(pages, options.page, { at, print }, known.row.since) };
    }
  }
  const host = new URL(sent.base).host;
  if (waited === 'gone') {
    const text = `${definition.name} was not carried out: its page at ${host} was closed or ran out before it was finished. Nothing was changed; call ${definition.name} again to get a new page.`;
    return { kind: 'ended', ending: { reason: 'cancelled', key, text } };
  }
  if (!modern || sent.held + 1 >= MOST_HELD) {
    const text = `${definition.name} was not carried out yet: its page is still open at ${host}. Call ${definition.name} again when the person is done there.`;
    return { kind: 'ended', ending: { reason: 'open', key, text } };
  }
  remember(run, key, { ...sent, held: sent.held + 1 });
  return { kind: 'send', question: { key, method: 'elicitation/create', params: {}, print: '', silent: true } };
}

/** A retry is held this long, so often, and so many at a time for one principal (D18). */
const HOLD_MS = 45_000;
const MOST_HELD = 8;
const MOST_HOLDS = 8;

async function hold(pages: PageServices, who: string, wait: () => Promise<Waited>): Promise<Waited> {
  const holds = pages.held.get(who) ?? 0;
  if (holds >= MOST_HOLDS) return 'open';
  pages.held.set(who, holds + 1);
  try {
    return await wait();
  } finally {
    const left = (pages.held.get(who) ?? 1) - 1;
    if (left === 0) pages.held.delete(who);
    else pages.held.set(who, left);
  }
}

/** The host that was sent to the page hears that it is done, on the revision that has a word for it. */
async function arrived(run: Run, key: string, sent: Sent, since: number): Promise<void> {
  if (sent.done !== undefined) return;
  remember(run, key, { ...sent, done: since });
  await noticeComplete(run, sent.id);
}

async function mint<Value>(
  run: Run,
  pages: PageServices,
  key: string,
  options: VisitOptions<Value>,
  at: string,
  print: string,
  again: Question['again'],
): Promise<Question> {
  const { frame, definition, services } = run;
  const wait = pages.minted.take(principalKey(frame.principal), 1);
  if (wait > 0) throw tooMany();
  const base = await baseOf(run, pages);
  const handle = services.randomId();
  const proof = proofOf(run, pages, base);
  const limit = options.expiresIn === undefined ? undefined : milliseconds(options.expiresIn);
  const life = limit ?? (frame.view.era === 'legacy' ? services.limits.questionMs : pages.life);
  const expires = services.clock.now() + Math.min(life, LONGEST_FLOW);
  const { page, data } = options;
  const client = frame.connection?.client;
  await putTicket(pages, handle, {
    v: 1,
    status: 'open',
    who: frame.principal,
    server: frame.connection?.serverName ?? definition.name,
    ...(client !== undefined && { client }),
    name: definition.name,
    key,
    message: options.message,
    page: ticketPage(page),
    ...(data !== undefined && { data }),
    at,
    print,
    keep: options.keep === undefined ? KEEP[page.kind] : Math.min(milliseconds(options.keep), KEEP.oauth),
    proof,
    base,
    expires,
  });
  pages.listener?.keep(handle, expires);
  const url = `${base}/${handle}`;
  const id = services.randomId();
  const code = proof.by === 'code' ? proof.code : undefined;
  remember(run, key, { handle, url, base, print, ...(code !== undefined && { code }), id, expires, held: 0 });
  return {
    key,
    method: 'elicitation/create',
    params: { mode: 'url', message: code === undefined ? options.message : withCode(options.message, code), url },
    print: await services.print(identity(key, options.message, url)),
    elicitationId: id,
    ...(limit !== undefined && { limit }),
    ...(again !== undefined && { again }),
    ...(options.when === 'error' && { byError: { elicitationId: id, handle, at, print, expires } }),
    ...(options.otherwise !== undefined && { otherwise: options.otherwise }),
  };
}

/** How long a completed visit counts, in milliseconds. */
const KEEP = { secret: 400 * 86_400_000, oauth: 400 * 86_400_000, custom: 3_600_000 } as const;

/** A person who comes with credentials signs in; somebody on this very machine types what only their host shows them (D20). */
function proofOf(run: Run, pages: PageServices, base: string): Proof {
  const { principal, ctx } = run.frame;
  if (principal.kind === 'verified' && pages.identify !== undefined) return { by: 'identify' };
  const overHttp = ctx.http !== undefined || ctx.sessionId !== undefined;
  const here = isLoopback(new URL(base).hostname) && (!overHttp || run.services.anonymousMayKeep);
  if (!here) throw identifyRequired();
  return { by: 'code', code: newCode(pages.randomId), tries: 0 };
}

async function baseOf(run: Run, pages: PageServices): Promise<string> {
  if (pages.url !== undefined) return pages.url;
  const { ctx } = run.frame;
  // A server that is reached over HTTP has an address; which one browsers see, only its operator knows.
  if (pages.listener === undefined || ctx.http !== undefined || ctx.sessionId !== undefined) throw addressRequired();
  return pages.listener.open();
}

function ticketPage(page: VisitOptions<unknown>['page']): TicketPage {
  if (page.kind !== 'secret') return { kind: page.kind, name: page.name };
  return {
    kind: 'secret',
    name: page.name,
    fields: Object.entries(page.fields),
    ...(page.title !== undefined && { title: page.title }),
  };
}

function blocked(key: string, { message, otherwise }: Pick<VisitOptions<unknown>, 'message' | 'otherwise'>): Question {
  return {
    key,
    method: 'elicitation/create',
    params: { mode: 'url', message, url: '' },
    print: '',
    blocked: { needs: 'url' },
    ...(otherwise !== undefined && { otherwise }),
  };
}

function identity(key: string, message: string, url: string): string {
  return `url\n${key}\n${message}\n${url}`;
}

function withCode(message: string, code: string): string {
  return `${message}\n\nThe page asks for this code: ${spokenCode(code)}`;
}

/** Beside the answer under the author's own key; the blank keeps it apart from every key an author can choose. */
function sentKey(key: string): string {
  return `${key} page`;
}

function sentOf(run: Run, key: string): Sent | undefined {
  const entry = run.journal.entries.get(sentKey(key));
  return entry?.t === 'v' ? (entry.value as unknown as Sent) : undefined;
}

function remember(run: Run, key: string, sent: Sent): void {
  run.journal.entries.set(sentKey(key), { t: 'v', value: sent as unknown as Json });
}

/** True if the flow has learned nothing but which pages it is about to send somebody to. */
export function onlyPages(run: Run): boolean {
  return run.journal.asked.size === 0 && [...run.journal.entries.keys()].every(key => key.endsWith(' page'));
}

function nobody(): MidcallError {
  return new MidcallError('PRINCIPAL_REQUIRED', 'A page can only be opened for somebody', {
    hint: 'Put authentication in front of the server, or say createMidcall({ loopback: true }) if only this machine can reach it.',
  });
}

function identifyRequired(): MidcallError {
  return new MidcallError('IDENTIFY_REQUIRED', 'Nothing can tell who opens the page', {
    hint: 'Give createMidcall({ pages: { url, identify: request => ({ iss, sub }) } }): the same issuer and subject as in the credentials of the calls, from the sign-in of your own site.',
  });
}

function addressRequired(): MidcallError {
  return new MidcallError('PAGE_ADDRESS_REQUIRED', 'Nobody knows where the pages of this server can be reached', {
    hint: 'Mount midcall.pages() and say where: createMidcall({ pages: { url: "https://records.example/midcall", identify } }).',
  });
}

function tooMany(): MidcallError {
  return new MidcallError('RATE_LIMITED', 'Too many pages were opened for this principal', { hint: 'Wait a minute, then call again.' });
}
