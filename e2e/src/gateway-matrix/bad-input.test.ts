/**
 * What does not belong on the line, from hosts and from servers, over real pipes and real HTTP: a clear error or a logged
 * drop, and an innocent call that runs beside it finishes as if nothing had been.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@midcall/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../packages/cli/dist/testing/run-cli.js';
import { textOf } from '../matrix/drive.js';
import { HttpClient } from '../peers/http-client.js';
import { StdioClient } from '../peers/message-client.js';
import type { RawClient, Reply } from '../peers/raw-client.js';
import { type Cell, cellsOf } from './cell.js';
import { type HeldCall, type Played, play } from './played.js';
import {
  type ConfigGateway,
  gatewayCommand,
  type Home,
  home,
  type Running,
  serverCommand,
  startConfigGateway,
  watch,
} from './processes.js';

const BOTH: JsonObject = { elicitation: { form: {}, url: {} } };
const ROWAN = { action: 'accept', content: { name: 'Rowan' } } as const;
const ACCEPTED = '{"action":"accept","content":{"name":"Rowan"}}';

/** A server of 2025-11-25 in a few lines; `CALL` is what it does on a call. */
const server = (call: string, initialize = 'answer()'): JsonObject => ({
  command: process.execPath,
  args: [
    '-e',
    `const out = text => process.stdout.write(text + '\\n');
     const send = frame => out(JSON.stringify({ jsonrpc: '2.0', ...frame }));
     let rest = '';
     process.stdin.on('data', chunk => {
       const lines = (rest + chunk).split('\\n');
       rest = lines.pop();
       for (const line of lines) take(JSON.parse(line));
     });
     const text = value => ({ content: [{ type: 'text', text: String(value) }] });
     function take(m) {
       const answer = () => send({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } });
       if (m.method === 'initialize') { ${initialize}; }
       else if (m.method === 'tools/list') send({ id: m.id, result: { tools: [] } });
       else if (m.method === 'ping') send({ id: m.id, result: {} });
       else if (m.method === 'tools/call') { ${call} }
     }`,
  ],
  desk: 'never',
  era: 'legacy',
});

const closers: (() => unknown)[] = [];
let at: Home;
let gateway: ConfigGateway;
beforeAll(async () => {
  at = home();
  closers.push(at.remove);
  const [command, ...args] = serverCommand('2025-11-25');
  gateway = await startConfigGateway(at, {
    good: { command, args: [...args, 'stdio'], desk: 'never', instances: 2 },
    silent: { ...server('', ''), connectMs: 300 },
    noisy: server(
      `out('Starting up...'); out('{"jsonrpc":"2.0"}'); out('[1,2]'); out('"text"'); process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a]));
       send({ id: 'of-nobody', result: {} }); send({ id: null, result: {} }); send({ method: 'notifications/progress', params: { progressToken: 'unknown', progress: 1 } });
       send({ id: m.id, result: text('fine') }); send({ id: m.id, result: text('again') });`,
      `out('Listening on nothing'); answer()`,
    ),
    huge: server(`out('x'.repeat(101 * 1024 * 1024)); send({ id: m.id, result: text('after a frame too large') });`),
  });
  closers.push(gateway.stop);
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function overHttp(name: string, revision: '2025-11-25' | '2026-07-28'): Promise<HttpClient> {
  const client = new HttpClient({ revision, capabilities: BOTH, as: gateway.token }, new URL(`${gateway.origin}/${name}/mcp`));
  closers.push(() => client.close());
  await client.open();
  return client;
}

interface OnPipes {
  readonly client: StdioClient;
  readonly running: Running;
}

async function overPipes(revision: '2025-11-25' | '2026-07-28'): Promise<OnPipes> {
  const own = home();
  const command = gatewayCommand('--name', 'Records', '--desk', 'never', '--', ...serverCommand('2025-11-25'), 'stdio');
  const client = new StdioClient({ revision, capabilities: BOTH }, command, own.env);
  const running = watch(client.child);
  closers.push(own.remove, running.stop);
  await client.open();
  return { client, running };
}

const [cell] = cellsOf(['2025-11-25']) as [Cell];

/** A call that waits at its question while the bad thing happens. */
async function innocent(client: RawClient): Promise<{ readonly its: Played; readonly held: HeldCall }> {
  const its = play({ ...cell, host: client.revision, asks: 'host' }, { client, person: undefined, log: () => '', gateway: undefined });
  await client.request('tools/list');
  return { its, held: await its.hold('form') };
}

const write = (client: StdioClient, bytes: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => void client.child.stdin?.write(bytes, error => (error ? reject(error) : resolve())));

/** The most memory that the process ever had, in MiB. */
const peak = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const GARBAGE = [
  'no JSON at all',
  '[]',
  '42',
  'null',
  '{}',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[1]}',
  '{"jsonrpc":"2.0","id":8,"result":1,"error":2}',
  '{"jsonrpc":"2.0","id":"a","secret-of-mine":true',
];

describe.each(['2025-11-25', '2026-07-28'] as const)('a host of %s on pipes', revision => {
  let on: OnPipes;
  beforeAll(async () => {
    on = await overPipes(revision);
  });

  it('that sends garbage is answered by nobody, and the log says that something was dropped and not what [E-B-02, N9, N11]', async () => {
    const { held } = await innocent(on.client);
    const before = on.client.received.length;
    await write(on.client, `${GARBAGE.join('\n')}\n`);
    await write(on.client, Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]));
    expect(textOf(await held.answer(ROWAN))).toBe(ACCEPTED);
    // The reply of the innocent call, and nothing for the garbage.
    expect(on.client.received.slice(before).every(({ frame }) => frame.result !== undefined)).toBe(true);
    expect(on.running.stderr()).toContain('no message');
    expect(on.running.stderr()).not.toContain('secret-of-mine');
  });

  it('that sends a frame of more than 100 MiB has it skipped, in bounded memory [N11]', async () => {
    const { held } = await innocent(on.client);
    const part = Buffer.alloc(8 * 1024 * 1024, 'x');
    for (let sent = 0; sent < 14; sent += 1) await write(on.client, part);
    await write(on.client, '\n');
    expect(textOf(await held.answer(ROWAN))).toBe(ACCEPTED);
    expect(peak(on.client.child.pid)).toBeLessThan(500);
  });

  it('may number its requests 0, "", 1 and "1", all at once; each hears of its own [E-R-21]', async () => {
    const ids = [0, '', 1, '1'];
    const replies = await Promise.all(
      ids.map(id => on.client.request('tools/call', { name: 'plain', arguments: { cell: `id-${typeof id}` } }, { id })),
    );
    expect(replies.map(reply => [reply.id, textOf(reply)])).toEqual(ids.map(id => [id, 'plain']));
  });

  it('that uses an id twice has the second request dropped, and the first goes on [E-B-02, N5]', async () => {
    const its = play({ ...cell, host: revision }, { client: on.client, person: undefined, log: () => '', gateway: undefined });
    const before = (await its.report()).entered.hold ?? 0;
    void its.request('hold', 'twice');
    await its.until(now => now.entered.hold === before + 1);
    const meta = on.client.modern ? { _meta: envelope() } : {};
    await on.client.raw({
      jsonrpc: '2.0',
      id: 'twice',
      method: 'tools/call',
      params: { name: 'hold', arguments: { cell: cell.id }, ...meta },
    });
    await on.running.said(/reused the id of a request that is still open/);
    const now = await its.report();
    expect([now.entered.hold, now.aborted]).toEqual([before + 1, []]);
    await on.client.notify('notifications/cancelled', { requestId: 'twice' });
    await its.until(({ aborted }) => aborted.length === 1);
    expect(on.client.received.some(({ frame }) => frame.id === 'twice')).toBe(false);
  });

  it('that answers what nobody asked, or answers twice, changes nothing [B-084, E-R-21]', async () => {
    const { its, held } = await innocent(on.client);
    const question = on.client.pushes.at(-1)?.id;
    for (const id of ['of-nobody', 12_345, ...(typeof question === 'number' ? [String(question)] : [])])
      await on.client.raw({ jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'Mallory' } } });
    expect(textOf(await held.answer(ROWAN))).toBe(ACCEPTED);
    if (question !== undefined) await on.client.raw({ jsonrpc: '2.0', id: question, result: { action: 'decline' } });
    expect(textOf(await its.request('plain'))).toBe('plain');
    await on.running.said(/that is not open|nothing it could answer/);
  });

  it('that claims an era nobody knows is told which are spoken [E-V-01]', async () => {
    const { held } = await innocent(on.client);
    const _meta = { ...envelope(), 'io.modelcontextprotocol/protocolVersion': '2031-01-01' };
    await on.client.raw({ jsonrpc: '2.0', id: 'later', method: 'tools/list', params: { _meta } });
    const reply = await answered(on.client, 'later');
    expect(reply.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '2031-01-01' } });
    expect(textOf(await held.answer(ROWAN))).toBe(ACCEPTED);
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)('a host of %s over HTTP', revision => {
  const post = async (client: HttpClient, body: string, more: Record<string, string> = {}): Promise<number> => {
    const headers = {
      authorization: `Bearer ${gateway.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(client.sessionId !== undefined && { 'mcp-session-id': client.sessionId }),
      'mcp-protocol-version': revision,
      ...more,
    };
    return (await fetch(client.url, { method: 'POST', headers, body })).status;
  };

  it('that sends garbage, or more than 4 MiB, is refused with a status; the call beside it finishes [E-B-02, N11]', async () => {
    const client = await overHttp('good', revision);
    const { held } = await innocent(client);
    for (const garbage of GARBAGE) expect(await post(client, garbage)).toBe(400);
    expect(await post(client, 'x'.repeat(5 * 1024 * 1024))).toBe(413);
    expect(await post(client, '{}', { 'content-type': 'text/plain' })).toBe(415);
    expect(textOf(await held.answer(ROWAN))).toBe(ACCEPTED);
  });

  it('may number its requests 0, "", 1 and "1", all at once; each hears of its own [E-R-21]', async () => {
    const client = await overHttp('good', revision);
    await client.request('tools/list');
    const ids = [0, '', 1, '1'];
    const replies = await Promise.all(ids.map(id => client.request('tools/call', { name: 'plain', arguments: { cell: 'ids' } }, { id })));
    expect(replies.map(reply => [reply.id, textOf(reply)])).toEqual(ids.map(id => [id, 'plain']));
  });
});

describe('a server', () => {
  it('that never answers initialize is given up in its time, and said to be silent; another one serves meanwhile [N12, E-L-01]', async () => {
    const good = await overHttp('good', '2026-07-28');
    const { held } = await innocent(good);
    await expect(overHttp('silent', '2025-11-25')).rejects.toThrow('did not answer when it was connected');
    const silent = await overHttp('silent', '2026-07-28');
    const reply = await silent.request('tools/call', { name: 'any', arguments: {} });
    expect(reply.error).toMatchObject({ code: -32603, data: { code: 'SERVER_SILENT' } });
    expect(textOf(await held.answer(ROWAN))).toBe(ACCEPTED);
  });

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'that prints to standard output, answers nobody and answers twice is read as far as it can be: host of %s [E-B-02, N11]',
    async revision => {
      const client = await overHttp('noisy', revision);
      for (let n = 0; n < 2; n += 1) expect(textOf(await client.request('tools/call', { name: 'any', arguments: {} }))).toBe('fine');
      expect(gateway.stderr()).toContain('prints text where the protocol belongs');
      expect(gateway.stderr()).toContain('The server answered a request that is not open.');
    },
  );

  it('that sends a frame of more than 100 MiB has it skipped, in bounded memory [N11]', async () => {
    const good = await overHttp('good', '2025-11-25');
    const { held } = await innocent(good);
    const client = await overHttp('huge', '2026-07-28');
    expect(textOf(await client.request('tools/call', { name: 'any', arguments: {} }))).toBe('after a frame too large');
    expect(textOf(await held.answer(ROWAN))).toBe(ACCEPTED);
    expect(peak(gateway.child.pid)).toBeLessThan(600);
  });
});

describe('a configuration with a fault', () => {
  it.each([
    ['{ "mcpServers": { "a": { "command": "x" "args": [] } } }', '1:41: ', ''],
    ['{\n  "mcpServers": {\n    "a b": { "command": "x" }\n  }\n}', '3:', 'A server name is used as an address'],
    [
      '{\n  "mcpServers": {\n    "a": { "command": "x", "parkMs": "long" }\n  }\n}',
      '3:38: ',
      '"parkMs" is a number of milliseconds, at least 100',
    ],
    ['{\n  "mcpServers": {\n    "a": { "command": "x", "url": "https://x.example" }\n  }\n}', '3:', 'a command or a url, and not both'],
  ])('is named with its line and column, and nothing is started: %s', async (text, place, words) => {
    const file = join(at.folder, 'faulty.json');
    writeFileSync(file, text);
    const { code, stderr, stdout } = await runCli(['gateway', '--config', file]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${file}:${place}`);
    expect(stderr).toContain(words);
  });
});

function envelope(): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': BOTH,
  };
}

async function answered(client: RawClient, id: string): Promise<Reply> {
  for (;;) {
    const found = client.received.find(({ frame }) => frame.id === id && frame.method === undefined);
    if (found !== undefined) return found.frame as unknown as Reply;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
