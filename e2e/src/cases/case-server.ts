/**
 * The tools that scripts of cases assume, written on the library as an author would: `book` asks for a name, `link` sends
 * to a page, `pay`, `deploy` and `drop_table` want a yes before they act, `ping_tool` asks nothing. It remembers what the
 * tools saw and did.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMidcallError } from '@midcall/core';
import type { ElicitParams } from '@midcall/core/wire';
import { type Call, createMidcall, defineTool, text, yesNo } from '@midcall/server';
import { type FakeClock, fakeClock, memoryStore } from '@midcall/store';
import { McpServer, type McpServerFactory, UrlElicitationRequiredError } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Reply } from '../peers/raw-client.js';
import type { CaseInput } from './case.js';

/** An answer as a tool saw it. */
export interface Seen {
  readonly action: string;
  readonly content?: unknown;
}

export interface CaseServer {
  readonly factory: McpServerFactory;
  readonly saw: Seen[];
  readonly principals: readonly string[];
  /** What tools threw at the call site. */
  readonly thrown: readonly { readonly message: string; readonly data?: unknown; readonly hint?: string | undefined }[];
  /** How often a tool acted. */
  readonly effects: number;
  /** How often what stands before the first question ran. */
  readonly sideEffects: number;
  /** Whether the page was finished by the person who was asked. */
  readonly linked: boolean;
  advance(ms: number): Promise<void>;
  completeOutOfBand(): Promise<void>;
  lastUrl(reply: Reply | undefined): string | undefined;
  listening(url: URL): void;
  /** Serves the page behind the address of `link`. */
  page(request: IncomingMessage, response: ServerResponse): boolean;
  close(): Promise<void>;
}

export function createCaseServer(input: CaseInput, onSeen: (seen: Seen) => void = () => undefined): CaseServer {
  const clock = fakeClock();
  const log = new Log(input, onSeen);
  const limits = (input.limits ?? {}) as { answerMs?: number; stateTtlMs?: number };
  const midcall = createMidcall({
    keys: [randomBytes(32).toString('base64url')],
    store: memoryStore({ clock }),
    clock,
    ...(limits.answerMs !== undefined && { expiresIn: limits.answerMs }),
    ...(limits.stateTtlMs !== undefined && { stateLife: limits.stateTtlMs }),
    onError: () => undefined,
  });
  const tools = toolsOf(input, log);
  return Object.assign(log, {
    factory: () => midcall.attach(new McpServer({ name: 'cases', version: '1.0.0' }), tools),
    advance: (ms: number) => advance(clock, ms),
    close: async () => Promise.resolve(),
  });
}

async function advance(clock: FakeClock, ms: number): Promise<void> {
  await clock.advance(ms);
}

function toolsOf(input: CaseInput, log: Log) {
  const any = z.looseObject({});
  const act = (name: string) =>
    defineTool(name, { inputSchema: any }, async (_args, call) => {
      const answer = await call.ask('ok', { message: `Really ${name}?`, form: { yes: yesNo({ title: 'Yes' }) } });
      log.see(call, answer);
      if (answer.action !== 'accept' || answer.content.yes !== true) return said('nothing was done');
      if (input.once === true) await call.once('act', () => log.act());
      else log.act();
      return said('done');
    });
  const keys = (input.ask ?? ['who']) as readonly string[];
  return [
    defineTool('book', { inputSchema: any }, async (_args, call) => {
      if (typeof input.sideEffectBefore === 'string') await call.once('before', () => log.before());
      const answers = [];
      for (const key of keys) answers.push(call.ask(key, { message: `${key}?`, form: { name: text({ title: 'Name' }) } }));
      // One after the other where something happens before the first, together otherwise.
      const all = input.sideEffectBefore === undefined ? await Promise.all(answers) : await inTurn(answers);
      for (const answer of all) log.see(call, answer);
      return said('booked');
    }),
    defineTool('link', { inputSchema: any }, async (_args, call) => {
      if (input.toolThrows !== undefined || input.throws === 'url-required') throw new UrlElicitationRequiredError(log.required(input));
      for (let turn = 0; ; turn += 1) {
        const answer = await call.elicit(log.signIn(call), { key: turn === 0 ? 'auth' : `auth:${turn}` });
        log.see(call, answer);
        if (answer.action !== 'accept') return said('not linked');
        // Consent is not completion: only what the page itself recorded counts. Where the call stays open, the server waits
        // for it and says so; where calls come and go, it is asked again.
        if (!log.done && input.era === '2025') {
          await log.finished;
          await call.sdk.mcpReq.notify({ method: 'notifications/elicitation/complete', params: { elicitationId: 'link-1' } });
        }
        if (log.done) break;
      }
      log.act();
      return said('linked');
    }),
    ...['pay', 'deploy', 'drop_table'].map(act),
    defineTool('ping_tool', { inputSchema: any }, () => said('pong')),
    defineTool('ask_raw', { inputSchema: any }, async (args, call) => {
      const asked = Promise.resolve().then(() => call.elicit((args as { params: ElicitParams }).params, { key: 'q' }));
      const answer = await asked.catch((error: unknown) => log.threw(error));
      if (answer) log.see(call, answer);
      return said('asked');
    }),
  ];
}

async function inTurn(answers: readonly Promise<Seen>[]): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  for (const answer of answers) all.push(await answer);
  return all;
}

function said(words: string) {
  return { content: [{ type: 'text' as const, text: words }] };
}

class Log {
  readonly saw: Seen[] = [];
  readonly principals: string[] = [];
  readonly thrown: { message: string; data?: unknown; hint?: string | undefined }[] = [];
  effects = 0;
  sideEffects = 0;
  linked = false;
  done: boolean;
  #owner: string | undefined;
  #base = 'https://svc.example';

  readonly #onSeen: (seen: Seen) => void;
  #finish: () => void = () => undefined;
  /** Settles when the page was finished. */
  readonly finished = new Promise<void>(resolve => {
    this.#finish = resolve;
  });

  constructor(input: CaseInput, onSeen: (seen: Seen) => void) {
    this.#onSeen = onSeen;
    this.done = input.outOfBandDone === true;
  }

  see(call: Call, answer: Seen): void {
    const seen =
      answer.action === 'accept' && 'content' in answer ? { action: 'accept', content: answer.content } : { action: answer.action };
    this.saw.push(seen);
    this.#onSeen(seen);
    this.principals.push(call.principal.sub);
  }

  act(): void {
    this.effects += 1;
  }

  before(): void {
    this.sideEffects += 1;
  }

  threw(error: unknown): undefined {
    if (isMidcallError(error)) this.thrown.push({ message: error.message, data: error.data, hint: error.hint });
    else this.thrown.push({ message: error instanceof Error ? error.message : String(error) });
  }

  signIn(call: Call): ElicitParams {
    this.#owner = call.principal.sub;
    return { mode: 'url', message: 'Please sign in', url: `${this.#base}/connect?h=1`, elicitationId: 'link-1' };
  }

  required(input: CaseInput): never[] {
    const thrown = input.toolThrows as { data?: { elicitations?: unknown[] } } | undefined;
    return (thrown?.data?.elicitations ?? [
      { mode: 'url', message: 'Please sign in', url: `${this.#base}/connect?h=1`, elicitationId: 'link-1' },
    ]) as never[];
  }

  async completeOutOfBand(): Promise<void> {
    this.done = true;
    this.#finish();
    await Promise.resolve();
  }

  lastUrl(reply: Reply | undefined): string | undefined {
    const requests = Object.values((reply?.result?.inputRequests ?? {}) as Record<string, { params?: { url?: string } }>);
    return requests.find(request => request.params?.url !== undefined)?.params?.url;
  }

  listening(url: URL): void {
    this.#base = url.origin;
  }

  page(request: IncomingMessage, response: ServerResponse): boolean {
    if (!request.url?.startsWith('/connect')) return false;
    const opener = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const mine = opener !== undefined && opener === this.#owner;
    if (mine) {
      this.linked = true;
      this.done = true;
    }
    response.writeHead(mine ? 200 : 403, { 'content-type': 'text/plain' }).end(mine ? 'linked' : 'this page is for somebody else');
    return true;
  }
}
