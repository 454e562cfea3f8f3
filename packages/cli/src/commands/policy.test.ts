/** `midcall policy …`, in process on a home of its own; and once against a gateway that runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuestionView } from '@midcall/core/contract';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRules } from '../policy/open-rules.js';
import { enterInbox } from '../testing/inbox-person.js';
import { MAIN, RECORDS, runCli } from '../testing/run-cli.js';
import { quietTerminal, type RanHere, runHere } from '../testing/run-here.js';

const NOW = Date.now();
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const policy = (...argv: readonly string[]): Promise<RanHere> => runHere(['policy', ...argv], { home });

const listed = async (...more: string[]): Promise<Record<string, unknown>[]> =>
  JSON.parse((await policy('list', '--json', ...more)).out) as Record<string, unknown>[];

const writePolicy = (text: string): void => writeFileSync(join(home, 'midcall.policy.json'), text);

async function remember(server: string, name: string): Promise<void> {
  const rules = await openRules(quietTerminal(home), true);
  const question = {
    server: { name: server },
    call: { method: 'tools/call', name },
    message: 'Your \u202ename?\nPlease.',
    findings: [],
    form: { schema: {}, fields: [] },
  } as unknown as QuestionView;
  await rules.policy.remember('local', question, { content: { name: 'PLANTED' }, until: NOW + 86_400_000 });
  await rules.close();
}

describe('midcall policy', () => {
  it('mutes a server or a tool until a time, lists it, and takes it back', async () => {
    expect((await policy('list')).out).toContain('No rule answers for you');
    const muted = await policy('mute', 'Records', '--for', '2h');
    expect(muted).toMatchObject({ code: 0, err: expect.stringContaining('no server called Records runs or has a rule here') });
    expect((await policy('mute', 'Records', '--tool', 'drop', '--cut-off')).err).toBe('');
    expect(await listed()).toMatchObject([
      { server: 'Records', kind: 'mute', by: 'person', until: expect.any(Number) },
      { server: 'Records', tool: 'drop', kind: 'cut-off', by: 'person' },
    ]);
    expect((await policy('list')).out).toMatch(/^id +server +tool +rule +since +until +by\n[a-z1-9]{10} +Records +all +muted/);
    expect((await policy('unmute', 'Recods')).err).toContain('Nothing of Recods is muted');
    expect((await policy('unmute', 'Records', '--tool', 'drop')).code).toBe(0);
    const [left] = await listed();
    expect((await policy('unmute', String(left?.id))).out).toBe('Records is no longer muted.');
    expect(await listed()).toEqual([]);
  });

  it('writes nothing on a dry run, not even a store, and a rule said twice is one rule', async () => {
    expect((await policy('mute', 'Records', '--dry-run')).out).toMatch(/^Would be done: Records is muted/);
    expect((await policy('list')).out).toContain('No rule answers for you');
    await policy('mute', 'Records');
    await policy('mute', 'Records', '--cut-off');
    expect(await listed()).toMatchObject([{ kind: 'cut-off' }]);
    expect((await policy('unmute', 'Records', '--dry-run')).out).toMatch(/^Would be done/);
    expect(await listed()).toHaveLength(1);
    expect((await policy('mute', 'Records', '--for', 'soon')).code).toBe(2);
  });

  it('keeps the rules of one person from another [N7]', async () => {
    await policy('mute', 'Records', '--principal', 'alice');
    expect(await listed()).toEqual([]);
    expect((await policy('unmute', 'Records')).code).toBe(2);
    expect(await listed('--principal', 'alice')).toHaveLength(1);
  });

  it('lists what is remembered without the answers, forgets it by server, id or altogether [N9, N11]', async () => {
    await remember('Records', 'book');
    await remember('Records', 'sell');
    await remember('Mail', 'send');
    const { out } = await policy('list');
    expect(out).toContain('filled in for "Your ⟨U+202E⟩name?"');
    expect(out + JSON.stringify(await listed())).not.toContain('PLANTED');
    expect((await policy('forget', 'Records', '--tool', 'book', '--dry-run')).out).toBe('Would forget 1 remembered answer.');
    expect((await policy('forget', 'Records', '--tool', 'book')).out).toBe('Forgot 1 remembered answer.');
    const [sell] = await listed();
    expect((await policy('forget', String(sell?.id))).out).toBe('Forgot 1 remembered answer.');
    expect((await policy('forget', 'Records')).code).toBe(2);
    expect((await policy('forget')).code).toBe(2);
    expect((await policy('forget', '--all')).out).toBe('Forgot 1 remembered answer.');
    expect((await policy('forget', '--all')).out).toBe('No answer is remembered.');
  });

  it('shows rules of the file beside those of the person, and refuses to take back what the file says', async () => {
    writePolicy('{ "servers": { "Mail": { "mute": true }, "Records": { "tools": { "drop_*": "deny" } } } }');
    await policy('mute', 'Records');
    expect(await listed()).toMatchObject([
      { server: 'Mail', kind: 'mute', by: 'file' },
      { server: 'Records', tool: 'drop_*', kind: 'deny', by: 'file' },
      { server: 'Records', kind: 'mute', by: 'person' },
    ]);
    expect(await policy('unmute', 'Mail')).toMatchObject({ code: 2, err: expect.stringContaining('not by a rule of yours') });
  });

  it('checks the file: every fault as FILE:LINE:COLUMN and status 2, or what it says in one line', async () => {
    expect((await policy('check')).out).toContain('There is no ');
    writePolicy('{\n  "queue": 0,\n  "servers": { "Mail": { "muted": true } }\n}');
    const { code, out } = await policy('check');
    expect(code).toBe(2);
    expect(out.split('\n')).toEqual([
      `${home}/midcall.policy.json:2:12: this must be a whole number, 1 or more`,
      `${home}/midcall.policy.json:3:26: "muted" is not known here; known are "mute", "cutOff", "rate", "concurrent", "tools"`,
    ]);
    expect(JSON.parse((await policy('check', '--json')).out)).toMatchObject({ found: true, faults: [{ line: 2 }, { line: 3 }] });
    mkdirSync(join(home, 'new'));
    writeFileSync(join(home, 'new', 'p.json'), '{ "doNotDisturb": [{ "from": "22:00", "to": "07:00" }] }');
    expect(await policy('check', '--file', 'new/p.json')).toMatchObject({ code: 0, out: expect.stringContaining('1 quiet time,') });
    expect((await policy('check', '--file', 'none.json')).code).toBe(2);
  });

  it('says what holds for a server and a tool, as the gate would judge it [D23]', async () => {
    writePolicy('{ "servers": { "Records": { "tools": { "drop_*": "deny" }, "rate": { "perMinute": 6 } } } }');
    await policy('mute', 'Records', '--tool', 'book');
    const { out } = await policy('check', 'Records');
    expect(out).toMatch(
      /questions +are asked\n {4}drop_\* +are declined by midcall\.policy\.json: "drop_\*"\n {4}book +are declined: muted by you since/,
    );
    expect(out).toContain('6 a minute, 30 at once');
    expect((await policy('check', 'Records', 'drop_all')).out).toMatch(/questions +are declined by midcall/);
    expect(JSON.parse((await policy('check', 'Records', 'read', '--json')).out)).toMatchObject({ applies: { questions: 'are asked' } });
  });

  it('puts nothing before the person for a while, says so, and ends it [D23]', async () => {
    expect((await policy('quiet', '--dry-run')).out).toMatch(/^Would be done: Nothing is put before you until/);
    expect((await policy('list')).out).not.toContain('Nothing is put before you');
    expect((await policy('quiet', '--for', '2h')).code).toBe(0);
    expect((await policy('list')).out).toContain('Nothing is put before you until');
    expect((await policy('check', 'Records')).out).toMatch(/do not disturb +until .*, by you/);
    expect((await policy('list', '--principal', 'alice')).out).not.toContain('Nothing is put before you');
    expect((await policy('quiet', '--off')).out).toBe('Questions come to you again.');
    expect((await policy('list')).out).not.toContain('Nothing is put before you');
  });

  it('tries the notifications of the file out on --notify, and names no address [D35, N9]', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(request.url === '/PLANTED-no' ? 403 : 200).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const channels = [
      { kind: 'webhook', url: `${at}/PLANTED`, private: true },
      { kind: 'slack', url: `${at}/PLANTED-no`, private: true },
    ];
    writePolicy(JSON.stringify({ notify: { channels } }));
    const { code, out, err } = await policy('check', '--notify');
    expect(seen).toEqual(['/PLANTED', '/PLANTED-no']);
    expect(out).toContain('1  webhook  delivered');
    expect(out).toContain('2  slack    refused');
    expect(code).toBe(5);
    expect(out + err).not.toContain('PLANTED');
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    writePolicy('{}');
    expect((await policy('check', '--notify')).out).toContain('names no place to notify');
  });

  it('reaches a gateway that runs: a cut-off ends the question that is open there [D23, N1]', { timeout: 60_000 }, async () => {
    const env = { HOME: home, MIDCALL_HOME: home, BROWSER: 'none', CI: 'true' };
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'gateway', '--no-open', '--name', 'Records', '--', process.execPath, RECORDS],
      stderr: 'pipe',
      env,
    });
    const log = new Promise<string>(resolve => {
      let text = '';
      transport.stderr?.on('data', chunk => {
        text += String(chunk);
        const file = /browser: (\S+\.html)/.exec(text)?.[1];
        if (file !== undefined) resolve(file);
      });
    });
    const client = new Client({ name: 'plain-host', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(transport);
    try {
      const called = client.callTool({ name: 'delete_stale_records', arguments: {} });
      const person = await enterInbox(await log);
      const open = await person.question();
      expect((await runCli(['policy', 'mute', 'Records', '--cut-off'], { env })).code).toBe(0);
      expect(JSON.stringify(await called)).toContain('declined');
      expect((await person.question(question => question.id === open.id && question.state !== 'waiting')).state).not.toBe('waiting');
      person.leave();
    } finally {
      await client.close();
    }
  });
});
