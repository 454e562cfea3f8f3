/** Every example that is a server starts as its README says: on stdio, and on HTTP. What it then does, it tests itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it } from 'vitest';

const examples = fileURLToPath(new URL('../../../examples', import.meta.url));
const stories = readdirSync(examples).filter(name => /^\d\d-/.test(name) && existsSync(join(examples, name, 'src/main.ts')));
const home = mkdtempSync(join(tmpdir(), 'midcall-examples-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(home, { recursive: true, force: true });
});

describe.each(stories)('%s', story => {
  const main = join(examples, story, 'dist/main.js');
  const env = { PATH: process.env.PATH ?? '', MIDCALL_HOME: join(home, story) };

  it('serves its tools on stdio', async () => {
    await offers(story, new StdioClientTransport({ command: process.execPath, args: [main], env, stderr: 'ignore' }));
  });

  it('serves them on HTTP', async () => {
    const child = spawn(process.execPath, [main, '--http', '0'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(child);
    const url = await new Promise<string>((resolve, reject) => {
      let heard = '';
      child.stderr.on('data', (chunk: Buffer) => {
        heard += chunk.toString('utf8');
        const address = /listening on (http:\/\/\S+)/.exec(heard)?.[1];
        if (address !== undefined) resolve(address);
      });
      child.once('exit', code => reject(new Error(`ended with ${code}: ${heard}`)));
    });
    await offers(story, new StreamableHTTPClientTransport(new URL(url)));
    child.kill();
  });

  it('names in its README only files that there are', () => {
    const text = readFileSync(join(examples, story, 'README.md'), 'utf8');
    const files = readdirSync(join(examples, story, 'src'));
    for (const [, file = ''] of text.matchAll(/`src\/([\w.-]+\.ts)`/g)) expect(files).toContain(file);
  });
});

async function offers(story: string, transport: Parameters<Client['connect']>[0]): Promise<void> {
  const client = new Client({ name: 'host', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.length, story).toBeGreaterThan(0);
}
