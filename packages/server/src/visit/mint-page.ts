/** A new page for one person, and the question that sends them there. */
import { MidcallError } from '@midcall/core';
import { isLoopback } from '@midcall/core/inspect';
import { milliseconds } from '../author/duration.js';
import type { Question } from '../engine/question.js';
import type { Run } from '../engine/run.js';
import { LONGEST_FLOW } from '../engine/services.js';
import { principalKey } from '../gate/principal.js';
import { newCode, spokenCode } from './page-code.js';
import type { PageServices } from './page-services.js';
import { rememberPage } from './sent-page.js';
import { type Proof, putTicket, type TicketPage } from './ticket.js';
import type { VisitOptions } from './visit-options.js';

/** Where the completed visit will be looked for. */
export interface Place {
  readonly at: string;
  /** Fingerprint of the page and its facts. */
  readonly print: string;
}

/** @throws MidcallError IDENTIFY_REQUIRED, PAGE_ADDRESS_REQUIRED, RATE_LIMITED */
export async function mintPage<Value>(
  run: Run,
  pages: PageServices,
  key: string,
  options: VisitOptions<Value>,
  { at, print }: Place,
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
  const made = services.clock.now();
  const expires = made + Math.min(life, LONGEST_FLOW);
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
  rememberPage(run, key, { handle, url, base, print, id, made, expires, held: 0 });
  return {
    key,
    method: 'elicitation/create',
    params: { mode: 'url', message: code === undefined ? options.message : withCode(options.message, code), url },
    print: await services.print(pageIdentity(key, options.message, url)),
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
  if (!here) throw toldOperator(run, identifyRequired());
  return { by: 'code', code: newCode(pages.randomId), tries: 0 };
}

/** @throws MidcallError PAGE_ADDRESS_REQUIRED */
export async function baseOf(run: Run, pages: PageServices): Promise<string> {
  if (pages.url !== undefined) return pages.url;
  const { ctx } = run.frame;
  // A server that is reached over HTTP has an address; which one browsers see, only its operator knows.
  if (pages.listener === undefined || ctx.http !== undefined || ctx.sessionId !== undefined) throw toldOperator(run, addressRequired());
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

/** What the person agrees to open (D4). */
export function pageIdentity(key: string, message: string, url: string): string {
  return `url\n${key}\n${message}\n${url}`;
}

function withCode(message: string, code: string): string {
  return `${message}\n\nThe page asks for this code: ${spokenCode(code)}`;
}

/** Callers cannot mend how the server is set up; who runs it can. */
function toldOperator(run: Run, error: MidcallError): MidcallError {
  run.services.report(error);
  return error;
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
