import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type GatewayProcess, startMidcall } from './gateway-process.js';
import { type InboxPerson, signInAtInbox } from './inbox-person.js';
import { INBOX, startTeamIssuer, type TeamIssuer } from './issuer.js';

// Real processes; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 60_000 });

const WHO = fileURLToPath(new URL('../../dist/teams/who-server.js', import.meta.url));
const HEADER = 'PLANTED-header-of-a-server';
const ends: (() => Promise<unknown> | unknown)[] = [];
let home = '';
let origin = '';
let issuer: TeamIssuer;
let gateway: GatewayProcess;
let file = '';

const servers = (over: object = {}): object => ({
  who: { command: process.execPath, args: [WHO] },
  remote: { url: 'http://127.0.0.1:9/mcp', headers: { authorization: HEADER } },
  ...over,
});
const write = (named: object): void =>
  writeFileSync(
    file,
    JSON.stringify({ publicUrl: origin, auth: { issuer: issuer.url, scopes: ['mcp'], inbox: INBOX }, mcpServers: named }, undefined, 2),
  );

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'midcall-teams-'));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  issuer = await startTeamIssuer({ inbox: origin });
  file = join(home, 'midcall.json');
  write(servers());
  gateway = startMidcall(['gateway', '--config', file, '--port', String(port), '--log-format', 'json'], {
    HOME: home,
    MIDCALL_HOME: join(home, 'midcall'),
  });
  await gateway.seen(/People sign in to their questions/);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  gateway.child.kill('SIGKILL');
  await gateway.ended;
  await issuer.close();
  rmSync(home, { recursive: true, force: true });
});

async function host(
  login: string,
  era: 'legacy' | 'modern' = 'modern',
): Promise<{ readonly client: Client; readonly token: string; readonly transport: StreamableHTTPClientTransport }> {
  const token = await issuer.tokenFor(login, `${origin}/who/mcp`);
  const client = new Client(
    { name: 'host', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/who/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  ends.push(() => client.close());
  return { client, token, transport };
}

async function person(login: string): Promise<InboxPerson> {
  const entered = await signInAtInbox(origin, login);
  ends.push(() => entered.leave());
  return entered;
}

const said = (result: unknown): string[] => String((result as { content: { text: string }[] }).content[0]?.text).split(' ');

describe('a gateway for several people', () => {
  it.each(['modern', 'legacy'] as const)(
    'gives each a server of their own and asks each at their own inbox, with a %s host [E-Q-03, E-S-02, N7, D26]',
    async era => {
      const [ada, bob] = await Promise.all([person('ada'), person('bob')]);
      const hosts = await Promise.all([host('ada', era), host('bob', era)]);
      const calls = hosts.map(({ client }, at) =>
        client.callTool({ name: 'who', arguments: { note: at === 0 ? 'PLANTED-note' : 'bobs' } }),
      );
      const [hers, his] = await Promise.all([ada.question(), bob.question()]);
      expect([hers.message, his.message]).toEqual([expect.stringContaining('PLANTED-note'), expect.stringContaining('bobs')]);
      expect([...bob.seen.values()].some(question => question.message.includes('PLANTED-note'))).toBe(false);
      // Bob knows the id and answers for Ada: there is no such question for him.
      expect((await bob.answer(hers.id, { action: 'accept', content: { word: 'stolen' } })).ok).toBe(false);
      expect((await ada.answer(hers.id, { action: 'accept', content: { word: 'PLANTED-answer' } })).ok).toBe(true);
      expect((await bob.answer(his.id, { action: 'accept', content: { word: 'plain' } })).ok).toBe(true);
      const [first, second] = (await Promise.all(calls)).map(said);
      expect([first?.[0], first?.[2]]).toEqual(['ada', 'PLANTED-answer']);
      expect([second?.[0], second?.[2]]).toEqual(['bob', 'plain']);
      expect(first?.[1]).not.toBe(second?.[1]);
    },
  );

  it('lets nobody in with another person’s session, a token for another server, or none [E-Q-02, N7]', async () => {
    const { client, transport } = await host('ada', 'legacy');
    const session = transport.sessionId ?? '';
    const post = (token: string | undefined, path = '/who/mcp'): Promise<Response> =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-session-id': session,
          'mcp-protocol-version': '2025-11-25',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 99, method: 'ping' }),
      });
    const mallory = await issuer.tokenFor('mallory', `${origin}/who/mcp`);
    expect((await post(mallory)).status).toBe(404);
    expect((await post(await issuer.tokenFor('ada', `${origin}/remote/mcp`))).status).toBe(401);
    const refused = await post(undefined);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('/.well-known/oauth-protected-resource/who/mcp'),
    ]);
    const about = await fetch(`${origin}/.well-known/oauth-protected-resource/who/mcp`);
    expect(await about.json()).toMatchObject({ resource: `${origin}/who/mcp`, authorization_servers: [issuer.url] });
    // Her own next token goes on with her session.
    expect((await post(await issuer.tokenFor('ada', `${origin}/who/mcp`))).status).toBe(200);
    expect((await client.listTools()).tools.map(tool => tool.name)).toEqual(['who']);
  });

  it('takes a changed file at once, and one with a fault not at all [D26]', async () => {
    const { client } = await host('ada');
    write(servers({ more: { command: process.execPath, args: [WHO] } }));
    await gateway.seen(/added: more\./);
    const token = await issuer.tokenFor('ada', `${origin}/more/mcp`);
    const list = async (): Promise<number> =>
      (await fetch(`${origin}/more/mcp`, { method: 'DELETE', headers: { authorization: `Bearer ${token}`, 'mcp-session-id': 'x' } }))
        .status;
    writeFileSync(file, '{\n  "mcpServers": { "who": { "command": 7, "env": { "KEY": "PLANTED-env" } } }\n}');
    await gateway.seen(/"level":"warn".*midcall\.json:2:39: The command is text/);
    await gateway.seen(/nothing was changed/);
    expect((await client.listTools()).tools).toHaveLength(1);
    write(servers());
    await gateway.seen(/removed: more\./);
    const gone = await fetch(`${origin}/more/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([gone.status, await list()]).toEqual([404, 404]);
    // The servers that did not change were not touched.
    expect((await client.listTools()).tools).toHaveLength(1);
  });

  it('writes down nothing of what was asked, answered or shown to it: no log, no count, no row of the store [N9]', async () => {
    const token = readFileSync(join(home, 'midcall/gateway.token'), 'utf8').trim();
    const counted = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
    expect(counted).toMatch(/^midcall_questions_total\{server="who",where="desk",mode="form",outcome="accept"\} 4$/m);
    expect(counted).toMatch(/^midcall_server_starts_total\{server="who"\} \d+$/m);
    expect(counted).toMatch(/^midcall_http_responses_total\{status="401"\} \d+$/m);
    const lines = gateway
      .log()
      .split('\n')
      .filter(line => line !== '');
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(debug|info|warn|error)$/), time: expect.any(String) });
    const issued = await issuer.tokenFor('ada', `${origin}/who/mcp`);
    const written = [counted, gateway.log(), ...files(join(home, 'midcall')).map(path => readFileSync(path, 'latin1'))].join('\n');
    for (const secret of [HEADER, 'PLANTED-', INBOX.clientSecret, issued.slice(0, 20), 'eyJhbGciOi'])
      expect([secret, written.includes(secret)]).toEqual([secret, false]);
    expect(gateway.log()).not.toContain(token);
    for (const path of files(join(home, 'midcall'))) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  });

  it('told to stop, says so and ends with status 0 [N12]', async () => {
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
  });
});

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
