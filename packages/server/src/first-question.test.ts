/** One handler text over the real SDK, both eras, in memory. */

import { memoryStore } from '@midcall/store';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { choice, createMidcall, defineTool, newKey, yesNo } from './node.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Reply = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, unknown> };

async function connect(
  era: 'modern' | 'legacy',
  definitions: ReturnType<typeof defineTool>[],
  answer: (params: { message: string }) => Reply | Promise<Reply>,
) {
  const midcall = createMidcall({ keys: newKey(), store: memoryStore() });
  const factory = () => midcall.attach(new McpServer({ name: 'test', version: '1' }), definitions);
  const [ct, st] = InMemoryTransport.createLinkedPair();
  if (era === 'modern') {
    const served = serveStdio(factory, { transport: st });
    closing.push(() => served.close());
  } else await factory().connect(st);
  const client = new Client(
    { name: 'host', version: '1' },
    { capabilities: { elicitation: { form: {} } }, ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }) },
  );
  client.setRequestHandler('elicitation/create', async request => (await answer(request.params)) as never);
  await client.connect(ct);
  closing.push(() => client.close());
  return client;
}

const deploy = defineTool(
  'deploy',
  { inputSchema: z.object({ service: z.string(), environment: z.string().optional() }) },
  async (args, call) => {
    const target = await call.need('target', {
      message: `Deploy ${args.service}: where?`,
      form: { environment: choice({ staging: 'Staging', production: 'Production' }), migrate: yesNo({ optional: true }) },
      given: args,
    });
    const mood = await call.ask('mood', { message: 'Mood?', form: { happy: yesNo() } });
    if (target.environment === 'production') await call.confirm('live', { message: `Deploy ${args.service} to production?` });
    return { content: [{ type: 'text', text: `${args.service} → ${target.environment}, ${mood.action}` }] };
  },
);

describe.each(['modern', 'legacy'] as const)('one handler, %s', era => {
  it('asks, needs and confirms in turn, and returns what the handler returns [E-R-05, E-A-03, E-M-17]', async () => {
    const asked: string[] = [];
    const client = await connect(era, [deploy], ({ message }) => {
      asked.push(message);
      if (message.includes('where')) return { action: 'accept', content: { environment: 'production' } };
      if (message.startsWith('Mood')) return { action: 'cancel' };
      return { action: 'accept', content: { confirm: true } };
    });
    const result = await client.callTool({ name: 'deploy', arguments: { service: 'web' } });
    expect(result.content).toEqual([{ type: 'text', text: 'web → production, cancel' }]);
    expect(asked).toEqual(['Deploy web: where?', 'Mood?', 'Deploy web to production?']);
  });

  it('ends without an error when a needed question is declined [N2, E-A-07]', async () => {
    const client = await connect(era, [deploy], () => ({ action: 'decline' }));
    const result = await client.callTool({ name: 'deploy', arguments: { service: 'web' } });
    expect(result.isError).toBeFalsy();
    expect(JSON.stringify(result.content)).toContain('declined');
  });
});
