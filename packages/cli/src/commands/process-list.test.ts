/** N9 for process lists: every command line that midcall starts is written down, and nothing that was planted is in it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterInbox } from '../testing/inbox-person.js';
import { RECORDS, runCli, startCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 120_000 });

// spawn, fork and execFile of every Node process below this one go through here.
const RECORDER = `const { appendFileSync } = require('node:fs');
const { ChildProcess } = require('node:child_process');
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  appendFileSync(process.env.SPAWNED, JSON.stringify(options.args) + '\\n');
  return spawn.call(this, options);
};`;

let folder = '';
let env: Record<string, string> = {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'midcall-argv-'));
  writeFileSync(join(folder, 'record.cjs'), RECORDER);
  writeFileSync(join(folder, 'browser'), `#!/bin/sh\ncp "$1" '${folder}/opened.html'\n`, { mode: 0o755 });
  env = {
    NODE_OPTIONS: `--require ${join(folder, 'record.cjs')}`,
    SPAWNED: join(folder, 'spawned'),
    BROWSER: join(folder, 'browser'),
    MIDCALL_KEYS: 'PLANTED-key',
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const spawned = (): string[][] =>
  readFileSync(join(folder, 'spawned'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as string[]);

/** The login in the file that a browser was sent to. */
const login = async (): Promise<string> => {
  await vi.waitFor(() => expect(existsSync(join(folder, 'opened.html'))).toBe(true), { timeout: 60_000, interval: 50 });
  return /name="token" value="([^"]+)"/.exec(readFileSync(join(folder, 'opened.html'), 'utf8'))?.[1] ?? '';
};

const nothingOf = (...planted: readonly string[]): void => {
  const text = JSON.stringify(spawned());
  for (const one of [...planted, 'PLANTED']) {
    expect(one.length).toBeGreaterThan(5);
    expect(text).not.toContain(one);
  }
};

describe('what a process list can show of midcall [N9]', () => {
  it('call: arguments and answers stay in the process that was told them', async () => {
    const { code } = await runCli(
      [
        'call',
        '--',
        process.execPath,
        RECORDS,
        'delete_stale_records',
        'reason=PLANTED-argument',
        '--answer',
        'plan=decline',
        '--answer',
        'delete.confirm=PLANTED-answer',
      ],
      { env },
    );
    expect(code).toBe(0);
    expect(spawned()).toEqual([[process.execPath, RECORDS]]);
  });

  it('demo: the browser is given a file and no link, the server over HTTP no token', async () => {
    const running = startCli(['demo', '--transport', 'http'], { env });
    const token = await login();
    running.child.kill('SIGTERM');
    await running.finished;
    nothingOf(token, '/login#', 'http://127');
    expect(spawned().map(words => words.length)).toEqual([3, 2]);
  });

  it('gateway: neither the login, nor what its server needs, nor what the person answers', async () => {
    const answered: string[] = [];
    const api = createServer((request, response) => {
      answered.push(String(request.headers.authorization));
      response.writeHead(500).end();
    });
    await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
    const config = join(folder, 'midcall.json');
    const server = { command: process.execPath, args: [RECORDS], env: { TOKEN: 'PLANTED-env' } };
    const remote = {
      url: `http://127.0.0.1:${(api.address() as AddressInfo).port}/mcp`,
      headers: { Authorization: 'Bearer PLANTED-header' },
    };
    writeFileSync(config, JSON.stringify({ mcpServers: { records: server, remote } }));
    const { code } = await runCli(['gateway', '--check', '--config', config, '--timeout', '30'], { env });
    api.close();
    expect(code).toBe(4);
    expect(answered[0]).toBe('Bearer PLANTED-header');
    nothingOf();

    const running = startCli(['gateway', '--name', 'Records', '--', process.execPath, RECORDS], { env });
    const send = (message: object): void => void running.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'host', version: '1' } },
    });
    await running.seen(/"id":1/, 'stdout');
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'delete_stale_records', arguments: { reason: 'PLANTED-argument' } } });
    const token = await login();
    const person = await enterInbox(join(folder, 'opened.html'));
    const question = await person.question();
    await person.answer(question.id, { action: 'accept', content: { table: 'sessions', before: '2026-01-17', backup: true } });
    await person.answer((await person.question(one => one.state === 'waiting' && one.id !== question.id)).id, { action: 'decline' });
    await running.seen(/"id":2/, 'stdout');
    person.leave();
    running.child.stdin.end();
    await running.finished;
    nothingOf(token, person.headers['x-midcall-token'] ?? '', '/login#', '2026-01-17');
  });
});
