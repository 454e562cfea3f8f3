/** The story in one function, told over any client: the person takes so long that the window closes. */
import { createMidcall, newKey } from '@midcall/server';
import { fakeClock, memoryStore } from '@midcall/store';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { defineDeploy } from './deploy.js';
import { createReleases, type Releases } from './releases.js';

export type Era = 'legacy' | 'modern';

export interface Told {
  readonly text: string;
  /** The messages the person read, in order. */
  readonly asked: readonly string[];
  readonly done: Releases['done'];
}

export interface StoryOptions {
  readonly era: Era;
  /** How long the person thinks about the release window, in minutes. */
  readonly minutes: number;
  readonly environment?: 'staging' | 'production';
  readonly live?: 'tick' | 'leave' | 'decline';
}

export async function tellStory({ era, minutes, environment = 'production', live = 'tick' }: StoryOptions): Promise<Told> {
  const clock = fakeClock();
  const releases = createReleases(clock.now, 60_000);
  const midcall = createMidcall({ keys: newKey(), store: memoryStore({ clock }), clock });
  const server = (): McpServer => midcall.attach(new McpServer({ name: 'releases', version: '1.0.0' }), [defineDeploy(releases)]);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = era === 'modern' ? serveStdio(server, { transport: far }) : undefined;
  if (served === undefined) await server().connect(far);
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const asked: string[] = [];
  let thought = false;
  client.setRequestHandler('elicitation/create', async request => {
    asked.push(request.params.message);
    const { requestedSchema } = request.params as {
      readonly requestedSchema: {
        readonly properties: Readonly<Record<string, { readonly oneOf?: readonly { readonly const: string }[] }>>;
      };
    };
    if ('environment' in requestedSchema.properties) return { action: 'accept', content: { environment } };
    if ('confirm' in requestedSchema.properties) {
      return live === 'decline' ? { action: 'decline' } : { action: 'accept', content: { confirm: live === 'tick' } };
    }
    const [first] = requestedSchema.properties.choice?.oneOf ?? [];
    if (!thought) {
      thought = true;
      await clock.advance(minutes * 60_000);
    }
    return { action: 'accept', content: { choice: first?.const ?? '' } };
  });
  await client.connect(near);
  try {
    const result = await client.callTool({ name: 'deploy_service', arguments: { service: 'web' } });
    const [block] = result.content as readonly { readonly text?: string }[];
    return { text: block?.text ?? '', asked, done: releases.done };
  } finally {
    await client.close();
    await served?.close();
  }
}
