/**
 * A host that cannot ask, and knows nothing of midcall, calls a tool that asks. The gateway stands where the host starts
 * the server; the person answers at the inbox; the call goes on.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { MIDCALL } from './midcall.js';
import { type Answer, answerAtInbox } from './person.js';

const SERVER = fileURLToPath(new URL('../dist/deploy-server.js', import.meta.url));

export interface Story {
  /** What the person was asked. */
  readonly asked: string;
  /** What the host got. */
  readonly text: string;
}

/** @param era what the host speaks; the server speaks the older protocol either way. */
export async function tellStory(era: 'legacy' | 'modern', answer: Answer): Promise<Story> {
  const home = await mkdtemp(join(tmpdir(), 'midcall-example-'));
  const env = { HOME: home, MIDCALL_HOME: join(home, 'midcall'), BROWSER: 'none' };
  // In a host's configuration: "command": "npx", "args": ["midcall", "gateway", "--name", "Deploy", "--", "node", "deploy-server.js"].
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MIDCALL, 'gateway', '--name', 'Deploy', '--no-open', '--', process.execPath, SERVER],
    stderr: 'pipe',
    env,
  });
  const waits = new Promise<void>(resolve => {
    let log = '';
    transport.stderr?.on('data', chunk => {
      log += String(chunk);
      if (log.includes('a question is waiting')) resolve();
    });
  });
  const client = new Client(
    { name: 'plain-host', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  try {
    await client.connect(transport);
    const called = client.callTool({ name: 'deploy_service', arguments: { service: 'web' } });
    called.catch(() => {});
    await Promise.race([waits, called.then(() => undefined)]);
    const asked = await answerAtInbox(answer, env);
    const [first] = (await called).content;
    return { asked, text: first?.type === 'text' ? first.text : '' };
  } finally {
    await client.close();
    await rm(home, { recursive: true, force: true });
  }
}
