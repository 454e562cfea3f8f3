/** A host built on the desk, with a surface that a script plays and servers that a script plays, too. */
import type { Field, Json, JsonObject, Revision } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import { createDesk, type HostDesk, type HostSession, openQuestionPage } from '@midcall/host';
import { type FakeClock, fakeClock } from '@midcall/store';
import { Client } from '@modelcontextprotocol/client';
import { RawServer } from '../peers/raw-server.js';
import type { CaseInput } from './case.js';

export interface HostCall {
  readonly name: string;
  readonly link: HostLink;
  result: JsonObject | undefined;
  error: (Error & { code?: unknown; data?: JsonObject }) | undefined;
  readonly abort: AbortController;
}

export interface HostLink {
  readonly name: string;
  readonly server: RawServer;
  readonly session: HostSession;
  readonly client: Client;
}

export interface Shown {
  readonly id: string;
  readonly key: string | undefined;
  readonly link: string;
  readonly at: number;
}

const principal = 'local';

export class HostStage {
  readonly clock: FakeClock = fakeClock();
  readonly revision: Revision;
  readonly desk: HostDesk;
  readonly links = new Map<string, HostLink>();
  readonly calls: HostCall[] = [];
  readonly shown: Shown[] = [];
  opened = 0;
  fetched = 0;
  /** How often the host's own approval stood before a sending of a call. */
  hookRuns = 0;
  lastUserAction: string | undefined;
  readonly input: CaseInput;
  readonly #fetch = globalThis.fetch;

  constructor(input: CaseInput, revision: Revision) {
    this.input = input;
    this.revision = revision;
    const limits = (input.limits ?? {}) as { answerMs?: number };
    this.desk = createDesk({
      clock: this.clock,
      ...(limits.answerMs !== undefined && { expiresIn: limits.answerMs }),
      surfaces: [
        {
          name: 'script',
          reachable: () => input.ui !== 'none',
          raise: (question, _principal, detail) => {
            this.shown.push({ id: question.id, key: detail.key, link: question.server.name, at: this.clock.now() });
            this.desk.shown(question.id, 'script', { principal });
          },
        },
      ],
      onError: () => undefined,
    });
    // Nothing in a host's way to a question may fetch: whoever tries is counted.
    globalThis.fetch = async () => {
      this.fetched += 1;
      throw new Error('no network here');
    };
  }

  /** The connection of that name; made on first use. */
  async link(name = 'Records', onInitialized?: (server: RawServer) => void): Promise<HostLink> {
    const known = this.links.get(name);
    if (known) return known;
    const limits = (this.input.limits ?? {}) as { rounds?: number; perRound?: number };
    const config = (this.input.config as { elicitation?: { form?: unknown; url?: unknown } } | undefined)?.elicitation;
    const server = new RawServer(this.revision);
    server.onInitialized = () => onInitialized?.(server);
    const modern = this.revision >= '2026-07-28';
    const client = new Client({ name: 'host', version: '1.0.0' }, modern ? { versionNegotiation: { mode: { pin: this.revision } } } : {});
    const session = this.desk.attach(client, {
      server: name,
      principal,
      ...(((this.input.hooks ?? []) as readonly string[]).includes('approve') && {
        approve: () => {
          this.hookRuns += 1;
        },
      }),
      ...(limits.rounds !== undefined && { maxRounds: limits.rounds }),
      ...(limits.perRound !== undefined && { perRound: limits.perRound }),
      ...(config && { modes: { form: config.form !== undefined, url: config.url !== undefined } }),
    });
    await server.start();
    await client.connect(server.clientTransport);
    const link = { name, server, session, client };
    this.links.set(name, link);
    return link;
  }

  async call(tool: string, link?: HostLink, method = 'tools/call'): Promise<HostCall> {
    const abort = new AbortController();
    const call: HostCall = { name: tool, link: link ?? (await this.link()), result: undefined, error: undefined, abort };
    this.calls.push(call);
    const running =
      method === 'tools/call'
        ? call.link.session.callTool({ name: tool, arguments: {} }, { signal: abort.signal })
        : call.link.session.request({ method }, { signal: abort.signal });
    running.then(
      result => {
        call.result = result as unknown as JsonObject;
      },
      (error: unknown) => {
        call.error = error as NonNullable<HostCall['error']>;
      },
    );
    await this.rest();
    return call;
  }

  /** Questions that can still be answered, oldest first. */
  waiting(): readonly QuestionView[] {
    return this.desk.list({ principal }).filter(question => question.state === 'waiting');
  }

  keyOf(question: QuestionView): string | undefined {
    return this.shown.find(one => one.id === question.id)?.key;
  }

  /** The person acts on one question. */
  async act(question: QuestionView, result: ElicitResult): Promise<void> {
    this.lastUserAction = result.action;
    await this.desk.answer(question.id, result, { principal, surface: 'script', as: 'person' });
    await this.rest();
  }

  /** The person agrees to open the page; a browser that fails is not consent that was carried out. */
  async consent(question: QuestionView): Promise<void> {
    const by = { principal, surface: 'script', as: 'person' } as const;
    this.lastUserAction = 'accept';
    const opener = {
      open: async () => {
        if (this.input.ui === 'browser-fails') throw new Error('no browser');
        this.opened += 1;
      },
    };
    await openQuestionPage(this.desk, question, { ...by, opener });
    await this.rest();
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await this.rest();
  }

  async rest(): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) await new Promise(resolve => setImmediate(resolve));
  }

  async close(): Promise<void> {
    for (const { client, server } of this.links.values()) {
      await client.close();
      await server.close();
    }
    await this.desk.close();
    globalThis.fetch = this.#fetch;
  }
}

/** Content that fits a form: what a person who does not care would send. */
export function anyContent(question: QuestionView): JsonObject {
  const fields = question.form?.fields.filter(field => field.required) ?? [];
  return Object.fromEntries(fields.map(field => [field.name, anyValue(field)] as const));
}

function anyValue(field: Field): Json {
  switch (field.kind) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return field.minimum ?? 1;
    case 'choice':
      return field.options[0]?.value ?? '';
    case 'choices':
      return field.options.slice(0, field.minItems ?? 1).map(option => option.value);
    default:
      return field.kind === 'text' && field.format === 'date' ? '2026-04-01' : 'x';
  }
}
