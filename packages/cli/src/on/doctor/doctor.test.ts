import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { on } from '../../commands/on.js';
import { KNOWN_HOSTS } from '../hosts/known-hosts.js';
import { findHostFiles } from '../inventory.js';
import { launcherOf } from '../launcher-of.js';
import type { OnMachine } from '../machine.js';
import { nodeFiles } from '../node-files.js';
import { CLAUDE, type TempMachine, tempMachine } from '../testing/temp-machine.js';
import type { Check } from './check.js';
import { findProgram } from './find-program.js';
import { hostEnv } from './host-env.js';
import type { Started, StartOptions } from './start-server.js';
import { span, timeLimits } from './time-limits.js';
import { walk } from './walk.js';

const open: TempMachine[] = [];
function machine(overrides: Partial<OnMachine> = {}): TempMachine {
  const made = tempMachine(overrides);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

const fine: Started = { tools: 2, ms: 400, log: [] };

interface Effects {
  readonly start: ((options: StartOptions) => Promise<Started>) | undefined;
  readonly listen: (port: number) => Promise<string | undefined>;
  readonly unwritable: () => string | undefined;
  readonly rulesFault: () => Promise<string | undefined>;
}

async function checks(here: OnMachine, effects: Partial<Effects> = {}): Promise<Check[]> {
  const launcher = launcherOf(here);
  const found: Check[] = [];
  const groups = walk(here, findHostFiles(here, launcher), {
    launcher,
    about: '0',
    kept: '/home/ada/.midcall',
    chosen: () => true,
    start: async () => fine,
    listen: async () => undefined,
    unwritable: () => undefined,
    rulesFault: async () => undefined,
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    ...effects,
  });
  for await (const group of groups) found.push(...group.checks);
  return found;
}

const brokenIn = (list: readonly Check[]): Check | undefined => list.find(({ state }) => state === 'broken');

/** A program named `serve` in a folder of the home. */
function program(made: TempMachine, folder: string): string {
  const path = made.put(join(folder, 'serve'), '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

describe('midcall doctor', () => {
  it('names line and column of a file that its host cannot read', async () => {
    const { machine: here, put } = machine();
    put(CLAUDE, '{\n  "mcpServers": oops }');
    expect(brokenIn(await checks(here))).toMatchObject({ link: 'file', exit: 2, says: expect.stringContaining('line 2, column 17') });
  });

  it('says that midcall or node moved, and stops there', async () => {
    const made = machine();
    const path = program(made, 'bin');
    made.put(CLAUDE, JSON.stringify({ mcpServers: { a: { command: path } } }));
    await on({ yes: true }, made.context(), made.machine);
    let started = 0;
    const moved = {
      ...made.machine,
      files: { ...made.machine.files, exists: (file: string) => file !== made.machine.entry && made.machine.files.exists(file) },
    };
    const list = await checks(moved, {
      start: async () => {
        started += 1;
        return fine;
      },
    });
    expect(brokenIn(list)).toMatchObject({ link: 'midcall', mend: expect.stringContaining('midcall on') });
    expect(started).toBe(0);
  });

  it('says that nobody can be asked where no browser can be opened [N1]', async () => {
    const made = machine();
    made.put(CLAUDE, JSON.stringify({ mcpServers: { a: { command: program(made, 'bin') } } }));
    await on({ yes: true }, made.context(), made.machine);
    expect(brokenIn(await checks(made.machine))).toMatchObject({
      link: 'browser',
      exit: 5,
      says: expect.stringContaining('nobody can be asked'),
    });
    const desktop = { ...made.machine, env: { ...made.machine.env, DISPLAY: ':0' } };
    expect(brokenIn(await checks(desktop))).toBeUndefined();
  });

  it('starts a server by the words of the file, under what its host passes on and its own env, and tells its end', async () => {
    const made = machine({ env: { PATH: process.env.PATH, DISPLAY: ':0', SECRET_OF_SHELL: 'x' } });
    made.put(CLAUDE, JSON.stringify({ mcpServers: { a: { command: program(made, 'bin'), args: ['1'], env: { K: 'v' } } } }));
    await on({ yes: true }, made.context(), made.machine);
    const seen: StartOptions[] = [];
    const list = await checks(made.machine, {
      start: async options => {
        seen.push(options);
        return { fault: 'The server exited (status 3).', hint: 'Try it.', log: [] };
      },
    });
    expect(seen[0]?.words.slice(-3)).toEqual(['--', join(made.home, 'bin', 'serve'), '1']);
    expect(seen[1]?.words).toEqual([join(made.home, 'bin', 'serve'), '1']);
    expect(seen[0]?.env).toMatchObject({ K: 'v', PATH: expect.not.stringContaining('node_modules') });
    expect(seen[0]?.env).not.toHaveProperty('SECRET_OF_SHELL');
    expect(brokenIn(list)).toMatchObject({ link: 'start', says: 'The server exited (status 3).', mend: 'Try it.', exit: 4 });
  });

  it('does not start what only the host can fill in, nor anything under --no-start', async () => {
    const made = machine();
    made.put('.config/Code/User/mcp.json', JSON.stringify({ servers: { a: { command: program(made, 'bin'), args: ['${input:key}'] } } }));
    const never = async (): Promise<Started> => {
      throw new Error('started');
    };
    expect((await checks(made.machine, { start: never })).at(-1)).toMatchObject({
      link: 'start',
      state: 'note',
      says: expect.stringContaining('not tried'),
    });
    expect((await checks(made.machine, { start: undefined })).at(-1)?.says).toContain('--no-start');
  });

  it('tells a server that does not work from one that does not work behind midcall', async () => {
    const made = machine({ env: { PATH: process.env.PATH, DISPLAY: ':0' } });
    made.put(CLAUDE, JSON.stringify({ mcpServers: { 'a b': { command: program(made, 'bin') } } }));
    await on({ yes: true }, made.context(), made.machine);
    const behind = async ({ words }: StartOptions): Promise<Started> =>
      words.includes('gateway') ? { fault: 'It stayed silent.', hint: 'Wait longer.', log: [] } : fine;
    expect(brokenIn(await checks(made.machine, { start: behind }))).toMatchObject({
      link: 'start',
      says: 'the server works by itself and not behind midcall: It stayed silent.',
      mend: "Wait longer. Without midcall: midcall off claude-desktop 'a b'",
    });
  });

  it('writes the limit of a host that was shortened since, so that it is told in time [D28]', async () => {
    const made = machine({ env: { PATH: process.env.PATH, DISPLAY: ':0' } });
    const file = '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
    const path = made.put(file, JSON.stringify({ mcpServers: { a: { command: program(made, 'bin'), timeout: 120 } } }));
    await on({ yes: true }, made.context(), made.machine);
    expect(brokenIn(await checks(made.machine))).toBeUndefined();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"timeout":120', '"timeout":60'));
    expect(brokenIn(await checks(made.machine))).toMatchObject({ link: 'time', mend: expect.stringContaining('midcall on') });
    await on({ yes: true }, made.context(), made.machine);
    expect(brokenIn(await checks(made.machine))).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain('"--host-limit","60"'.replace(',', ', '));
  });

  it('puts the limits that run while a person thinks in the order in which they fire [D28]', () => {
    const wrapped = { wrapped: { original: ['x'], at: 5 }, words: ['node', 'main.js', 'gateway', '--name', 'a', '--', 'x'] };
    expect(timeLimits(KNOWN_HOSTS['claude-desktop'], wrapped).map(({ seconds }) => seconds)).toEqual([60, 600]);
    expect(timeLimits(KNOWN_HOSTS['claude-code'], { ...wrapped, timeout: 900_000 }).map(({ seconds }) => seconds)).toEqual([60, 600, 900]);
    expect(timeLimits(KNOWN_HOSTS.cline, { ...wrapped, timeout: 30 }).map(({ seconds }) => seconds)).toEqual([30, 600]);
    expect(
      timeLimits(KNOWN_HOSTS.vscode, {
        ...wrapped,
        words: ['node', 'm', 'gateway', '--desk', 'always', '--', 'x'],
        wrapped: { original: ['x'], at: 6 },
      }),
    ).toHaveLength(1);
    const told = {
      wrapped: { original: ['x'], at: 8 },
      words: ['node', 'm', 'gateway', '--desk', 'always', '--host-limit', '60', '--', 'x'],
    };
    expect(timeLimits(KNOWN_HOSTS['claude-desktop'], told).map(({ seconds }) => seconds)).toEqual([50, 60, 600]);
    expect([span(60), span(600), span(86_400)]).toEqual(['60 s', '10 min', '24 h']);
  });
});

/** Everything that can be broken, in the order in which the walk meets it. */
describe('each kind of break has a name and a mend', () => {
  const on_ = { PATH: '/usr/bin:/bin', DISPLAY: ':0' };
  const wrap = (front: readonly string[], more: object = {}) => ({
    command: process.execPath,
    args: ['/lib/midcall/dist/main.js', 'gateway', '--name', 'a', ...front, '--', '/bin/sh'],
    ...more,
  });
  const there = { ...nodeFiles, exists: () => true };
  interface Break {
    readonly kind: string;
    readonly link: string;
    readonly says: RegExp;
    readonly mend: RegExp;
    readonly exit: number;
    /** The entry of Claude Desktop, or the whole text of its file. */
    readonly entry?: object | string;
    readonly effects?: Partial<Effects>;
    readonly env?: Record<string, string>;
    /** Where every path is that of something, unless said otherwise. */
    readonly files?: typeof nodeFiles;
  }
  const breaks: readonly Break[] = [
    {
      kind: 'a home that cannot be written',
      link: 'home',
      says: /\.midcall: you may not/,
      mend: /MIDCALL_HOME/,
      exit: 5,
      effects: { unwritable: () => 'you may not' },
    },
    {
      kind: 'a file of rules with a fault',
      link: 'rules',
      says: /midcall\.policy\.json:2:3: "muted" is not known/,
      mend: /midcall policy check/,
      exit: 2,
      effects: { rulesFault: async () => '/home/ada/.midcall/midcall.policy.json:2:3: "muted" is not known here' },
    },
    {
      kind: 'a page that cannot be served',
      link: 'page',
      says: /not allowed/,
      mend: /listen on 127\.0\.0\.1/,
      exit: 5,
      effects: { listen: async () => 'not allowed' },
    },
    { kind: 'a file with a fault', link: 'file', says: /^line 1, column 2: A closing \]/, mend: /Mend it there/, exit: 2, entry: '[' },
    {
      kind: 'midcall moved',
      files: nodeFiles,
      link: 'midcall',
      says: /gone\/main\.js is not there/,
      mend: /midcall on/,
      exit: 5,
      entry: { command: process.execPath, args: ['/gone/main.js', 'gateway', '--name', 'a', '--', 'x'] },
    },
    {
      kind: 'midcall in front of itself',
      link: 'midcall',
      says: /in front of itself/,
      mend: /midcall off/,
      exit: 5,
      entry: wrap(['--', 'npx', 'midcall', 'gateway']),
    },
    {
      kind: 'a host that cannot ask, without midcall',
      link: 'asks',
      says: /shows no questions.*not in front/,
      mend: /^midcall on$/,
      exit: 5,
      entry: { command: '/bin/sh' },
    },
    {
      kind: 'a host that cannot ask, and no desk',
      link: 'asks',
      says: /--desk never/,
      mend: /Take --desk never out/,
      exit: 5,
      entry: wrap(['--desk', 'never']),
    },
    {
      kind: "a command on the shell's PATH only",
      link: 'command',
      says: /does not find serve/,
      mend: /whole path in the file: .*bin\/serve/,
      exit: 4,
      entry: { ...wrap([]), args: [...wrap([]).args.slice(0, -1), 'serve'] },
    },
    {
      kind: 'a command that is nowhere',
      link: 'command',
      says: /nothing-mcp is not on this machine/,
      mend: /Install it/,
      exit: 4,
      entry: { ...wrap([]), args: [...wrap([]).args.slice(0, -1), 'nothing-mcp'] },
    },
    {
      kind: 'no display',
      link: 'browser',
      says: /no display/,
      mend: /session on your desktop/,
      exit: 5,
      entry: wrap([]),
      env: { PATH: '/usr/bin' },
    },
    {
      kind: 'a browser kept shut',
      link: 'browser',
      says: /BROWSER=none/,
      mend: /--no-open/,
      exit: 5,
      entry: wrap([], { env: { BROWSER: 'none' } }),
    },
    {
      kind: 'a browser that is not there',
      link: 'browser',
      says: /BROWSER names \/no\/firefox/,
      mend: /Correct it/,
      exit: 5,
      entry: wrap([], { env: { BROWSER: '/no/firefox' } }),
    },
    {
      kind: 'a port of its own that is taken',
      link: 'port',
      says: /Port 4331 is taken/,
      mend: /another --port/,
      exit: 5,
      entry: wrap(['--port', '4331']),
      effects: { listen: async port => (port === 4331 ? 'Port 4331 is taken by another program.' : undefined) },
    },
    {
      kind: 'a server that ends',
      link: 'start',
      says: /^The server exited/,
      mend: /^Its last words: Error: no key\. Give it one\.$/,
      exit: 4,
      entry: wrap([]),
      effects: {
        start: async () => ({
          fault: 'The server exited before it answered, with status 1.',
          hint: 'Its last words: Error: no key\n  Give it one.',
          log: [],
        }),
      },
    },
    {
      kind: 'a limit that fires before the host is told',
      link: 'time',
      says: /gives a call up after 60 s/,
      mend: /midcall on/,
      exit: 5,
      entry: wrap(['--desk', 'always', '--host-limit', '90']),
    },
  ];

  it.each(breaks)('$kind', async ({ link, says, mend, exit, entry, effects, env, files = there }) => {
    const made = machine();
    program(made, 'bin');
    const here = {
      ...made.machine,
      env: env ?? { ...on_, PATH: `${on_.PATH}:${join(made.home, 'bin')}` },
      files,
    };
    if (entry !== undefined) made.put(CLAUDE, typeof entry === 'string' ? entry : JSON.stringify({ mcpServers: { a: entry } }));
    const list = await checks(here, effects);
    const broken = list.filter(({ state }) => state === 'broken');
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatchObject({ link, exit, says: expect.stringMatching(says), mend: expect.stringMatching(mend) });
  });
});

describe('what a host passes on', () => {
  it('is a few names, on each system its own', () => {
    const env = { HOME: '/h', PATH: '/mine', USER: 'ada', AWS_SECRET: 'x', DISPLAY: ':0' };
    expect(hostEnv({ platform: 'linux', env }, 'shell')).toEqual({ HOME: '/h', PATH: '/mine', USER: 'ada' });
    expect(hostEnv({ platform: 'darwin', env }, 'desktop').PATH).toContain('/opt/homebrew/bin');
    expect(hostEnv({ platform: 'win32', env: { Path: 'C:\\x', SystemRoot: 'C:\\W', HOME: 'y' } }, 'desktop')).toEqual({
      PATH: 'C:\\x',
      SYSTEMROOT: 'C:\\W',
    });
  });

  it('decides which program is found, with the endings of Windows', () => {
    const files = { ...nodeFiles, executable: (path: string) => ['C:\\node\\npx.CMD', '/usr/bin/npx'].includes(path) };
    expect(findProgram({ platform: 'win32', files, env: {}, cwd: 'C:\\' }, 'npx', 'C:\\a;C:\\node')).toBe('C:\\node\\npx.CMD');
    expect(findProgram({ platform: 'linux', files, env: {}, cwd: '/' }, 'npx', '/bin:/usr/bin')).toBe('/usr/bin/npx');
    expect(findProgram({ platform: 'linux', files, env: {}, cwd: '/usr' }, './bin/npx', '')).toBe('/usr/bin/npx');
    expect(findProgram({ platform: 'linux', files, env: {}, cwd: '/' }, 'uvx', '/usr/bin')).toBeUndefined();
  });
});
