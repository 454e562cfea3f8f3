/** Pages of a server on stdio: a listener on this machine while a page is open, and a code that binds one browser. */
import { connect as connectTcp } from 'node:net';
import { fakeClock, memoryStore } from '@midcall/store';
import { afterEach, describe, expect, it } from 'vitest';
import { type Frame, modernPeer, type Peer, textOf } from '../raw-peer.test.kit.js';
import { secretPage } from './page.js';
import { MOST_CODES, newCode, spokenCode, typedCode } from './page-code.js';
import { overSocket } from './socket.test.kit.js';
import { type Browser, browser, URL_MODE, visiting } from './visit.test.kit.js';

const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const KEY_PAGE = secretPage('key', { fields: { apiKey: { title: 'API key' } } });
const SECRET = 'PLANTED-sk-51e0';
const connect = visiting(async call => {
  const { apiKey } = await (await call.visit('key', { message: 'Records needs your API key.', page: KEY_PAGE })).secret();
  return `connected with ${apiKey.length} characters`;
});
const call = { name: 'connect', arguments: {} };

interface Begun {
  readonly peer: Peer;
  readonly first: Frame;
  readonly url: string;
  readonly code: string;
  readonly errors: unknown[];
  finish(): Promise<Frame>;
}

async function begun(): Promise<Begun> {
  const clock = fakeClock();
  const errors: unknown[] = [];
  // As on stdio: nobody's credentials, this machine's user.
  const local = { principal: () => undefined };
  const peer = await modernPeer([connect], {
    clock,
    store: memoryStore({ clock }),
    capabilities: URL_MODE,
    onError: error => errors.push(error),
    ...local,
  });
  peers.push(peer);
  const first = await peer.request('tools/call', call);
  const { message, url } = first.result.inputRequests.key.params;
  const code = /code: (\S+)$/.exec(message)?.[1] ?? '';
  const finish = () =>
    peer.request('tools/call', { ...call, requestState: first.result.requestState, inputResponses: { key: { action: 'accept' } } });
  return { peer, first, url, code, errors, finish };
}

const person = (): Browser => browser(overSocket);

describe('a page on this machine', () => {
  it('is served on 127.0.0.1, asks for the code of the question, and then for the secret [E-U-20, D20]', async () => {
    const { url, code, finish, peer, errors } = await begun();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/);
    expect(url).not.toContain(code);
    const me = person();
    expect((await me.open(url)).text).toContain('Enter the code');
    expect(me.at?.text).not.toContain('Records needs');
    const form = await me.submit({ code: ` ${code.toLowerCase()} ` });
    expect(form.text).toContain('API key');
    expect((await me.submit({ 'field.apiKey': SECRET })).text).toContain('Done');
    expect(textOf(await finish())).toBe(`connected with ${SECRET.length} characters`);
    expect(JSON.stringify([peer.frames, errors.map(String)])).not.toContain(SECRET);
  });

  it('belongs to the browser in which the code was typed: the same code opens no second one [E-U-18, E-U-20]', async () => {
    const { url, code } = await begun();
    const [me, other] = [person(), person()];
    await me.open(url);
    await other.open(url);
    await me.submit({ code });
    expect((await other.submit({ code })).text).toContain('belongs to another browser');
    expect((await person().open(url)).text).toContain('belongs to another browser');
    expect((await me.open(url)).text).toContain('API key');
  });

  it(`closes after ${MOST_CODES} wrong codes, also when they come all at once; looking costs none [D20, E-U-21]`, async () => {
    const { url, code, finish, errors } = await begun();
    const guessers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const one = person();
        await one.open(url);
        return one;
      }),
    );
    const answers = await Promise.all(guessers.map(one => one.submit({ code: 'AAAAAA' })));
    expect(answers.filter(seen => seen.text.includes('This is not the code')).length).toBeLessThanOrEqual(MOST_CODES - 1);
    const me = person();
    expect((await me.open(url)).status).toBe(404);
    expect((await guessers[0]?.submit({ code }))?.status).toBe(404);
    expect(textOf(await finish())).toContain('was closed or ran out');
    expect(JSON.stringify(errors.map(String))).not.toContain(code);
  });

  it('takes the right code on the last try', async () => {
    const { url, code } = await begun();
    const me = person();
    await me.open(url);
    for (let tries = 1; tries < MOST_CODES; tries += 1) await me.submit({ code: 'AAAAAA' });
    expect(me.at?.text).toContain('One try is left');
    expect((await me.submit({ code })).text).toContain('API key');
  });

  it('is reached under its own name only, whatever resolves to this machine', async () => {
    const { url } = await begun();
    const seen = await person().open(url, { host: 'evil.test' });
    expect(seen.status).toBe(403);
    const { port } = new URL(url);
    expect((await person().open(url, { host: `localhost:${port}` })).status).toBe(403);
  });

  it('hangs up on what is no HTTP, and refuses what is too long', async () => {
    const { url } = await begun();
    const { port } = new URL(url);
    const answer = await new Promise<string>(resolve => {
      let text = '';
      const socket = connectTcp(Number(port), '127.0.0.1', () => socket.write('HELO\r\n\r\n'));
      socket.on('data', chunk => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    const me = person();
    await me.open(url);
    expect((await me.submit({ code: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('is closed a minute after the last page was settled, and not before [N12]', async () => {
    const { url, code, peer, finish } = await begun();
    const me = person();
    await me.open(url);
    await me.submit({ code });
    await me.submit({ 'field.apiKey': SECRET });
    await finish();
    expect((await me.open(url)).text).toContain('Done');
    await peer.clock.advance(59_000);
    expect((await me.open(url)).text).toContain('Done');
    await peer.clock.advance(1_000);
    await expect(me.open(url)).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('a code', () => {
  it('is six characters that cannot be taken for one another, each as likely as the next', () => {
    const counts = new Map<string, number>();
    for (let at = 0; at < 5_000; at += 1) {
      const code = newCode(() => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'));
      expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}$/);
      for (const char of code) counts.set(char, (counts.get(char) ?? 0) + 1);
    }
    expect(counts.size).toBe(30);
    // 30,000 characters, 1,000 each: eight standard deviations to either side.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
  });

  it('may be typed as people type', () => {
    expect(typedCode(' abc-2 34 ')).toBe('ABC234');
    expect(typedCode(spokenCode('ABC234'))).toBe('ABC234');
  });
});
