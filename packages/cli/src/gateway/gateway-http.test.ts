import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterInbox, type InboxPerson } from '../testing/inbox-person.js';
import { MAIN, RECORDS, type Running, runCli, startCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 120_000 });

const ends: (() => Promise<void> | void)[] = [];
let home = '';
let env: Record<string, string> = {};
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
  env = { HOME: home, MIDCALL_HOME: join(home, 'midcall') };
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(home, { recursive: true, force: true });
});

const record = { command: process.execPath, args: [RECORDS] };
const TOOL = { name: 'delete_stale_records', arguments: {} };
const FILE = /browser: (\S+\.html)/;
const text = (result: { content?: unknown }): string => (result.content as { text: string }[])[0]?.text ?? '';

interface Serving {
  readonly running: Running;
  readonly origin: string;
  readonly token: string;
}

async function serve(servers: Readonly<Record<string, unknown>>, ...args: string[]): Promise<Serving> {
  const file = join(home, 'midcall.json');
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  const running = startCli(['gateway', '--config', file, '--port', '0', '--no-open', ...args], { env });
  ends.push(async () => {
    running.child.kill('SIGKILL');
    await running.finished;
  });
  const [, origin = ''] = await running.seen(/(http:\/\/127\.0\.0\.1:\d+)\/\w+\/mcp/);
  return { running, origin, token: readFileSync(join(home, 'midcall/gateway.token'), 'utf8').trim() };
}

async function connect({ origin, token }: Serving, name: string, era: 'legacy' | 'modern'): Promise<Client> {
  const client = new Client(
    { name: 'plain-host', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  ends.push(() => client.close());
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/${name}/mcp`), { requestInit: { headers } }));
  return client;
}

async function person(running: Running): Promise<InboxPerson> {
  const [, file = ''] = await running.seen(FILE);
  const entered = await enterInbox(file);
  ends.push(() => entered.leave());
  return entered;
}

describe('midcall gateway --config', () => {
  it.each(['legacy', 'modern'] as const)('serves each server at its own address and asks at one inbox: %s [N1, E-T-15]', async era => {
    const serving = await serve({ Records: record, Archive: { ...record, desk: 'never' } });
    const { running, origin, token } = serving;
    expect(statSync(join(home, 'midcall/gateway.token')).mode & 0o777).toBe(0o600);
    const client = await connect(serving, 'Records', era);
    const called = client.callTool(TOOL);
    const me = await person(running);
    const question = await me.question();
    expect(question.server.name).toBe('Records');
    await me.answer(question.id, { action: 'decline' });
    expect(text(await called)).toContain('declined');

    // Nobody is asked for the other one.
    const archive = await connect(serving, 'Archive', era);
    const refused = await archive.callTool(TOOL).catch((error: unknown) => ({ isError: true, content: [{ text: String(error) }] }));
    expect(refused.isError).toBe(true);

    const metrics = async (authorization?: string) =>
      fetch(`${origin}/metrics`, { headers: authorization === undefined ? {} : { authorization } });
    expect((await metrics()).status).toBe(401);
    const counted = await (await metrics(`Bearer ${token}`)).text();
    expect(counted).toMatch(/^midcall_questions_total\{server="Records",where="desk",mode="form",outcome="decline"\} 1$/m);
    expect(counted).toMatch(
      new RegExp(`^midcall_calls_total\\{server="Archive",method="tools/call",era="${era}",outcome="[a-z-]+"\\} 1$`, 'm'),
    );
    expect(counted).toMatch(/^midcall_questions_open\{server="Records",where="desk"\} 0$/m);
    expect(counted).toMatch(/^midcall_call_seconds_count\{server="Records",method="tools\/call"\} [12]$/m);

    running.child.kill('SIGTERM');
    const { code, stderr, stdout } = await running.finished;
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).not.toContain(token);
  });

  it('turns away who shows no token, and what comes under another name [D30]', async () => {
    const { origin } = await serve({ Records: record });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const post = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = httpRequest(
          `${origin}/Records/mcp`,
          { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
          response => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        sent.on('error', reject);
        sent.end(body);
      });
    expect(await post({})).toBe(401);
    expect(await post({ authorization: `Bearer ${'x'.repeat(43)}` })).toBe(401);
    expect(await post({ host: 'evil.example' })).toBe(403);
    expect(await post({ origin: 'https://evil.example' })).toBe(403);
  });

  it('told to stop, lets an open call finish and takes no new one [N12]', async () => {
    const serving = await serve({ Records: record });
    const client = await connect(serving, 'Records', 'modern');
    const called = client.callTool(TOOL);
    const me = await person(serving.running);
    const question = await me.question();
    serving.running.child.kill('SIGTERM');
    await serving.running.seen(/stopping; 1 open request has ten seconds/);
    const late = await fetch(`${serving.origin}/Records/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serving.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/list' }),
    });
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
    await me.answer(question.id, { action: 'decline' });
    expect(text(await called)).toContain('declined');
    expect((await serving.running.finished).code).toBe(0);
  });

  it('says that suspended calls end with it; started anew, it says that they are lost, and runs none again [N8, E-M-10]', async () => {
    const servers = { Records: { ...record, era: 'legacy', desk: 'never' } };
    const capabilities = { elicitation: { form: {} } };
    const first = await serve(servers);
    const call = async (
      { origin, token }: Serving,
      more: object,
    ): Promise<{ result?: Record<string, unknown>; error?: { data?: unknown } }> => {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'h', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      };
      const response = await fetch(`${origin}/Records/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': TOOL.name,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...TOOL, ...more, _meta: meta } }),
      });
      const body = await response.text();
      return JSON.parse(body.startsWith('{') ? body : (body.split('\n').findLast(line => line.startsWith('data: {')) ?? '').slice(6));
    };
    const asked = (await call(first, {})).result ?? {};
    expect(asked.resultType).toBe('input_required');
    first.running.child.kill('SIGTERM');
    const { code, stderr } = await first.running.finished;
    expect([code, stderr]).toEqual([0, expect.stringContaining('1 suspended call ends with this process')]);

    const second = await serve(servers);
    const [key = ''] = Object.keys(asked.inputRequests as object);
    const answered = { inputResponses: { [key]: { action: 'accept', content: {} } }, requestState: asked.requestState };
    const { error } = await call(second, answered);
    expect(error?.data).toEqual({ reason: 'call_lost' });
  });

  it('obeys the policy file, from the start and as it changes [D23]', async () => {
    const policy = join(home, 'midcall/midcall.policy.json');
    mkdirSync(join(home, 'midcall'), { mode: 0o700 });
    writeFileSync(policy, '{ "servers": { "Records": { "cutOff": true } } }');
    const serving = await serve({ Records: record });
    const client = await connect(serving, 'Records', 'modern');
    // The rule's refusal takes as long as a person's would.
    expect(text(await client.callTool(TOOL, { timeout: 60_000 }))).toContain('declined');

    writeFileSync(policy, '{ "servers": { "Records": { "cutOf": true } } }');
    await serving.running.seen(/midcall\.policy\.json:1:\d+: /);
    writeFileSync(policy, '{}');
    await serving.running.seen(/midcall\.policy\.json was read again/);
    const called = client.callTool(TOOL);
    const me = await person(serving.running);
    await me.answer((await me.question()).id, { action: 'cancel' });
    expect(text(await called)).not.toContain('declined');

    // What the desk keeps is this user's only, the audit with its head in a file of its own.
    for (const file of ['desk/desk.db', 'desk/desk.key']) expect(statSync(join(home, 'midcall', file)).mode & 0o777).toBe(0o600);
    const [head = ''] = readdirSync(join(home, 'midcall/desk/audit'));
    expect(JSON.parse(readFileSync(join(home, 'midcall/desk/audit', head), 'utf8'))[0].count).toBeGreaterThan(3);
  });

  it('does not start on a policy file with a fault: a written rule is not without effect', async () => {
    mkdirSync(join(home, 'midcall'), { mode: 0o700 });
    writeFileSync(join(home, 'midcall/midcall.policy.json'), '{\n  "queue": "many"\n}');
    const { code, stderr, stdout } = await runCli(['gateway', '--', process.execPath, RECORDS], { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/midcall\.policy\.json:2:\d+: /);
  });
});

describe('midcall gateway --url', () => {
  it('puts a server elsewhere behind a host that starts commands [N1]', async () => {
    const serving = await serve({ Records: { ...record, desk: 'never' } });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        MAIN,
        'gateway',
        '--no-open',
        '--name',
        'Records',
        '--url',
        `${serving.origin}/Records/mcp`,
        '--header',
        `Authorization: Bearer ${serving.token}`,
      ],
      stderr: 'pipe',
      env: { ...env, BROWSER: 'none' },
    });
    const file = new Promise<string>(resolve => {
      let log = '';
      transport.stderr?.on('data', chunk => {
        log += String(chunk);
        const found = FILE.exec(log)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const client = new Client({ name: 'plain-host', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    ends.push(() => client.close());
    await client.connect(transport);
    const called = client.callTool(TOOL);
    const me = await enterInbox(await file);
    ends.push(() => me.leave());
    await me.answer((await me.question()).id, { action: 'decline' });
    expect(text(await called)).toContain('declined');
  });
});

describe('midcall gateway --host-limit', () => {
  it('tells the host in time what is waiting; the same call again collects the result, once run [D28]', async () => {
    const serving = await serve({ Records: record }, '--host-limit', '15s');
    const client = await connect(serving, 'Records', 'legacy');
    const waiting = text(await client.callTool(TOOL));
    expect(waiting).toContain('"Records" asked a person a question');
    expect(waiting).toMatch(/open at http:\/\/127\.0\.0\.1:\d+\./);
    const me = await person(serving.running);
    const again = client.callTool(TOOL);
    await me.answer((await me.question()).id, { action: 'decline' });
    expect(text(await again)).toContain('declined');
  });
});

describe('midcall gateway --check', () => {
  it('says which servers work, in which era, and what is wrong with the others', async () => {
    const file = join(home, 'midcall.json');
    const picky = `let rest=''; let asks = false; const say = o => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...o }) + '\\n');
      process.stdin.on('data', d => { rest += d; const lines = rest.split('\\n'); rest = lines.pop(); for (const l of lines) { const m = JSON.parse(l);
        if (m.method === 'initialize') { asks = m.params.capabilities.elicitation !== undefined; say({ id: m.id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } }); }
        else if (m.method === 'tools/list') say({ id: m.id, result: { tools: [{ name: 'read', inputSchema: { type: 'object' } }, ...(asks ? [{ name: 'wipe', inputSchema: { type: 'object' } }] : [])] } });
        else if (m.id !== undefined) say({ id: m.id, error: { code: -32601, message: 'no' } }); } });`;
    writeFileSync(
      file,
      `{ // comments are fine
        "mcpServers": { "Records": ${JSON.stringify(record)}, "Picky": ${JSON.stringify({ command: process.execPath, args: ['-e', picky] })},
        "Broken": ${JSON.stringify({ command: process.execPath, args: ['-e', "console.error('no database'); process.exit(3)"] })}, } }`,
    );
    const { code, stdout } = await runCli(['gateway', '--check', '--config', file], { env });
    expect(code).toBe(4);
    expect(stdout).toMatch(/^works {2}Records {2}2026-07-28 {2}1 tool, ready in [\d.]+ s$/m);
    expect(stdout).toMatch(/^works {2}Picky {4}2025-11-25 {2}2 tools/m);
    expect(stdout).toContain('shown only where a person can be asked: wipe');
    expect(stdout).toMatch(/^fails {2}Broken {3}- {11}The server exited .* status 3/m);
    expect(stdout).toContain('no database');
  });

  it('names the place of a fault in the file, and nothing that stands there [N9]', async () => {
    const file = join(home, 'bad.json');
    writeFileSync(file, '{\n  "mcpServers": {\n    "a": { "command": "x", "env": { "KEY": 12345678 } }\n  }\n}');
    const { code, stderr, stdout } = await runCli(['gateway', '--check', '--config', file], { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${file}:3:44: This value is text.`);
    expect(stderr).not.toContain('12345678');
    const missing = await runCli(['gateway', '--config', 'nowhere.json'], { env });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('There is no such file')]);
  });
});
