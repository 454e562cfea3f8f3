import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessToken } from './access-token.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the token of the gateway', () => {
  it('is made once, for this user only, and stays [D30]', () => {
    const env = { MIDCALL_HOME: home };
    const { token, path } = accessToken(env);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(accessToken(env).token).toBe(token);
    expect(readdirSync(home)).toEqual(['gateway.token']);
  });

  it('is not used where others can read it, or where it is no token', () => {
    const env = { MIDCALL_HOME: home };
    const { path } = accessToken(env);
    chmodSync(path, 0o644);
    expect(() => accessToken(env)).toThrow('is not a token that only you can read');
    writeFileSync(path, 'short');
    chmodSync(path, 0o600);
    expect(() => accessToken(env)).toThrow('is not a token that only you can read');
  });
});
