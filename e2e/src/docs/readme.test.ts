/** The README: its snippets are compiled files, its links lead somewhere, its command lines run. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { accept, drive, textOf } from '../matrix/drive.js';
import { connectStdio } from '../peers/message-client.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const command = join(root, 'packages/cli/dist/main.js');

it('shows code that is compiled here, word for word', () => {
  const snippets = [...read('README.md').matchAll(/<!-- (\S+) -->\n```ts\n([\s\S]*?)```/g)];
  expect(snippets.length).toBeGreaterThanOrEqual(2);
  for (const [, path = '', snippet] of snippets) expect(snippet, path).toBe(read(path));
});

it.each(documents)('links only to what exists: %s', document => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
  for (const path of links) expect(existsSync(join(root, dirname(document), path)), path).toBe(true);
});

it.each(documents)('points only to headings that are there: %s', document => {
  const text = read(document);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const [, anchor = ''] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(headings, anchor).toContain(anchor);
});

it('names only npm commands that there are', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  for (const document of documents) {
    for (const [, name = ''] of read(document).matchAll(/npm run ([a-z]+)/g)) expect(scripts, document).toContain(name);
  }
});

it('runs the line for testers as it stands', async () => {
  const line = /^npx midcall (call .*)$/m.exec(read('README.md'))?.[1] ?? '';
  const { stdout } = await run(line.split(' '));
  expect(stdout).toMatch(/declined/);
});

it('knows every command it shows', async () => {
  const shown = new Set([...read('README.md').matchAll(/npx midcall ([a-z]+)/g)].map(([, name = '']) => name));
  for (const name of shown) expect((await run([name, '--help'])).stdout).toContain(`Usage: midcall ${name}`);
});

it('shows a server that asks when it is started', async () => {
  const server = join(root, 'e2e/dist/fixtures/readme-server.js');
  const client = await connectStdio([process.execPath, server], { revision: '2026-07-28' });
  const { reply, asked } = await drive(client, 'tools/call', { name: 'deploy', arguments: { service: 'api' } }, () =>
    accept({ where: 'staging' }),
  );
  await client.close();
  expect(asked.map(one => one.params.message)).toEqual(['Deploy api: which environment?']);
  expect(textOf(reply)).toBe('Deployed api to staging.');
});

function run(args: readonly string[]): Promise<{ readonly stdout: string; readonly code: number }> {
  return new Promise(resolve => {
    execFile(process.execPath, [command, ...args], { cwd: root }, (error, stdout) =>
      resolve({ stdout, code: error ? Number(error.code) : 0 }),
    );
  });
}
