/** What needs this machine: the browser, private files, the policy file. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore } from '@midcall/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuditChain,
  createBrowserOpener,
  createDesk,
  createPolicy,
  deskKey,
  headFile,
  openQuestionPage,
  readPolicyFile,
  watchPolicyFile,
} from '../node.js';

const me = { principal: 'local' };
const display = { DISPLAY: ':0' };
let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'midcall-host-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('the browser', () => {
  const exits = (code: number) => async (): Promise<ReturnType<typeof spawn>> => spawn(process.execPath, ['-e', `process.exit(${code})`]);

  it('gets the address as one argument, and only https or this machine [E-U-04, E-U-22, E-U-23]', async () => {
    const launched: string[] = [];
    const launch = async (href: string): Promise<ReturnType<typeof spawn>> => {
      launched.push(href);
      return exits(0)();
    };
    const opener = createBrowserOpener({ env: display, platform: 'linux', launch });
    const odd = 'https://svc.example/in?a=1&calc.exe;$(id)';
    await opener.open(odd);
    await opener.open('http://127.0.0.1:8912/in');
    for (const href of [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'http://svc.example/',
      'command:x',
      '  JaVa\tscript:alert(1)',
    ]) {
      await expect(opener.open(href)).rejects.toMatchObject({ code: 'URL_INVALID' });
    }
    expect(launched).toEqual([odd, 'http://127.0.0.1:8912/in']);
  });

  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '1.2.3.4 5 6.7.8.9 22' }, false],
    ['linux', { DISPLAY: ':0', CI: 'true' }, false],
    ['linux', { DISPLAY: ':0', BROWSER: 'none' }, false],
    ['darwin', {}, true],
    ['darwin', { SSH_TTY: '/dev/ttys001' }, false],
    ['win32', {}, true],
  ])('on %s with %j may be opened: %s [N10]', async (platform, env, available) => {
    const opener = createBrowserOpener({ env, platform, launch: exits(0) });
    expect(opener.available).toBe(available);
    if (!available) await expect(opener.open('https://svc.example/')).rejects.toMatchObject({ code: 'NO_BROWSER' });
  });

  it('that does not start is NO_BROWSER, and for a question it is cancel [E-A-02]', async () => {
    const opener = createBrowserOpener({ env: display, platform: 'linux', launch: exits(3) });
    await expect(opener.open('https://svc.example/')).rejects.toMatchObject({ code: 'NO_BROWSER' });
    const missing = createBrowserOpener({ env: display, platform: 'linux', launch: async () => spawn(join(directory, 'no-such-program')) });
    const desk = createDesk({ surfaces: [{ name: 'inbox', reachable: () => true }] });
    const asked = desk.ask({
      params: { mode: 'url', message: 'm', url: 'https://svc.example/' },
      revision: '2026-07-28',
      principal: 'local',
      server: { name: 'Records' },
    });
    const view = desk.list(me)[0];
    if (view === undefined) throw new Error('not shown');
    await openQuestionPage(desk, view, { ...me, surface: 'terminal', as: 'person', opener: missing });
    expect(await asked).toMatchObject({ result: { action: 'cancel' }, reason: 'browser-failed' });
    await desk.close();
  });

  it('is opened only by the person’s own act, and the question stays open for what follows [E-U-07, E-A-09]', async () => {
    const opened: string[] = [];
    const desk = createDesk({ surfaces: [{ name: 'inbox', reachable: () => true }] });
    const asked = desk.ask({
      params: { mode: 'url', message: 'm', url: 'https://svc.example/in' },
      revision: '2026-07-28',
      principal: 'local',
      server: { name: 'Records' },
    });
    const view = desk.list(me)[0];
    if (view === undefined) throw new Error('not shown');
    expect(opened).toEqual([]);
    const outcome = await openQuestionPage(desk, view, {
      ...me,
      surface: 'terminal',
      as: 'person',
      opener: { open: async href => void opened.push(href) },
    });
    expect(outcome).toMatchObject({ ok: true, question: { state: 'opened' } });
    expect((await asked).result).toEqual({ action: 'accept' });
    expect(opened).toEqual(['https://svc.example/in']);
    await desk.close();
  });
});

describe('files', () => {
  it('make one key that only the owner can read, whoever comes first [D33]', async () => {
    const home = join(directory, 'desk');
    const keys = await Promise.all(Array.from({ length: 8 }, () => deskKey(home)));
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(32);
    expect((await stat(join(home, 'desk.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
  });

  it('keep the heads of two chains apart from the store', async () => {
    const path = join(directory, 'audit.head');
    const store = memoryStore();
    const secret = await deskKey(join(directory, 'desk'));
    const head = headFile(path);
    const chains = ['a', 'b'].map(chain => createAuditChain({ store, secret, head, chain }));
    await Promise.all(
      chains.flatMap(chain => [1, 2, 3].map(at => chain.append({ v: 1, at, question: 'q', stage: 'queued', server: 's', by: 'desk' }))),
    );
    expect(await chains[0]?.verify()).toMatchObject({ ok: true, rows: 6 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(2);
  });
});

describe('the policy file', () => {
  it('is taken when it changes, and a fault leaves what is in force', async () => {
    const path = join(directory, 'midcall.policy.json');
    expect(await readPolicyFile(path)).toBeUndefined();
    const under = join(directory, 'a-file');
    await writeFile(under, '');
    await expect(readPolicyFile(join(under, 'midcall.policy.json'))).rejects.toMatchObject({
      code: 'STORE_FAILED',
      hint: expect.any(String),
    });
    const policy = createPolicy({ clock: { now: () => Date.now(), setTimeout: () => () => {} } });
    const next = (): { settled: Promise<unknown>; stop: () => void } => {
      let stop: () => void = () => {};
      const settled = new Promise(resolve => {
        stop = watchPolicyFile(path, policy, { onReload: resolve, onFault: resolve });
      });
      return { settled, stop };
    };
    const good = next();
    await writeFile(path, '{ "queue": 7, // small\n }');
    await good.settled;
    good.stop();
    expect(policy.config.queue).toBe(7);
    const bad = next();
    await writeFile(path, '{\n  "queue": "seven"\n}');
    expect(await bad.settled).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('midcall.policy.json:2:12') });
    bad.stop();
    expect(policy.config.queue).toBe(7);
  });
});
