import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type CallbackServer, callbackServer } from './callback-server.js';

const STATE = 'the-state-of-this-flow';
let server: CallbackServer | undefined;
afterEach(() => server?.close());

const get = async (query: string, at = server?.redirect ?? new URL('about:blank')): Promise<number> =>
  (await fetch(`${at.href}${query}`)).status;

describe('the port that a browser comes back to', () => {
  it('takes the answer of its own flow, once, and turns everything else away', async () => {
    server = await callbackServer(STATE, 0);
    const { redirect } = server;
    for (const query of ['', '?code=c', `?code=c&state=${STATE}x`, '?code=c&state=', `?state=${STATE}`])
      expect([query, await get(query)]).toEqual([query, 400]);
    expect((await fetch(redirect, { method: 'POST', body: `code=c&state=${STATE}` })).status).toBe(400);
    expect(await get(`?code=c&state=${STATE}`, new URL('/other', redirect))).toBe(400);
    // A page of a stranger, whose name now leads here.
    const rebound = await new Promise<number | undefined>(resolve => {
      request(`${redirect.href}?code=evil&state=${STATE}`, { headers: { host: 'evil.example' } }, response => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(rebound).toBe(400);
    expect(await get(`?code=good&state=${STATE}&iss=https%3A%2F%2Fid.example`)).toBe(200);
    expect(await get(`?code=late&state=${STATE}`)).toBe(400);
    expect([...(await server.answered)]).toEqual([
      ['code', 'good'],
      ['state', STATE],
      ['iss', 'https://id.example'],
    ]);
  });

  it('shows nothing of what came, runs no script and is kept by no cache [N9, N11]', async () => {
    server = await callbackServer(STATE, 0);
    const response = await fetch(`${server.redirect.href}?code=PLANTED&state=${STATE}&x=<script>`);
    const page = await response.text();
    expect(page).not.toMatch(/PLANTED|<script/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  });

  it('says that the person, or the server, said no, in a word that is no text of a stranger [N11]', async () => {
    server = await callbackServer(STATE, 0);
    await get(`?error=access_denied&state=${STATE}`);
    await expect(server.answered).rejects.toThrow('The sign-in was refused (access_denied).');
    await server.close();
    server = await callbackServer(STATE, 0);
    await get(`?error=${encodeURIComponent('\u001b[2J paste this')}&state=${STATE}`);
    await expect(server.answered).rejects.toThrow('(no reason that can be shown)');
  });

  it('takes an address that a person copied out of a browser on another machine', async () => {
    server = await callbackServer(STATE, 0);
    for (const address of ['', 'no address', 'http://127.0.0.1:1/callback?code=c&state=other']) expect(server.take(address)).toBe(false);
    expect(server.take(`http://127.0.0.1:1/callback?code=pasted&state=${STATE}`)).toBe(true);
    expect((await server.answered).get('code')).toBe('pasted');
  });
});
