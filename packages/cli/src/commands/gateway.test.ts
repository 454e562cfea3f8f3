import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enterInbox } from '../testing/inbox-person.js';
import { MAIN, RECORDS, runCli, startCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 60_000 });

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Host {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  readonly home: string;
  /** The first match in what the gateway has written to standard error, or writes. */
  seen(pattern: RegExp): Promise<string>;
  readonly log: () => string;
}

/** An ordinary host that knows nothing of questions, with the gateway where it would start the server. */
async function host(era: 'legacy' | 'modern', args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Host> {
  const home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'gateway', ...args],
    stderr: 'pipe',
    env: { HOME: home, MIDCALL_HOME: join(home, 'midcall'), BROWSER: 'none', ...env },
  });
  let log = '';
  const checks = new Set<() => void>();
  transport.stderr?.on('data', chunk => {
    log += String(chunk);
    for (const check of checks) check();
  });
  const client = new Client(
    { name: 'plain-host', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  ends.push(async () => {
    await client.close();
    rmSync(home, { recursive: true, force: true });
  });
  await client.connect(transport);
  const seen = (pattern: RegExp): Promise<string> =>
    new Promise(resolve => {
      const check = (): void => {
        const found = pattern.exec(log);
        if (found === null) return;
        checks.delete(check);
        resolve(found[1] ?? found[0]);
      };
      checks.add(check);
      check();
    });
  return { client, transport, home, seen, log: () => log };
}

const FILE = /browser: (\S+\.html)/;
const text = (result: { content?: unknown }): string => (result.content as { text: string }[])[0]?.text ?? '';

describe('midcall gateway', () => {
  it.each(['legacy', 'modern'] as const)(
    'brings the questions of a server to the inbox for a host that cannot ask, and the answers back: %s [N1]',
    async era => {
      const { client, seen, log } = await host(era, ['--no-open', '--name', 'Records', '--', process.execPath, RECORDS]);
      const called = client.callTool({ name: 'delete_stale_records', arguments: {} });
      const file = await seen(FILE);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const person = await enterInbox(file);
      ends.push(() => person.leave());

      const plan = await person.question();
      expect(plan.server.name).toBe('Records');
      expect(plan.call?.name).toBe('delete_stale_records');
      await person.answer(plan.id, { action: 'accept', content: { table: 'carts', before: '2026-01-01', backup: false } });
      const confirm = await person.question(question => question.state === 'waiting' && question.id !== plan.id);
      expect(confirm.message).toContain('Delete 918 rows from carts');
      await person.answer(confirm.id, { action: 'accept', content: { confirm: true } });

      expect(text(await called)).toContain('Deleted 918 rows from carts');
      expect(log()).not.toMatch(/#[\w-]{20}|"?token/);
    },
  );

  it('carries a no back as a no [N2]', async () => {
    const { client, seen } = await host('modern', ['--no-open', '--', process.execPath, RECORDS]);
    const called = client.callTool({ name: 'delete_stale_records', arguments: {} });
    const person = await enterInbox(await seen(FILE));
    ends.push(() => person.leave());
    await person.answer((await person.question()).id, { action: 'decline' });
    const result = await called;
    expect(result.isError).not.toBe(true);
    expect(text(result)).toContain('declined');
  });

  it('does not declare that it can ask where nobody can be reached: no browser, no terminal [N1]', async () => {
    const { client, log } = await host('legacy', ['--', process.execPath, RECORDS]);
    const result = await client.callTool({ name: 'delete_stale_records', arguments: {} });
    expect(result.isError).toBe(true);
    expect(log()).not.toMatch(FILE);
    expect(log()).toContain('no browser can be opened here');
  });

  it('lets the server speak to the log, and says how it ended', async () => {
    const dies = "process.stderr.write('starting up\\n'); process.stdin.once('data', () => process.exit(9))";
    const home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
    ends.push(() => rmSync(home, { recursive: true, force: true }));
    const { code, stderr, stdout } = await runCli(['gateway', '--name', 'Records', '--', process.execPath, '-e', dies], {
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'h', version: '1' } } })}\n`,
    });
    expect(stderr).toContain('starting up');
    expect(stderr).toContain('the server Records exited (status 9)');
    for (const line of stdout.trimEnd().split('\n').filter(Boolean)) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(code).toBe(4);
  });

  it('opens the browser at the first question, on a private file and not on an address [N9, N10]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'midcall-test-'));
    const browser = join(folder, 'browser');
    writeFileSync(browser, `#!/bin/sh\necho "$@" >> ${join(folder, 'opened')}\n`, { mode: 0o755 });
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const { client, seen } = await host('legacy', ['--', process.execPath, RECORDS], { BROWSER: browser });
    const called = client.callTool({ name: 'delete_stale_records', arguments: {} });
    await seen(/opens in your browser/);
    const [file = '', ...more] = readFileSync(join(folder, 'opened'), 'utf8').trim().split('\n');
    expect(more).toEqual([]);
    expect(file).toMatch(/^\/.*\/open-[\w-]+\.html$/);
    const person = await enterInbox(file);
    ends.push(() => person.leave());
    await person.answer((await person.question()).id, { action: 'cancel' });
    expect(text(await called)).not.toContain('Deleted');
  });

  it('on SIGTERM withdraws what is open, ends the server, and leaves no file behind [N12]', async () => {
    const { client, transport, seen } = await host('modern', ['--no-open', '--', process.execPath, RECORDS]);
    const called = client.callTool({ name: 'delete_stale_records', arguments: {} }).then(
      () => 'answered',
      () => 'ended',
    );
    const file = await seen(FILE);
    const person = await enterInbox(file);
    ends.push(() => person.leave());
    const { id } = await person.question();
    process.kill(transport.pid ?? 0, 'SIGTERM');
    expect((await person.question(question => question.id === id && question.state !== 'waiting')).state).toBe('withdrawn');
    expect(await called).toBe('ended');
    expect(existsSync(file)).toBe(false);
  });

  it('forwards what it need not change as the bytes it came in, both ways [D29]', async () => {
    // Big integers, integer-like keys in an order of their own, a doubled key: all that JSON.parse would move or round.
    const odd = '{"big":12345678901234567890,"2":"b","1":"a","twice":1,"twice":2,"e":1.0}';
    const echo = `let rest=''; process.stdin.on('data', d => { rest += d; const lines = rest.split('\\n'); rest = lines.pop();
      for (const l of lines) { const m = JSON.parse(l);
        if (m.method === 'initialize') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: m.id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } }) + '\\n');
        if (m.method === 'tools/call') process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(m.id) + ',"result":{"content":[],"got":' + l.slice(l.indexOf('"arguments":') + 12, -2) + '}}\\n');
      } });`;
    const running = startCli(['gateway', '--no-open', '--', process.execPath, '-e', echo]);
    ends.push(() => void running.child.kill('SIGKILL'));
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'h', version: '1' } };
    running.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`);
    await running.seen(/"id":1,.*\n/, 'stdout');
    running.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    running.child.stdin.write(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":${odd}}}\n`);
    const [line] = await running.seen(/.*"id":2.*\n/, 'stdout');
    expect(line).toBe(`{"jsonrpc":"2.0","id":2,"result":{"content":[],"got":${odd}}}\n`);
    running.child.stdin.end();
    expect((await running.finished).code).toBe(0);
  });

  it('says which word is missing where no server stands', async () => {
    const { code, stderr, stdout } = await runCli(['gateway']);
    expect(stderr).toContain('Which server?');
    expect([code, stdout]).toEqual([2, '']);
  });
});
