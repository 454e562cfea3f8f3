import { chmodSync } from 'node:fs';
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

async function checks(here: OnMachine, start: ((options: StartOptions) => Promise<Started>) | 'none' = async () => fine): Promise<Check[]> {
  const launcher = launcherOf(here);
  const found: Check[] = [];
  const effects = {
    start: start === 'none' ? undefined : start,
    listen: async () => undefined,
    timeoutMs: 1_000,
    signal: new AbortController().signal,
    about: '0',
  };
  for await (const group of walk(here, launcher, findHostFiles(here, launcher), () => true, effects)) found.push(...group.checks);
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

  it('says that a host does not find what a shell finds, and where it is', async () => {
    const made = machine();
    const path = program(made, 'bin');
    made.put(CLAUDE, '{ "mcpServers": { "a": { "command": "serve" } } }');
    const here = { ...made.machine, env: { ...made.machine.env, PATH: join(made.home, 'bin') } };
    expect(brokenIn(await checks(here))).toMatchObject({ link: 'command', exit: 4, mend: `Write the whole path in the file: ${path}` });
    const gone = { ...here, env: { ...here.env, PATH: '/nowhere' } };
    expect(brokenIn(await checks(gone))?.says).toBe('serve is not on this machine');
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
    const list = await checks(moved, async () => {
      started += 1;
      return fine;
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
    const seen: StartOptions[] = [];
    const list = await checks(made.machine, async options => {
      seen.push(options);
      return { fault: 'The server exited (status 3).', hint: 'Try it.', log: [] };
    });
    expect(seen[0]?.words).toEqual([join(made.home, 'bin', 'serve'), '1']);
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
    expect((await checks(made.machine, never)).at(-1)).toMatchObject({
      link: 'start',
      state: 'note',
      says: expect.stringContaining('not tried'),
    });
    expect((await checks(made.machine, 'none')).at(-1)?.says).toContain('--no-start');
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
