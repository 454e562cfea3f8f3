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
import { MidcallError } from '@midcall/core';
import { decide } from '../engine/decide.js';
import { notGoneAlong, type OwnEnding } from '../engine/ending.js';
import { storeRequired } from '../engine/once.js';
import type { Question } from '../engine/question.js';
import type { Run } from '../engine/run.js';
import { principalKey } from '../gate/principal.js';
import { canonicalJson } from '../state/index.js';
import type { VisitFacts } from '../telemetry/observer.js';
import { awaitVisit, type Waited } from './await-visit.js';
import { baseOf, mintPage, pageIdentity } from './mint-page.js';
import { noticeComplete } from './notice.js';
import { identityOf } from './page.js';
import type { PageServices } from './page-services.js';
import { rememberPage, type SentPage, sentPage } from './sent-page.js';
import { dropTicket } from './ticket.js';
import type { VisitOptions } from './visit-options.js';
import { StoredVisit, usable, type Visited } from './visited.js';
import { visitedAt } from './visited-row.js';

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

  const before = sentPage(run, key);
  const same = before?.print === print ? before : undefined;
  // Settled in this flow: what was completed stays completed, even if it is forgotten later on.
  if (same?.done !== undefined) return visited(same.done);
  const answer = run.journal.entries.get(key);
  // A no in the host counts, even if the page was finished in the same moment (N2).
  const refused = answer?.t === 'a' && answer.action !== 'accept';
  const known = refused ? undefined : await usable(pages, page, at, print);
  if (known !== undefined) {
    if (before !== undefined) await arrived(run, key, page.kind, { ...before, print }, known.row.since);
    return visited(known.row.since);
  }
  if (!view.modes.url) return { kind: 'send', question: blocked(key, options) };

  const sent = same?.base === (await baseOf(run, pages)) ? same : undefined;
  const decision = await decide(run, {
    key,
    identity: pageIdentity(key, options.message, (sent ?? before)?.url ?? ''),
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
  return { kind: 'send', question: await mintPage(run, pages, key, options, { at, print }, again) };
}

/** Holds the call until the page is done: the whole time on the older revisions, in bounded rounds on the newest. */
async function waiting<Value>(
  run: Run,
  pages: PageServices,
  key: string,
  options: VisitOptions<Value>,
  sent: SentPage,
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
      await arrived(run, key, options.page.kind, sent, known.row.since);
      return { kind: 'visited', visited: new StoredVisit(pages, options.page, { at, print }, known.row.since) };
    }
  }
  const host = new URL(sent.base).host;
  const { page } = options;
  if (waited === 'gone') {
    tell(run, page.kind, 'gone', sent, services.clock.now());
    const text = `${definition.name} was not carried out: its page at ${host} was closed or ran out before it was finished. Nothing was changed; call ${definition.name} again to get a new page.`;
    return { kind: 'ended', ending: { reason: 'cancelled', key, text } };
  }
  if (!modern || sent.held + 1 >= MOST_HELD) {
    tell(run, page.kind, 'open', sent, services.clock.now());
    const text = `${definition.name} was not carried out yet: its page is still open at ${host}. Call ${definition.name} again when the person is done there.`;
    return { kind: 'ended', ending: { reason: 'open', key, text } };
  }
  rememberPage(run, key, { ...sent, held: sent.held + 1 });
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
async function arrived(run: Run, key: string, kind: Kind, sent: SentPage, since: number): Promise<void> {
  if (sent.done !== undefined) return;
  tell(run, kind, 'done', sent, since);
  rememberPage(run, key, { ...sent, done: since });
  await noticeComplete(run, sent.id);
}

type Kind = VisitOptions<unknown>['page']['kind'];

function tell({ services, frame }: Run, page: Kind, outcome: VisitFacts['outcome'], { made }: SentPage, endedAt: number): void {
  services.observer?.visit({ era: frame.view.era, page, outcome, sentAt: made, endedAt });
}

function nobody(): MidcallError {
  return new MidcallError('PRINCIPAL_REQUIRED', 'A page can only be opened for somebody', {
    hint: 'Put authentication in front of the server, or say createMidcall({ loopback: true }) if only this machine can reach it.',
  });
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
