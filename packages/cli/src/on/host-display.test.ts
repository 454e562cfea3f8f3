import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { displayOf, type ProcessTable, withHostDisplay } from './host-display.js';

const table = (...chain: readonly (Readonly<Record<string, string>> | undefined)[]): ProcessTable => ({
  environ: pid => chain[pid - 100],
  parent: pid => (pid - 99 < chain.length ? pid + 1 : 1),
});

const BARE = { HOME: '/home/ada', PATH: '/usr/bin' };

describe('the display of a host', () => {
  it('is found in the process that started us, where the host passed on a bare environment', () => {
    const host = { DISPLAY: ':0', XDG_RUNTIME_DIR: '/run/user/1000', API_KEY: 'x', LD_PRELOAD: '/x.so' };
    expect(withHostDisplay(BARE, 'linux', 100, table(host))).toEqual({ ...BARE, DISPLAY: ':0', XDG_RUNTIME_DIR: '/run/user/1000' });
  });

  it('is found behind a shell in between', () => {
    expect(withHostDisplay(BARE, 'linux', 100, table(BARE, BARE, { WAYLAND_DISPLAY: 'wayland-0' }))).toMatchObject({
      WAYLAND_DISPLAY: 'wayland-0',
    });
  });

  it.each([
    ['the host was started over ssh', table({ DISPLAY: ':10', SSH_CONNECTION: '1 2 3 4' }), BARE, 'linux'],
    ['ssh stands between', table({ ...BARE, SSH_TTY: '/dev/pts/1' }, { DISPLAY: ':0' }), BARE, 'linux'],
    ['the process belongs to somebody else', table(undefined, { DISPLAY: ':0' }), BARE, 'linux'],
    ['nobody has one', table(BARE, BARE), BARE, 'linux'],
    ['no browser is wanted', table({ DISPLAY: ':0' }), { ...BARE, BROWSER: 'none' }, 'linux'],
    ['we were started over ssh', table({ DISPLAY: ':0' }), { ...BARE, SSH_CONNECTION: '1 2 3 4' }, 'linux'],
    ['there is one already', table({ DISPLAY: ':0' }), { ...BARE, DISPLAY: ':1' }, 'linux'],
    ['the system is another', table({ DISPLAY: ':0' }), BARE, 'darwin'],
  ] as const)('is not taken where %s [N10]', (_, processes, env, platform) => {
    expect(withHostDisplay(env, platform, 100, processes)).toBe(env);
  });

  it('ends its walk where parents lead in a circle', () => {
    expect(withHostDisplay(BARE, 'linux', 100, { environ: () => BARE, parent: pid => pid })).toBe(BARE);
  });

  it('is read from the real table of processes, which only Linux shows', () => {
    if (process.platform !== 'linux') return expect(withHostDisplay(BARE, process.platform, process.ppid)).toBe(BARE);
    const program = `
      const { withHostDisplay } = await import(process.argv[1]);
      process.stdout.write(JSON.stringify(withHostDisplay({}, process.platform, process.ppid)));`;
    const inner = `env -i "${process.execPath}" --input-type=module -e '${program}' "$MODULE"; true`;
    const module = new URL('../../dist/on/host-display.js', import.meta.url).href;
    const { stdout } = spawnSync('/bin/sh', ['-c', inner], {
      env: { DISPLAY: ':7', MODULE: module, PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual({ DISPLAY: ':7' });
  });

  it('is read from a shell without what ssh brought', () => {
    expect(displayOf({ DISPLAY: ':0', HOME: '/x', WAYLAND_DISPLAY: '' })).toEqual({ DISPLAY: ':0' });
    expect(displayOf({ DISPLAY: ':10', SSH_TTY: '/dev/pts/0' })).toEqual({});
  });
});
