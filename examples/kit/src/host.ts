/** A host for tests: the official client in either era, with a person who answers by the name of a question's first field. */
import { createMidcall, type Definition, type Midcall, newKey } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { Client, type ElicitResult } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

export type Era = 'legacy' | 'modern';

export type PersonAnswer = Pick<ElicitResult, 'action' | 'content'>;

export interface Host {
  /** Calls a tool. @returns the text of its result */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  /** The messages the person read, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export interface HostOptions {
  /** What the person does on a page they are sent to. Without it the host declares forms only. */
  readonly visit?: (url: string, message: string) => Promise<PersonAnswer['action']>;
}

/** @param answers By the name of the first field: `confirm` for a confirm, `choice` for a choose. */
export async function openHost(
  era: Era,
  definitions: (midcall: Midcall) => readonly Definition[],
  answers: Readonly<Record<string, PersonAnswer | (() => PersonAnswer)>>,
  { visit }: HostOptions = {},
): Promise<Host> {
  const midcall = createMidcall({ keys: newKey(), store: memoryStore() });
  const defined = definitions(midcall);
  const server = (): McpServer => midcall.attach(new McpServer({ name: 'example', version: '1.0.0' }), defined);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = era === 'modern' ? serveStdio(server, { transport: far }) : undefined;
  if (served === undefined) await server().connect(far);
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {}, ...(visit !== undefined && { url: {} }) } },
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', async request => {
    asked.push(request.params.message);
    if (request.params.mode === 'url') return { action: (await visit?.(request.params.url, request.params.message)) ?? 'cancel' };
    const { requestedSchema } = request.params as { readonly requestedSchema?: { readonly properties: object } };
    const [field = ''] = Object.keys(requestedSchema?.properties ?? {});
    const answer = answers[field] ?? { action: 'cancel' };
    return typeof answer === 'function' ? answer() : answer;
  });
  await client.connect(near);
  return {
    asked,
    async call(name, args = {}) {
      const { content } = await client.callTool({ name, arguments: args });
      const [block] = content as readonly { readonly text?: string }[];
      return block?.text ?? '';
    },
    async close() {
      await client.close();
      await served?.close();
    },
  };
}
