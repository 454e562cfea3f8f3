import type { Json } from '@midcall/core';
import { isMidcallError } from '@midcall/core';
import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey } from './key-ring.js';
import { nodeCrypto } from './node-crypto.js';
import type { Sealer, SealLabel } from './sealer.js';
import { createSealer, MAX_TOKEN } from './sealer.js';
import { webCrypto } from './web-crypto.js';

const PORTS = { node: nodeCrypto, web: webCrypto } as const;
type PortName = keyof typeof PORTS;
const names = Object.keys(PORTS) as PortName[];

const sealer = (port: PortName, keys: string | readonly string[], label: SealLabel = 'state'): Sealer =>
  createSealer({ ring: createKeyRing(keys), label, crypto: PORTS[port] });

/** What an `open` that must fail says, whole: everything an attacker could tell two failures apart by. */
async function refusal(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (!isMidcallError(error)) throw error;
    return JSON.stringify([error.name, error.code, error.message, error.hint, error.data, error.cause]);
  }
  throw new Error('it was opened');
}

describe.each(names)('sealed state over %s crypto', port => {
  const key = newKey();
  const ours = sealer(port, key);
  const invalid = (): Promise<string> => refusal(() => ours.open('', ''));

  it('comes back as it went in, whatever it holds, from another instance with the same key [N6, E-M-07]', async () => {
    for (const payload of PAYLOADS) {
      const token = await ours.seal(payload, 'aad');
      expect(await sealer(port, key).open(token, 'aad')).toEqual(payload);
    }
  });

  it('is the same when the caller has written the JSON already', async () => {
    expect(await ours.open(await ours.sealText('{"b":[1,2],"a":"ü"}', 'aad'), 'aad')).toEqual({ b: [1, 2], a: 'ü' });
    const large = JSON.parse(await refusal(() => ours.sealText('"'.padEnd(70_000, 'x'), 'aad')));
    expect(large[1]).toBe('STATE_TOO_LARGE');
  });

  it('hides what it holds and is another text every time [N6, N9]', async () => {
    const tokens = new Set<string>();
    for (let count = 0; count < 300; count += 1) tokens.add(await ours.seal({ answer: 'Production' }, 'aad'));
    expect(tokens.size).toBe(300);
    for (const token of tokens) {
      expect(token).toMatch(/^mc1\.[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]+$/);
      expect(Buffer.from(token.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('Production');
    }
  });

  it('is refused after a change of any single bit or character, and when cut anywhere [N6, E-M-10]', async () => {
    const token = await ours.seal({ key: 'target', round: 1 }, 'aad');
    const same = await invalid();
    for (let index = 0; index < token.length; index += 1) {
      for (const code of [token.charCodeAt(index) ^ 1, token.charCodeAt(index) ^ 2, token.charCodeAt(index) ^ 32, 0x41, 0x2b, 0x3d, 0x20]) {
        const changed = token.slice(0, index) + String.fromCharCode(code) + token.slice(index + 1);
        if (changed !== token) expect(await refusal(() => ours.open(changed, 'aad'))).toBe(same);
      }
      expect(await refusal(() => ours.open(token.slice(0, index), 'aad'))).toBe(same);
    }
    for (const longer of [`${token}A`, `${token}=`, ` ${token}`, `${token}\n`, token + token, token.toUpperCase()]) {
      expect(await refusal(() => ours.open(longer, 'aad'))).toBe(same);
    }
    expect(await ours.open(token, 'aad')).toEqual({ key: 'target', round: 1 });
  });

  it('has exactly one spelling: the unused bits of the last character must be zero [N6]', async () => {
    for (const payload of ['', 'a', 'ab', 'abc', 'abcd']) {
      const token = await ours.seal(payload, 'aad');
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      let spellings = 0;
      for (const last of alphabet) {
        const opened = await Promise.resolve()
          .then(() => ours.open(token.slice(0, -1) + last, 'aad'))
          .then(
            () => true,
            () => false,
          );
        if (opened) spellings += 1;
      }
      expect(spellings).toBe(1);
    }
  });

  it('refuses an unknown key, a swapped kid, other AAD, another label and plain garbage with one identical error [D7, N6]', async () => {
    const same = await invalid();
    const second = newKey();
    const both = sealer(port, [key, second]);
    const kidOf = (token: string): string => token.slice(4, 12);
    const token = await both.seal({ a: 1 }, 'alice|deploy');
    const other = await sealer(port, second).seal({ a: 1 }, 'alice|deploy');
    const foreign = await sealer(port, newKey()).seal({ a: 1 }, 'alice|deploy');
    const swapped = token.replace(kidOf(token), kidOf(other));
    const attempts: readonly (readonly [string, string])[] = [
      [foreign, 'alice|deploy'],
      [swapped, 'alice|deploy'],
      [token.replace(kidOf(token), 'AAAAAAAA'), 'alice|deploy'],
      [token, 'mallory|deploy'],
      [token, 'alice|delete_all'],
      [token, ''],
      [token.replace('mc1.', 'mc2.'), 'alice|deploy'],
      ['mc1..', 'alice|deploy'],
      ['mc1.AAAAAAAA.', 'alice|deploy'],
      [`mc1.AAAAAAAA.${'A'.repeat(10)}`, 'alice|deploy'],
      ['null', 'alice|deploy'],
      ['\u0000\ud800', 'alice|deploy'],
      [`${token.slice(0, 13)}${'A'.repeat(MAX_TOKEN)}`, 'alice|deploy'],
    ];
    for (const [text, aad] of attempts) expect(await refusal(() => both.open(text, aad))).toBe(same);
    expect(await refusal(() => sealer(port, [key, second], 'page').open(token, 'alice|deploy'))).toBe(same);
    expect(await both.open(token, 'alice|deploy')).toEqual({ a: 1 });
    expect(await both.open(other, 'alice|deploy')).toEqual({ a: 1 });
  });

  it('cannot have bytes moved between the kid and the AAD [N6]', async () => {
    const token = await ours.seal(1, 'b');
    const kid = token.slice(4, 12);
    await refusal(() => ours.open(token, `${kid}.b`));
    await refusal(() => ours.open(token, `mc1.${kid}.b`));
  });

  it('seals with the first key and opens with all, until the old one is dropped [D8]', async () => {
    const fresh = newKey();
    const old = await ours.seal('old', 'aad');
    const rotated = sealer(port, [fresh, key]);
    expect(await rotated.open(old, 'aad')).toBe('old');
    expect((await rotated.seal('x', 'aad')).slice(4, 12)).not.toBe(old.slice(4, 12));
    await refusal(() => sealer(port, fresh).open(old, 'aad'));
    await refusal(() => ours.open('', 'aad'));
  });

  it('opens its own rows, tells those that should be sealed again, and names the kid of a lost key [D8]', async () => {
    const fresh = newKey();
    const row = await ours.seal({ draft: 1 }, 'row:1');
    const rotated = sealer(port, [fresh, key]);
    expect(await rotated.openRow(row, 'row:1')).toEqual({ payload: { draft: 1 }, rotated: true });
    expect(await rotated.openRow(await rotated.seal({ draft: 2 }, 'row:1'), 'row:1')).toEqual({ payload: { draft: 2 }, rotated: false });
    const lost = JSON.parse(await refusal(() => sealer(port, fresh).openRow(row, 'row:1')));
    expect(lost.slice(0, 2)).toEqual(['MidcallError', 'KEY_UNKNOWN']);
    expect(lost[2]).toContain(row.slice(4, 12));
    expect(await refusal(() => ours.openRow(row, 'row:2'))).toBe(await invalid());
    expect(await refusal(() => ours.openRow('nothing', 'row:1'))).toBe(await invalid());
  });

  it('makes no token longer than it would open, and caps the length before it decodes [D7, E-M-09]', async () => {
    const longest = MAX_TOKEN - 'mc1.12345678.'.length;
    const fits = 'x'.repeat(Math.floor((longest * 3) / 4) - 12 - 16 - 2);
    const token = await ours.seal(fits, 'aad');
    expect(token.length).toBeLessThanOrEqual(MAX_TOKEN);
    expect(await ours.open(token, 'aad')).toBe(fits);
    const large = JSON.parse(await refusal(() => ours.seal(`${fits}xxx`, 'aad')));
    expect(large[1]).toBe('STATE_TOO_LARGE');
    const rows = createSealer({ ring: createKeyRing(key), label: 'state', crypto: PORTS[port], maxLength: 400_000 });
    expect(await rows.open(await rows.seal(`${fits}xxx`, 'aad'), 'aad')).toBe(`${fits}xxx`);
  });

  it('says nothing of state, key or AAD in any error [N9]', async () => {
    const token = await ours.seal({ answer: 'topsecret' }, 'topsecret-aad');
    for (const work of [
      () => ours.open(token, 'other'),
      () => ours.open(`${token}A`, 'topsecret-aad'),
      () => sealer(port, newKey()).openRow(token, 'topsecret-aad'),
      () => ours.seal('topsecret'.repeat(10_000), 'topsecret-aad'),
    ]) {
      const said = await refusal(work);
      expect(said).not.toContain('topsecret');
      expect(said).not.toContain(key);
      expect(said).not.toContain(token.slice(13, 40));
    }
  });
});

describe('the two crypto ports', () => {
  it('write one format: what either seals, the other opens, under every label [D8]', async () => {
    const key = newKey();
    for (const label of ['state', 'page', 'desk', 'audit'] as const) {
      const node = sealer('node', key, label);
      const web = sealer('web', key, label);
      for (const payload of PAYLOADS) {
        expect(await web.open(await node.seal(payload, 'ä'), 'ä')).toEqual(payload);
        expect(await node.open(await web.seal(payload, 'ä'), 'ä')).toEqual(payload);
      }
      expect((await web.seal(1, '')).slice(0, 13)).toBe((await node.seal(1, '')).slice(0, 13));
    }
  });

  it('digest alike', async () => {
    for (const text of ['', 'abc', 'ü😀', 'x'.repeat(5_000)]) expect(await webCrypto.digest(text)).toBe(nodeCrypto.digest(text));
    // FIPS 180-2, appendix B.1
    expect(Buffer.from(nodeCrypto.digest('abc'), 'base64url').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('answers at once on node:crypto, so that no turn of the event loop is spent', () => {
    const node = sealer('node', newKey());
    const token = node.seal({ a: 1 }, 'aad');
    expect(typeof token).toBe('string');
    expect(node.open(token as string, 'aad')).toEqual({ a: 1 });
  });
});

const PAYLOADS: readonly Json[] = [
  null,
  0,
  '',
  'ü😀',
  'nul\0inside',
  [],
  {},
  { nested: [{ deep: { er: [1.5, -0.25, 'x', null, true] } }] },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as Json,
  { long: 'x'.repeat(20_000) },
];
