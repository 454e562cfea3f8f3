import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deskKey } from '@midcall/host/node';
import { sqliteStore } from '@midcall/store/sqlite';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressRow } from '../loopback/address-row.js';
import { enterInbox } from '../testing/inbox-person.js';
import { openPty } from '../testing/pty.js';
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

interface Host {
  readonly client: Client;
  readonly pid: number;
  /** Settles when the gateway has written this to standard error. */
  seen(pattern: RegExp): Promise<void>;
}

/** A host behind a gateway of this home. A server of 2026-07-28 ends with its gateway, whatever it has asked. */
async function host(name: string, options: ClientOptions = {}): Promise<Host> {
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
  const client = new Client({ name: 'plain-host', version: '1.0.0' }, options);
  ends.push(() => client.close());
  await client.connect(transport);
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

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

const ask = (client: Client): Promise<unknown> =>
  client.callTool({ name: 'delete_stale_records', arguments: {} }).catch((error: unknown) => error);
const midcallInbox = (...args: string[]) => runCli(['inbox', ...args], { env });
const FILE = /browser: (\S+\.html)/;
const NOTHING = 'Nothing is waiting. No server runs through midcall now.';

/** What a process of this user reads and writes beside the gateways. */
async function address() {
  const folder = join(home, 'midcall/desk');
  const store = sqliteStore({ path: join(folder, 'desk.db') });
  ends.push(() => store.close());
  return { store, row: addressRow(store, await deskKey(folder)) };
}

describe('midcall inbox', () => {
  it('says so where nothing runs, and makes nothing there', async () => {
    const { code, stdout, stderr } = await midcallInbox();
    expect([code, stdout.trim(), stderr]).toEqual([0, NOTHING, '']);
    expect(() => statSync(join(home, 'midcall/desk'))).toThrow('ENOENT');
  });

  it('is one for all servers: a login to whoever holds it shows and answers what any of them asks [N9, D31]', async () => {
    const [records, billing] = [await host('Records'), await host('Billing')];
    const called = ask(billing.client);
    await billing.seen(/Billing asks/);

    const { code, stdout, stderr } = await midcallInbox();
    const file = FILE.exec(stderr)?.[1] ?? '';
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).not.toMatch(/#[\w-]{20}/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const person = await enterInbox(file);
    ends.push(() => person.leave());
    const question = await person.question();
    expect(question.server.name).toBe('Billing');
    await person.answer(question.id, { action: 'decline' });
    expect(JSON.stringify(await called)).toContain('declined');

    // The page is open at one of them: neither shows the way again for what the other asks.
    const second = ask(records.client);
    const next = await person.question(({ server, state }) => server.name === 'Records' && state === 'waiting');
    await person.answer(next.id, { action: 'cancel' });
    await second;
  });

  it('is taken over when its holder is killed: same address, same session, same questions, and nothing is lost [D31, D32, N8]', async () => {
    const holder = await host('Records', { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await holder.client.listTools(); // the probe ran in a process of its own
    const other = await host('Billing');
    const called = ask(other.client);
    await other.seen(/Billing asks/);
    const person = await enterInbox(FILE.exec((await midcallInbox()).stderr)?.[1] ?? '');
    const { id } = await person.question();
    const lost = ask(holder.client);
    const gone = await person.question(({ server, state }) => server.name === 'Records' && state === 'waiting');
    // Its server has nobody left to end it, and holds the pipe by which the host hears of the end.
    const orphans = execFileSync('pgrep', ['-P', String(holder.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
    process.kill(holder.pid, 'SIGKILL');
    const killedAt = Date.now();
    let status = 0;
    while (status !== 200 && Date.now() - killedAt < 10_000) {
      const live = await fetch(`${person.origin}/api/live`, { headers: person.headers }).catch(() => undefined);
      status = live?.status ?? 0;
      await live?.body?.cancel();
      if (status !== 200) await new Promise(resolve => setTimeout(resolve, 20));
    }
    expect(status).toBe(200);
    expect(Date.now() - killedAt).toBeLessThan(4_000); // within a second, on a machine that is not busy
    const again = await person.again();
    ends.push(() => again.leave());
    expect((await again.question(question => question.id === id)).state).toBe('waiting');
    await again.answer(id, { action: 'decline' });
    expect(JSON.stringify(await called)).toContain('declined');
    for (const pid of orphans) endProcess(pid);
    await lost;
    expect((await again.question(question => question.id === gone.id && question.state === 'withdrawn')).note).toBe('The call was lost.');
  });

  it('forgets processes that were killed, and those that ended [N12]', async () => {
    const { client, pid } = await host('Records');
    const gone = new Promise<void>(resolve => {
      client.onclose = () => resolve();
    });
    process.kill(pid, 'SIGKILL');
    await gone;
    expect((await midcallInbox()).stdout.trim()).toBe(NOTHING);
    const second = await host('Records');
    await second.client.close();
    expect((await midcallInbox()).stdout.trim()).toBe(NOTHING);
  });

  it('believes nobody who took the port, tells them nothing, and goes elsewhere [D31]', async () => {
    const heard: string[] = [];
    const stranger = createServer((request, response) => {
      let body = '';
      request.on('data', chunk => {
        body += String(chunk);
      });
      request.on('end', () => {
        heard.push(`${request.url ?? ''} ${JSON.stringify(request.headers)} ${body}`);
        response.end(JSON.stringify({ body: '{"waiting":[],"servers":[],"file":"/x.html"}', proof: 'x' }));
      });
    });
    await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
    ends.push(() => void stranger.close());
    const { port } = stranger.address() as AddressInfo;
    const { row } = await address();
    expect(await row.write(await row.read(), { port, holder: 'somebody' })).toBe(true);
    expect((await midcallInbox()).stdout.trim()).toBe(NOTHING);

    const { client, seen } = await host('Records');
    const called = ask(client);
    await seen(/Records asks/);
    expect((await row.read()).address?.port).not.toBe(port);
    const person = await enterInbox(FILE.exec((await midcallInbox()).stderr)?.[1] ?? '');
    ends.push(() => person.leave());
    expect(person.origin).not.toContain(`:${port}`);
    await person.answer((await person.question()).id, { action: 'decline' });
    await called;
    const key = await deskKey(join(home, 'midcall/desk'));
    expect(heard.length).toBeGreaterThan(0);
    for (const text of heard) expect(text).not.toMatch(new RegExp(`${key}|cookie|token|login`));
  });

  it('moves on when its holder is frozen while a question comes, and the holder serves its open pages when it is back [D31, N12]', async () => {
    const holder = await host('Records');
    const other = await host('Billing');
    const first = await enterInbox(FILE.exec((await midcallInbox()).stderr)?.[1] ?? '');
    ends.push(() => first.leave());
    await new Promise(resolve => setTimeout(resolve, 1_000)); // the other one has heard that a page is open
    process.kill(holder.pid, 'SIGSTOP');
    ends.push(() => void process.kill(holder.pid, 'SIGCONT'));
    const called = ask(other.client);
    // The page there still counts as open for a while; whoever has the new address shows the way all the same.
    await other.seen(/The inbox has moved\./);
    const second = await enterInbox(FILE.exec((await midcallInbox()).stderr)?.[1] ?? '');
    ends.push(() => second.leave());
    expect(second.origin).not.toBe(first.origin);
    const { id } = await second.question();
    process.kill(holder.pid, 'SIGCONT');
    expect((await first.question(question => question.id === id)).state).toBe('waiting');
    expect((await first.answer(id, { action: 'decline' })).status).toBe(200);
    expect(JSON.stringify(await called)).toContain('declined');
    expect((await second.question(question => question.id === id && question.state === 'delivered')).action).toBe('decline');
  });
});

/** Keys do nothing for a moment after what is on the screen has changed. */
const guard = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 800));

describe('midcall inbox in a terminal', () => {
  it('answers what a gateway of another process asks; leaving leaves it waiting [D31, D40, N2]', async () => {
    const { client } = await host('Records');
    const called = ask(client);
    const said = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
    const open = (args: string) => openPty(`${said.join(' ')} NO_COLOR=1 ${process.execPath} ${MAIN} inbox ${args}`);
    const first = await open('--terminal');
    ends.push(() => first.end());
    expect(await first.shows(/Which records may go\?/)).toContain('Records asks');
    await guard();
    await first.send('Escape');
    await first.shows(/1 question is waiting/);
    await guard();
    await first.send('Escape');
    await first.shows(/ended/);

    // No browser can be opened here: the terminal is what it opens by itself.
    const second = await open('');
    ends.push(() => second.end());
    await second.shows(/Which records may go\?[\s\S]*Ctrl\+X decline/);
    await guard();
    await second.send('C-x');
    await second.shows(/Nothing is waiting/);
    expect(JSON.stringify(await called)).toContain('declined');
  });

  it('asks for a terminal, if it is to be one and there is none', async () => {
    const { code, stderr } = await midcallInbox('--terminal');
    expect([code, stderr]).toEqual([5, expect.stringContaining('There is no terminal to ask in.')]);
  });
});
