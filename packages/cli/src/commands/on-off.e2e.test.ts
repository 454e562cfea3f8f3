import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CLAUDE } from '../on/testing/temp-machine.js';
import { enterInbox } from '../testing/inbox-person.js';
import { MAIN, runCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 120_000 });

const SERVER = fileURLToPath(new URL('../on/testing/asking-server.mjs', import.meta.url));

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A home with Claude Desktop's configuration as a person wrote it, and a browser that notes what it is to open. */
function homeWithHost(): { home: string; path: string; original: Buffer; opened: () => string[]; env: Record<string, string> } {
  const home = mkdtempSync(join(tmpdir(), 'midcall-e2e-'));
  ends.push(() => rmSync(home, { recursive: true, force: true }));
  const browser = join(home, 'browser');
  writeFileSync(browser, `#!/bin/sh\necho "$1" >> '${home}/opened'\n`, { mode: 0o755 });
  mkdirSync(join(home, '.config', 'Claude'), { recursive: true });
  const path = join(home, CLAUDE);
  const text = `{
\t// deploys
\t"mcpServers": {
\t\t"deploys": {
\t\t\t"command": ${JSON.stringify(process.execPath)},
\t\t\t"args": [ ${JSON.stringify(SERVER)} ],
\t\t\t"env": { "DEPLOY_USER": "ada", "BROWSER": ${JSON.stringify(browser)} },
\t\t},
\t},
}`;
  writeFileSync(path, text, { mode: 0o600 });
  const opened = (): string[] => readFileSync(join(home, 'opened'), 'utf8').trim().split('\n');
  return { home, path, original: readFileSync(path), opened, env: { HOME: home, MIDCALL_HOME: '' } };
}

/** Starts what the file says, as Claude Desktop does: by its words, under a bare environment and the entry's own. */
async function startAsHost(home: string, path: string): Promise<{ client: Client; log: () => string }> {
  const entry = JSON.parse(
    readFileSync(path, 'utf8')
      .replace(/\/\/.*$/gm, '')
      .replace(/,(\s*[}\]])/g, '$1'),
  ).mcpServers.deploys as {
    command: string;
    args: string[];
    env: Record<string, string>;
  };
  const transport = new StdioClientTransport({
    command: entry.command,
    args: entry.args,
    env: { HOME: home, PATH: '/usr/bin:/bin', ...entry.env },
    stderr: 'pipe',
    cwd: '/',
  });
  let log = '';
  transport.stderr?.on('data', chunk => {
    log += String(chunk);
  });
  // It declares nothing: it cannot ask.
  const client = new Client({ name: 'claude-ai', version: '0.1.0' }, { versionNegotiation: { mode: 'legacy' } });
  ends.push(() => client.close());
  await client.connect(transport);
  return { client, log: () => log };
}

const text = (result: { content?: unknown }): string => (result.content as { text: string }[])[0]?.text ?? '';

describe('one command and a host can ask', () => {
  it('from an ordinary configuration to an answered question and back, byte for byte, within a minute [N1, D38]', async () => {
    const { home, path, original, opened, env } = homeWithHost();

    const alone = await startAsHost(home, path);
    const refused = await alone.client
      .callTool({ name: 'deploy_service', arguments: { service: 'api' } })
      .catch((error: Error) => error.message);
    expect(typeof refused === 'string' || refused.isError === true).toBe(true);
    await alone.client.close();

    const began = performance.now();
    const on = await runCli(['on', '--yes'], { env });
    expect([on.code, on.stdout]).toEqual([0, '']);
    expect(on.stderr).toContain('will ask through midcall');
    expect(on.stderr).not.toContain('"ada"');

    const { client, log } = await startAsHost(home, path);
    const called = client.callTool({ name: 'deploy_service', arguments: { service: 'api' } });
    await vi.waitFor(() => expect(opened()).toHaveLength(1), { timeout: 60_000, interval: 50 });
    const person = await enterInbox(opened()[0] ?? '');
    ends.push(() => person.leave());
    const question = await person.question();
    expect(question.server.name).toBe('deploys');
    expect(question.message).toBe('Deploy api: which environment?');
    await person.answer(question.id, { action: 'accept', content: { environment: 'production', runMigrations: false, confirm: true } });
    expect(text(await called)).toBe('Deployed api to production as ada.');
    const seconds = (performance.now() - began) / 1_000;
    expect(seconds).toBeLessThan(60);
    expect(log()).not.toContain('production');
    await client.close();

    const off = await runCli(['off', '--yes'], { env });
    expect(off.code).toBe(0);
    expect(off.stderr).toContain('byte for byte');
    expect(readFileSync(path).equals(original)).toBe(true);
  });

  it('opens the browser on the display of a host that passes none on, which only Linux hosts do [D22]', async () => {
    if (process.platform !== 'linux') return;
    const home = mkdtempSync(join(tmpdir(), 'midcall-e2e-'));
    ends.push(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'xdg-open'), `#!/bin/sh\necho "$DISPLAY $1" >> '${home}/opened'\n`, { mode: 0o755 });
    // The shell is the host: it knows its display, and starts the server without it.
    const inner = `env -i HOME='${home}' PATH='${home}:/usr/bin:/bin' DEPLOY_USER="$0" "${process.execPath}" "${MAIN}" gateway --name Deploys -- "${process.execPath}" "${SERVER}"; true`;
    const transport = new StdioClientTransport({
      command: '/bin/sh',
      args: ['-c', inner, 'ada'],
      env: { DISPLAY: ':7' },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'plain-host', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    ends.push(() => client.close());
    await client.connect(transport);
    const called = client.callTool({ name: 'deploy_service', arguments: { service: 'api' } });
    const opened = (): string => readFileSync(join(home, 'opened'), 'utf8').trim();
    await vi.waitFor(() => expect(opened()).toMatch(/^:7 \/.*\.html$/), { timeout: 60_000, interval: 50 });
    const person = await enterInbox(opened().split(' ')[1] ?? '');
    ends.push(() => person.leave());
    await person.answer((await person.question()).id, { action: 'decline' });
    expect(text(await called)).toBe('Nothing was deployed: decline.');
  });

  it('doctor finds every link of it in order, starts the server under the environment of the host, and says when a limit fires', async () => {
    const { env } = homeWithHost();
    await runCli(['on', '--yes'], { env });
    const { code, stdout } = await runCli(['doctor', 'claude-desktop', '--timeout', '60'], { env });
    expect(stdout).toMatch(/✓ start +answers after [\d.]+ s with 1 tool/);
    expect(stdout).toMatch(/time +after 50 s the host is told[^✓·✗]+✓ +after 60 s Claude Desktop gives the call up/);
    expect(stdout).toContain('Every link holds.');
    expect(code).toBe(0);
  });
});
