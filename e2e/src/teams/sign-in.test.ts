import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser } from './browser.js';
import { type GatewayProcess, MAIN, startMidcall } from './gateway-process.js';
import { startTeamIssuer, type TeamIssuer } from './issuer.js';

// Real processes; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 60_000 });

const WHO = fileURLToPath(new URL('../../dist/teams/who-server.js', import.meta.url));
const BROWSER = fileURLToPath(new URL('../../dist/teams/browser-command.js', import.meta.url));
const clients: Client[] = [];
let home = '';
let browser = '';
let address = '';
let issuer: TeamIssuer;
/** The server elsewhere that wants a sign-in: a gateway of another team. */
let elsewhere: GatewayProcess;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'midcall-sign-in-'));
  issuer = await startTeamIssuer({ tokenSeconds: 4 });
  browser = join(home, 'browser.sh');
  writeFileSync(browser, `#!/bin/sh\nexec "${process.execPath}" "${BROWSER}" "$1"\n`);
  chmodSync(browser, 0o700);
  const file = join(home, 'elsewhere.json');
  writeFileSync(
    file,
    JSON.stringify({
      auth: { issuer: issuer.url, scopes: ['mcp'], clockSkewSeconds: 0 },
      mcpServers: { who: { command: process.execPath, args: [WHO], desk: 'never' } },
    }),
  );
  elsewhere = startMidcall(['gateway', '--config', file, '--port', '0'], { HOME: home, MIDCALL_HOME: join(home, 'elsewhere') });
  [, address = ''] = await elsewhere.seen(/(http:\S+\/who\/mcp)/);
});
afterAll(async () => {
  await Promise.all(clients.map(client => client.close()));
  elsewhere.child.kill('SIGKILL');
  await elsewhere.ended;
  await issuer.close();
  rmSync(home, { recursive: true, force: true });
});

const env = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  MIDCALL_HOME: join(home, 'midcall'),
  NO_COLOR: '1',
  BROWSER: 'none',
  SIGN_IN_AS: 'ada',
  ...more,
});

/** A host of the older protocol that answers questions itself, with the gateway where it would start the server. */
async function host(more: Record<string, string> = {}, ...args: string[]): Promise<Client> {
  const client = new Client(
    { name: 'host', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { word: 'fine' } }));
  clients.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'gateway', '--desk', 'never', '--name', 'who', '--url', address, '--oauth', ...args],
      env: env(more),
      stderr: 'ignore',
    }),
  );
  return client;
}

const said = async (client: Client): Promise<string> => {
  const result = await client.callTool({ name: 'who', arguments: {} });
  return (result.content as { text: string }[])[0]?.text ?? '';
};
const midcall = async (
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<{ readonly code: number | null; readonly log: string }> => {
  const running = startMidcall(args, env(more));
  const code = await running.ended;
  return { code, log: running.log() };
};

describe('a server that wants somebody to sign in', () => {
  it('has the host told which command to run, where no browser can be opened', async () => {
    await expect(host({}, '--no-open')).rejects.toThrow(`Run: midcall gateway login --url ${address}`);
    const headless = await midcall(['gateway', 'login', '--url', address]);
    expect([headless.code, headless.log]).toEqual([5, expect.stringContaining('Run this command in a terminal')]);
  });

  it('is signed in at in the person’s own browser, and from then on every gateway of theirs is let in [E-Q-06]', async () => {
    const signedIn = await midcall(['gateway', 'login', '--url', address], { BROWSER: browser });
    expect([signedIn.code, signedIn.log]).toEqual([0, expect.stringContaining('signed in at')]);
    expect(await said(await host({}, '--no-open'))).toMatch(/^ada \d+ fine$/);
  });

  it('is shown a fresh token when the one it gave has run out, by two gateways at once without a theft being seen', async () => {
    const [one, two] = await Promise.all([host(), host()]);
    await said(one);
    // The token lasts four seconds; what follows is the issuer’s clock, not ours.
    await new Promise(resolve => setTimeout(resolve, 4_500));
    const before = issuer.granted.refresh_token ?? 0;
    expect(await Promise.all([said(one), said(two)])).toEqual([expect.stringMatching(/^ada/), expect.stringMatching(/^ada/)]);
    // Had both used the same refresh token, the issuer would have taken back everything it gave.
    expect(issuer.granted.refresh_token ?? 0).toBeGreaterThan(before);
  });

  it('leaves no token, code or secret in clear in any file or log [N9]', async () => {
    const stored = files(join(home, 'midcall')).map(path => readFileSync(path, 'latin1'));
    for (const trace of ['eyJhbGciOi', 'access_token', 'refresh_token', 'code_verifier'])
      expect(stored.some(text => text.includes(trace))).toBe(false);
    expect(elsewhere.log()).not.toContain('eyJhbGciOi');
  });

  it('is forgotten on request; then a page opens by itself where the person may be shown one', async () => {
    expect((await midcall(['gateway', 'logout', '--url', address])).log).toContain('are deleted');
    expect(await said(await host({ BROWSER: browser, SIGN_IN_AS: 'bob' }))).toMatch(/^bob/);
  });

  it('is signed in at from a terminal without a browser: the address is opened elsewhere, and where that ends is pasted back', async () => {
    await midcall(['gateway', 'logout', '--url', address]);
    const command = [process.execPath, MAIN, 'gateway', 'login', '--url', address].map(word => `'${word}'`).join(' ');
    const terminal = spawn('script', ['-qefc', command, '/dev/null'], { env: env(), stdio: ['pipe', 'pipe', 'inherit'] });
    let shown = '';
    const away = await new Promise<string>(resolve => {
      terminal.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString('utf8');
        const found = /^ {2}(http:\S+state=\S+)/m.exec(shown)?.[1];
        if (found !== undefined && shown.includes('paste it here')) resolve(found);
      });
    });
    const back = await new Browser(new URL(away).searchParams.get('redirect_uri') ?? '').signIn(away, 'carol');
    terminal.stdin.write('http://127.0.0.1/callback?code=stolen&state=guessed\n');
    terminal.stdin.write(`${back.href}\n`);
    expect(await new Promise(resolve => terminal.once('close', resolve))).toBe(0);
    expect(shown).toContain('That is not the address this sign-in ends at.');
    expect(shown).toContain('signed in at');
    expect(await said(await host({}, '--no-open'))).toMatch(/^carol/);
  });

  it('is named in a file, and only one that has "oauth" can be signed in at', async () => {
    const file = join(home, 'mine.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { who: { url: address, oauth: true }, plain: { url: address } } }));
    expect(await midcall(['gateway', 'login', 'plain', '--config', file])).toMatchObject({
      code: 2,
      log: expect.stringContaining('These have: who'),
    });
    expect(await midcall(['gateway', 'login', 'who', '--config', file], { BROWSER: browser })).toMatchObject({ code: 0 });
  });
});

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}
