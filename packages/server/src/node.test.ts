/** Keys and state that the Node entry makes for itself. The environment is the test's own while it runs. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMidcall } from './node.js';
import { readOrMakeKey } from './platform/key-file.js';

let home = '';
let said: string[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'midcall-home-'));
  said = [];
  vi.stubEnv('MIDCALL_HOME', home);
  vi.stubEnv('NODE_ENV', 'test');
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    said.push(String(chunk));
    return true;
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('createMidcall without options', () => {
  it('makes a key and a store that only their owner can read, and says once where [D8, D33, E-S-03]', () => {
    createMidcall();
    createMidcall();
    const place = join(home, 'server');
    expect(mode(place)).toBe('700');
    for (const file of readdirSync(place)) expect(mode(join(place, file)), file).toBe('600');
    expect(said).toEqual([`midcall: keys and state in ${place} (made just now)\n`, `midcall: keys and state in ${place}\n`]);
    expect(said.join('')).not.toContain(readFileSync(join(place, 'keys'), 'utf8').trim());
  });

  it('keeps what it made, and narrows a file that was copied with a wider mode [D8]', () => {
    createMidcall();
    const path = join(home, 'server', 'keys');
    const key = readFileSync(path, 'utf8');
    chmodSync(path, 0o644);
    createMidcall();
    expect(readFileSync(path, 'utf8')).toBe(key);
    expect(mode(path)).toBe('600');
  });

  it('says where it could not keep its key and what to do, where the place cannot be used', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    vi.stubEnv('MIDCALL_HOME', file);
    expect(() => createMidcall()).toThrow(
      expect.objectContaining({
        code: 'STORE_FAILED',
        message: `The key of this server cannot be kept in ${join(file, 'server')}.`,
        hint: expect.stringContaining('Set MIDCALL_HOME to a folder that you can write to'),
      }),
    );
  });

  it('makes one key when many processes start at once [D8]', () => {
    const script = `import('${new URL('../dist/platform/key-file.js', import.meta.url).href}').then(m => process.stdout.write(m.readOrMakeKey(process.argv[1]).keys[0]))`;
    const path = join(home, 'race', 'keys');
    const shell = Array.from({ length: 6 }, () => `"$0" -e "$1" "$2" & `).join('');
    const { stdout } = spawnSync('sh', ['-c', `${shell} wait`, process.execPath, script, path], { encoding: 'utf8' });
    const key = readFileSync(path, 'utf8').trim();
    expect(stdout).toBe(key.repeat(6));
  });

  it('takes several keys, newest first, and notes between them', () => {
    const path = join(home, 'keys');
    writeFileSync(path, '# rotated in autumn\nnewer\n\n  older  \n');
    expect(readOrMakeKey(path)).toEqual({ keys: ['newer', 'older'], made: false });
  });
});

describe('a server on HTTP in production', () => {
  it('does not start without keys, and is told how to make one [D8]', () => {
    vi.stubEnv('NODE_ENV', 'production');
    expect(() => createMidcall({ serving: 'http' })).toThrow(
      expect.objectContaining({ code: 'KEYS_REQUIRED', hint: expect.stringContaining('midcall key new') }),
    );
    expect(() => createMidcall({ serving: 'stdio' }).attach(new McpServer({ name: 'x', version: '1' }))).not.toThrow();
  });
});
