import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeRunRow } from '../loopback/run-row.js';
import { enterInbox } from '../testing/inbox-person.js';
import { MAIN, RECORDS, runCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 90_000 });

const ends: (() => Promise<void> | void)[] = [];
let home = '';
let env: Record<string, string> = {};
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
  env = { HOME: home, MIDCALL_HOME: join(home, 'midcall'), BROWSER: 'none' };
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(home, { recursive: true, force: true });
});

const rows = (): string[] => readdirSync(join(home, 'midcall/run')).filter(file => file.startsWith('desk-'));

interface Host {
  readonly client: Client;
  readonly pid: number;
  /** Settles when the gateway has written this to standard error. */
  seen(pattern: RegExp): Promise<void>;
}

/** A host behind a gateway of this home. */
async function host(name: string): Promise<Host> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'gateway', '--no-open', '--name', name, '--', process.execPath, RECORDS],
    stderr: 'pipe',
    env,
  });
  let log = '';
  let check = (): void => {};
  transport.stderr?.on('data', chunk => {
    log += String(chunk);
    check();
  });
  const client = new Client({ name: 'plain-host', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  ends.push(() => client.close());
  await client.connect(transport);
  // The SDK probes on a process of its own; an answer is the sign that the one which stays is up.
  await client.listTools();
  return {
    client,
    pid: transport.pid ?? 0,
    seen: pattern =>
      new Promise(resolve => {
        check = () => {
          if (pattern.test(log)) resolve();
        };
        check();
      }),
  };
}

const ask = (client: Client): Promise<unknown> =>
  client.callTool({ name: 'delete_stale_records', arguments: {} }).catch((error: unknown) => error);
const midcallInbox = (...args: string[]) => runCli(['inbox', ...args], { env });
const FILE = /browser: (\S+\.html)/;

describe('midcall inbox', () => {
  it('says so where nothing runs', async () => {
    const { code, stdout, stderr } = await midcallInbox();
    expect([code, stdout.trim(), stderr]).toEqual([0, 'Nothing is waiting. No midcall process of yours runs on this machine.', '']);
  });

  it('gives a fresh login to the page of a process that a host started, which answers the question [N9]', async () => {
    const { client, seen } = await host('Records');
    expect(rows()).toHaveLength(1);
    expect(statSync(join(home, 'midcall/run', rows()[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'midcall/run')).mode & 0o777).toBe(0o700);
    const called = ask(client);
    await seen(/Records asks/);

    const { code, stdout, stderr } = await midcallInbox();
    const file = FILE.exec(stderr)?.[1] ?? '';
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).not.toMatch(/#[\w-]{20}/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const person = await enterInbox(file);
    ends.push(() => person.leave());
    await person.answer((await person.question()).id, { action: 'decline' });
    expect(JSON.stringify(await called)).toContain('declined');
  });

  it('goes to the one of several where a question waits, and lists them where that is not one', async () => {
    const [records, billing] = [await host('Records'), await host('Billing')];
    const idle = await midcallInbox();
    expect(idle.stdout).toMatch(/1 {2}Records {2}nothing waits .*\n +2 {2}Billing {2}nothing waits/);
    expect(idle.stderr).toBe('');

    const called = ask(billing.client);
    await billing.seen(/Billing asks/);
    const one = await midcallInbox();
    expect([one.stdout, FILE.test(one.stderr)]).toEqual(['', true]);
    expect(one.stderr).toContain('The inbox of Billing');

    const named = await midcallInbox('Records');
    expect(named.stderr).toContain('The inbox of Records');
    const all = await midcallInbox('all');
    expect(all.stderr.match(/The inbox of/g)).toHaveLength(2);
    const none = await midcallInbox('7');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('No running inbox goes by "7"')]);

    const person = await enterInbox(FILE.exec(one.stderr)?.[1] ?? '');
    ends.push(() => person.leave());
    await person.answer((await person.question()).id, { action: 'cancel' });
    await called;
    expect(records.pid).not.toBe(billing.pid);
  });

  it('forgets a process that was killed, and one that ended [N12]', async () => {
    const { client, pid } = await host('Records');
    const gone = new Promise<void>(resolve => {
      client.onclose = () => resolve();
    });
    process.kill(pid, 'SIGKILL');
    await gone;
    expect(rows()).toHaveLength(1);
    expect((await midcallInbox()).stdout).toContain('Nothing is waiting');
    expect(rows()).toEqual([]);

    const second = await host('Records');
    expect(rows()).toHaveLength(1);
    await second.client.close();
    expect((await midcallInbox()).stdout).toContain('Nothing is waiting');
  });

  it('believes nobody who took the port of a page, and shows them no key [D31]', async () => {
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      let body = '';
      request.on('data', chunk => {
        body += String(chunk);
      });
      request.on('end', () => {
        heard.push(body);
        response.end(JSON.stringify({ body: '{"waiting":1,"file":"/x.html"}', proof: 'x' }));
      });
    });
    await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
    ends.push(() => void stranger.close());
    const origin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const { row } = writeRunRow(env, { pid: process.pid, origin, names: ['Records'], startedAt: 1 });
    expect((await midcallInbox()).stdout).toContain('Nothing is waiting');
    expect(heard).toHaveLength(1);
    expect(heard[0]).not.toContain(row.key);
    expect(rows()).toEqual([]);
  });
});

describe('a page asked for a login', () => {
  it('refuses who has no key, a wrong key, an old request, and the same request twice [N7]', async () => {
    await host('Records');
    const row = JSON.parse(readFileSync(join(home, 'midcall/run', rows()[0] ?? ''), 'utf8'));
    const { proofOfAsk } = await import('../loopback/control-proof.js');
    const post = async (body: unknown): Promise<number> => {
      const response = await fetch(`${row.origin}/control`, { method: 'POST', body: JSON.stringify(body) });
      const text = await response.text();
      expect(response.ok || !text.includes('login')).toBe(true);
      return response.status;
    };
    const good = { id: row.id, deed: 'link', nonce: 'n1', at: Date.now() } as const;
    const signed = (ask: typeof good, key: string = row.key) => ({ ask, proof: proofOfAsk(key, ask) });
    expect(await post({ ask: good })).toBe(403);
    expect(await post(signed(good, 'AAAA'))).toBe(403);
    expect(await post({ ...signed(good), ask: { ...good, nonce: 'n2' } })).toBe(403);
    expect(await post(signed({ ...good, at: Date.now() - 120_000 }))).toBe(403);
    expect(await post('x'.repeat(10_000))).toBe(403);
    expect(await post(signed(good))).toBe(200);
    expect(await post(signed(good))).toBe(403);
    expect((await fetch(`${row.origin}/control`)).status).toBe(403);
  });
});
