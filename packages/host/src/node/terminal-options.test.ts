/** The terminal of a process: what its environment says about language, colour and reading out loud. */
import { describe, expect, it } from 'vitest';
import { FakeInput, FakeOutput } from '../terminal/fake-terminal.test.support.js';
import type { ProcessPort } from './terminal-options.js';
import { terminalOptions } from './terminal-options.js';

function process_(env: ProcessPort['env'], platform = 'linux') {
  const calls: string[] = [];
  const port: ProcessPort = {
    stdin: new FakeInput(),
    stdout: new FakeOutput(),
    env,
    platform,
    kill: (pid, signal) => calls.push(`${signal} ${pid}`),
    on: event => calls.push(`on ${event}`),
    off: event => calls.push(`off ${event}`),
  };
  return { port, calls };
}

const opener = (available: boolean) => ({ available, open: async () => {} });

describe('the terminal of a process', () => {
  it.each([
    [{ LANG: 'de_AT.UTF-8' }, 'de-AT'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'de_DE' }, 'de-DE'],
    [{ LC_ALL: '', LC_MESSAGES: 'pt@latin', LANG: 'C' }, 'pt'],
    [{ LANG: 'C.UTF-8' }, undefined],
    [{ LANG: 'POSIX' }, undefined],
    [{}, undefined],
  ])('speaks the language of %j', (env, locale) => {
    expect(terminalOptions(process_(env).port, undefined).locale).toBe(locale);
  });

  it('has no colour where NO_COLOR says so, and is plain for a dumb terminal or a screen reader', () => {
    const of = (env: ProcessPort['env']) => {
      const { noColor, plain } = terminalOptions(process_(env).port, undefined);
      return [noColor, plain];
    };
    expect(of({})).toEqual([false, false]);
    expect(of({ NO_COLOR: '1' })).toEqual([true, false]);
    expect(of({ NO_COLOR: '' })).toEqual([false, false]);
    expect(of({ TERM: 'dumb' })).toEqual([false, true]);
    expect(of({ ACCESSIBLE: '1' })).toEqual([false, true]);
  });

  it('opens pages only where a browser of this person can be opened [N10]', () => {
    expect(terminalOptions(process_({}).port, opener(false)).opener).toBeUndefined();
    expect(terminalOptions(process_({}).port, opener(true)).opener).toBeDefined();
  });

  it('stops the whole foreground group, hears when it goes on, and has no job control on Windows', () => {
    const { port, calls } = process_({});
    const { jobs } = terminalOptions(port, undefined);
    jobs?.stop();
    jobs?.onContinue(() => {})();
    expect(calls).toEqual(['SIGTSTP 0', 'on SIGCONT', 'off SIGCONT']);
    expect(terminalOptions(process_({}, 'win32').port, undefined).jobs).toBeUndefined();
  });
});
