import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canOpenBrowser, openFile } from './browser.js';

describe('whether a browser may be opened here', () => {
  it.each([
    [{ DISPLAY: ':0' }, 'linux', true],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
    [{}, 'linux', false],
    [{ DISPLAY: ':10', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, 'linux', false],
    [{}, 'darwin', true],
    [{ SSH_CONNECTION: 'x' }, 'darwin', false],
    [{ DISPLAY: ':0', BROWSER: 'none' }, 'linux', false],
    [{ BROWSER: '/usr/bin/some-browser' }, 'linux', true],
  ] as const)('%o on %s: %s [N10]', (env, platform, expected) => {
    expect(canOpenBrowser(env, platform)).toBe(expected);
  });
});

describe('opening a file', () => {
  it('says no when the browser is missing or fails, and yes when it takes the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'midcall-test-'));
    expect(await openFile('/x.html', { BROWSER: join(folder, 'no-such-browser') })).toBe(false);
    expect(await openFile('/x.html', { BROWSER: 'false' })).toBe(false);
    expect(await openFile('/x.html', { BROWSER: 'true' })).toBe(true);
    rmSync(folder, { recursive: true });
  });
});
