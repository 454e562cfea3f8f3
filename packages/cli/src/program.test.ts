import { PassThrough } from 'node:stream';
import { MidcallError } from '@midcall/core';
import { describe, expect, it } from 'vitest';
import { runProgram } from './program.js';
import { reportError } from './report-error.js';
import { colorsFor, type Terminal, withoutColors } from './terminal/terminal.js';

function terminal(): { terminal: Terminal; out: string[]; err: string[] } {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out,
    err,
    terminal: {
      out: line => out.push(line),
      err: line => err.push(line),
      colors: colorsFor({}, false),
      width: 80,
      interactive: false,
      env: {},
      cwd: '/',
      stopped: new AbortController().signal,
    },
  };
}

async function run(...argv: readonly string[]) {
  const { terminal: here, out, err } = terminal();
  const code = await runProgram(here, argv, {
    streams: { stdin: new PassThrough(), stdout: new PassThrough() },
    platform: 'linux',
    node: process.execPath,
    now: () => 0,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('the command line', () => {
  it('teaches when nothing is typed: every command, where to start, exit statuses, where things live', async () => {
    const { code, out } = await run();
    for (const word of ['demo', 'dev', 'call', 'gateway', 'key', 'Start here', 'MIDCALL_HOME', 'Exit status']) expect(out).toContain(word);
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
    expect(code).toBe(0);
  });

  it.each(['demo', 'dev', 'call', 'gateway', 'key', 'policy', 'audit'])('shows examples for %s that fit 90 columns', async command => {
    const { code, out } = await run(command, '--help');
    expect(out).toContain(`midcall ${command}`);
    expect(out).toContain('Examples');
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(90);
    expect(code).toBe(0);
  });

  it('suggests the command and the option that were meant, as a sentence', async () => {
    const command = await run('gatway', '--', 'node', 'x.js');
    expect(command.err).toMatch(/^midcall: Unknown command 'gatway'\.\n {2}Did you mean gateway\?/);
    expect(command.code).toBe(2);
    const option = await run('demo', '--anwser', 'accept');
    expect(option.err).toContain('Did you mean --answer?');
    expect(option.code).toBe(2);
  });

  it.each([
    [['demo', '--answer', 'yes'], /accept, decline, cancel/],
    [['demo', '--port', 'http'], /0 to 65535/],
    [['call', '--revision', 'D', '--', 'node', 'x', 't'], /A \(2025-06-18\)/],
    [['call', '--url', 'ftp://x', 't'], /http or https/],
    [['call', '--timeout', '-1', '--', 'node', 'x', 't'], /number of seconds/],
    [['dev', '--watch', '/no/such/folder', '--', 'node', 'x.js'], /no folder/],
  ] as const)('says what %s should have been', async (argv, sentence) => {
    const { code, err } = await run(...argv);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n {4}at /);
    expect(code).toBe(2);
  });

  it('prints its version', async () => {
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('makes keys of 32 random bytes in base64url, each another [D8]', async () => {
    const keys = await Promise.all([run('key', 'new'), run('key', 'new')]);
    for (const { out, code } of keys) {
      expect(Buffer.from(out, 'base64url')).toHaveLength(32);
      expect(out).toMatch(/^[\w-]{43}$/);
      expect(code).toBe(0);
    }
    expect(keys[0]?.out).not.toBe(keys[1]?.out);
  });
});

describe('a failure', () => {
  it('is one sentence with its code, what to do, and a status that tells kinds apart', () => {
    const { terminal: here, err } = terminal();
    expect(reportError(here, new MidcallError('PORT_IN_USE', 'Port 80 is taken.', { hint: 'Choose another.' }), false)).toBe(5);
    expect(err).toEqual(['midcall: Port 80 is taken. [PORT_IN_USE]', '  Choose another.']);
  });

  it('of an unknown kind shows no stack unless asked, and says how to ask', () => {
    const { terminal: here, err } = terminal();
    expect(reportError(here, new TypeError('x is not a function'), false)).toBe(1);
    expect(err.join('\n')).toContain('--debug');
    expect(err.join('\n')).not.toContain('    at ');
    reportError(here, new TypeError('x is not a function'), true);
    expect(err.join('\n')).toContain('    at ');
  });
});

describe('what a pipe gets', () => {
  it('is the line without our colours, and everything else in it', () => {
    const colors = colorsFor({ FORCE_COLOR: '1' }, false);
    expect(colors.red('x')).not.toBe('x');
    expect(withoutColors(`${colors.bold(colors.red('no'))} é \u0007 [1m]`)).toBe('no é \u0007 [1m]');
  });
});

describe('Ctrl+C', () => {
  it('is the end of a command and not a fault of the server that it ended too', async () => {
    const { terminal: here, err } = terminal();
    const stop = new AbortController();
    stop.abort('SIGINT');
    const machine = {
      streams: { stdin: new PassThrough(), stdout: new PassThrough() },
      platform: 'linux',
      node: process.execPath,
      now: () => 0,
    };
    const argv = ['call', '--', process.execPath, '-e', '0', '--', 'tool'];
    expect(await runProgram({ ...here, stopped: stop.signal }, argv, machine as Parameters<typeof runProgram>[2])).toBe(130);
    expect(err.join('\n')).toBe('Stopped.');
  });
});
