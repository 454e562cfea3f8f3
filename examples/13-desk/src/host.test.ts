/** Every part that the guide shows, against a server that asks, in both eras. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuestionView } from '@midcall/core/contract';
import { type HostDesk, scriptedSurface } from '@midcall/host';
import { createMidcall, defineTool, text } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openHost } from './host.js';
import { durableDesk, finishWhatWaited, lookForChanges } from './keep.js';
import { deskWithRules, twoHoursOfQuiet } from './rules.js';
import { chatSurface, tellElsewhere } from './surface.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'midcall-example-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const book = defineTool('book', { inputSchema: z.object({}) }, async (_args, call) => {
  const answer = await call.need('who', { message: 'A table for whom?', form: { name: text() } });
  return { content: [{ type: 'text', text: `A table for ${answer.name}.` }] };
});

const askingServer = () => createMidcall({ store: memoryStore(), keys: [randomBytes(32).toString('base64url')] });

/** The client's end of a pipe to a server of this era. */
async function serverOf(era: 'legacy' | 'modern', midcall = askingServer()): Promise<InMemoryTransport> {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const build = (): McpServer => midcall.attach(new McpServer({ name: 'records', version: '1' }), [book]);
  if (era === 'modern') {
    const handle = serveStdio(build, { transport: server });
    ends.push(() => handle.close());
  } else await build().connect(server);
  return client;
}

async function question(desk: { list(viewer: { principal: string }): readonly QuestionView[] }): Promise<QuestionView> {
  for (;;) {
    const found = desk.list({ principal: 'local' }).find(view => view.state === 'waiting');
    if (found !== undefined) return found;
    await new Promise(resolve => setImmediate(resolve));
  }
}

describe('a desk', () => {
  it.each(['legacy', 'modern'] as const)('in twenty lines asks the person what the server asks: %s', async era => {
    const { session, close } = await openHost(await serverOf(era), scriptedSurface({ who: { name: 'Rowan' } }), 'Records');
    ends.push(close);
    expect(await session.callTool({ name: 'book', arguments: {} })).toMatchObject({ content: [{ text: 'A table for Rowan.' }] });
  });

  it('with a surface of one’s own tells what is asked, and what became of it', async () => {
    const said: string[] = [];
    const { surface, decline } = chatSurface(line => said.push(line));
    const { desk, session, close } = await openHost(await serverOf('modern'), surface, 'Records');
    ends.push(close);
    const called = session.callTool({ name: 'book', arguments: {} });
    await decline((await question(desk)).id);
    expect(JSON.stringify(await called)).toContain('declined');
    expect(said).toEqual(['Records asks: A table for whom?', 'Records: saved', 'Records: delivered']);
  });

  it('with rules follows its file and its person', async () => {
    const file = join(folder, 'midcall.policy.json');
    await writeFile(file, '{ "servers": { "Records": { "tools": { "drop_*": "deny" } } } }');
    const kept = { store: memoryStore(), secret: Buffer.alloc(32, 7).toString('base64url') };
    const { policy, close } = await deskWithRules(file, kept);
    expect(policy.config.servers.Records?.tools).toEqual({ 'drop_*': 'deny' });
    await twoHoursOfQuiet(policy);
    expect(policy.rules('local')).toEqual([]);
    await close();
    await writeFile(file, '{ "queue": "many" }');
    await expect(deskWithRules(file, kept)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('that died leaves its calls to the next one, and an audit that tells whether it was changed', async () => {
    const home = join(folder, 'desk');
    const midcall = askingServer();
    const first = await durableDesk(home);
    first.desk.addSurface({ name: 'inbox', reachable: () => true });
    const attach = async (desk: HostDesk) => {
      const client = new Client({ name: 'my-host', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      const session = desk.attach(client, { server: 'Records' });
      await client.connect(await serverOf('modern', midcall));
      return { client, session };
    };
    const { client, session } = await attach(first.desk);
    session.callTool({ name: 'book', arguments: {} }).catch(() => {});
    await question(first.desk);
    await first.desk.flush();
    await first.store.close(); // as if the process were gone: what it still tries to write fails

    const second = await durableDesk(home);
    second.desk.addSurface(scriptedSurface({ who: { name: 'Rowan' } }));
    const again = await attach(second.desk);
    let report = await finishWhatWaited(second.desk);
    for (let tries = 0; report.calls.length === 0 && tries < 100; tries += 1) {
      await new Promise(resolve => setTimeout(resolve, 100)); // the first one counts as alive for a few heartbeats
      report = await finishWhatWaited(second.desk);
    }
    expect(report.calls).toMatchObject([{ name: 'book', server: 'Records', outcome: 'resumed' }]);
    expect(await report.calls[0]?.result).toMatchObject({ content: [{ text: 'A table for Rowan.' }] });
    await again.client.close();
    await second.desk.close();
    expect(await lookForChanges(second.audit)).toMatchObject({ ok: true, answered: [{ by: 'script', action: 'accept' }] });
    await second.store.close();
    await client.close();
  });

  it('tells a person who is elsewhere, once they are told of in the policy', async () => {
    const file = join(folder, 'notify.json');
    await writeFile(file, '{ "notify": { "channels": [{ "kind": "ntfy", "url": "http://127.0.0.1:9/topic", "private": true }] } }');
    const kept = { store: memoryStore(), secret: Buffer.alloc(32, 7).toString('base64url') };
    const { desk, policy, close } = await deskWithRules(file, kept);
    ends.push(close);
    expect(desk.reachable('local')).toBe(false);
    tellElsewhere(desk, policy, kept.store);
    expect(desk.reachable('local')).toBe(true);
  });
});
