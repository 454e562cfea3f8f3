import { describe, expect, it } from 'vitest';
import { refuse } from './gate.js';

const ORIGIN = 'http://127.0.0.1:4319';

function judge(path: string, headers: Record<string, string> = {}, method = 'GET', at = ORIGIN): string {
  return refuse(new Request(`${at}${path}`, { method, headers }), ORIGIN)?.reason ?? 'passes';
}

describe('the gate', () => {
  it('takes exactly one host, port included [D30, D32]', () => {
    expect(judge('/')).toBe('passes');
    expect(judge('/', { host: '127.0.0.1:4319' })).toBe('passes');
    for (const host of [
      'localhost:4319',
      '127.0.0.1',
      '127.0.0.1:4320',
      '127.0.0.1:4319.evil.example',
      'evil.example:4319',
      '[::1]:4319',
      '',
    ]) {
      expect([host, judge('/', { host })]).toEqual([host, 'host']);
    }
    expect(judge('/', {}, 'GET', 'http://rebind.example:4319')).toBe('host');
  });

  it('takes deeds only from pages of exactly its own origin [D30, D32, E-T-15]', () => {
    const post = (origin?: string) => judge('/api/questions/q/answer', origin === undefined ? {} : { origin }, 'POST');
    expect(post(ORIGIN)).toBe('passes');
    for (const origin of [
      undefined,
      'null',
      'http://127.0.0.1:4320',
      'https://127.0.0.1:4319',
      'http://localhost:4319',
      'http://evil.example',
    ]) {
      expect([origin, post(origin)]).toEqual([origin, 'origin']);
    }
    expect(judge('/api/live', { origin: 'http://evil.example' })).toBe('origin');
  });

  it('takes the login file’s post from nowhere but a file, and nothing else from there [D32]', () => {
    expect(
      judge(
        '/login/file',
        { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        'POST',
      ),
    ).toBe('passes');
    expect(judge('/login/file', { origin: 'http://evil.example' }, 'POST')).toBe('origin');
    expect(judge('/login', { origin: 'null' }, 'POST')).toBe('origin');
  });

  it('lets a link from elsewhere open the page, and neither read, frame nor include anything [D32, D36]', () => {
    const cross = { 'sec-fetch-site': 'cross-site' };
    expect(judge('/q/abc', { ...cross, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe('passes');
    expect(judge('/api/live', { ...cross, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).toBe('site');
    expect(judge('/inbox.js', { ...cross, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' })).toBe('site');
    expect(judge('/', { ...cross, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe('frame');
    expect(judge('/', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).toBe('site');
  });

  it('takes no other methods', () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH']) expect(judge('/', { origin: ORIGIN }, method)).toBe('method');
  });
});
