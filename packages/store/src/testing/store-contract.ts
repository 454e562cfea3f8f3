/**
 * The one suite that every driver passes: `storeContract(name, driver)` inside a test file. Not published.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../clock.js';
import type { FakeClock } from '../fake-clock.js';
import { fakeClock } from '../fake-clock.js';
import type { Store } from '../store.js';

export interface DriverUnderTest {
  /** A handle on new, empty data; what is opened is closed by the suite. */
  open(clock: Clock): Promise<Store>;
  /** A further handle on the data of `first`, where the driver has that. */
  openAgain?(first: Store, clock: Clock): Promise<Store>;
}

export function storeContract(name: string, driver: DriverUnderTest): void {
  describe(`store contract: ${name}`, () => {
    const opened: Store[] = [];
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });

    const start = async (): Promise<{ readonly store: Store; readonly clock: FakeClock; readonly again: () => Promise<Store> }> => {
      const clock = fakeClock();
      const store = await driver.open(clock);
      opened.push(store);
      const again = async (): Promise<Store> => {
        const second = driver.openAgain === undefined ? store : await driver.openAgain(store, clock);
        opened.push(second);
        return second;
      };
      return { store, clock, again };
    };

    describe('records', () => {
      it('gives back what was put, byte for byte, whatever the text is', async () => {
        const { store } = await start();
        for (const value of ['', 'plain', '{"v":1}', 'ü😀', 'nul\0inside', 'lone \ud800 surrogate', '\ufeffbom', 'x'.repeat(300_000)]) {
          await store.put('key', value);
          expect((await store.get('key'))?.value).toBe(value);
        }
      });

      it('has nothing under a key that was never put, and leaves no member where there is no expiry', async () => {
        const { store } = await start();
        expect(await store.get('key')).toBeUndefined();
        expect(await store.take('key')).toBeUndefined();
        expect(await store.delete('key')).toBe(false);
        await store.put('key', 'a');
        expect(Object.keys((await store.get('key')) ?? {}).sort()).toEqual(['value', 'version']);
      });

      it('raises the version with each write of a key, also across delete and take, so that an old version never fits again', async () => {
        const { store } = await start();
        const seen: number[] = [];
        const note = async (): Promise<void> => {
          seen.push((await store.get('key'))?.version ?? Number.NaN);
        };
        await store.put('key', 'a');
        await note();
        await store.put('key', 'b');
        await note();
        await store.compareAndSet('key', seen[1] as number, 'c');
        await note();
        await store.delete('key');
        await store.putIfAbsent('key', 'd');
        await note();
        await store.take('key');
        await store.put('key', 'e');
        await note();
        expect(seen).toEqual([...seen].sort((a, b) => a - b));
        expect(new Set(seen).size).toBe(seen.length);
        expect(await store.compareAndSet('key', seen[0] as number, 'x')).toBe(false);
      });

      it('puts if absent exactly once and leaves what is there', async () => {
        const { store } = await start();
        expect(await store.putIfAbsent('key', 'first')).toBe(true);
        expect(await store.putIfAbsent('key', 'second')).toBe(false);
        expect((await store.get('key'))?.value).toBe('first');
      });

      it('compares and sets only on the version that stands, and says so as a value', async () => {
        const { store } = await start();
        expect(await store.compareAndSet('key', 1, 'x')).toBe(false);
        await store.put('key', 'a');
        const { version } = (await store.get('key')) as { version: number };
        expect(await store.compareAndSet('key', version + 1, 'x')).toBe(false);
        expect(await store.compareAndSet('key', version, 'b')).toBe(true);
        expect(await store.compareAndSet('key', version, 'c')).toBe(false);
        expect((await store.get('key'))?.value).toBe('b');
      });

      it('takes a record once and is told once that it deleted', async () => {
        const { store } = await start();
        await store.put('key', 'a');
        expect((await store.take('key'))?.value).toBe('a');
        expect(await store.take('key')).toBeUndefined();
        await store.put('key', 'b');
        expect(await store.delete('key')).toBe(true);
        expect(await store.delete('key')).toBe(false);
      });

      it('lets one of many racing callers take, put and set', async () => {
        const { store, again } = await start();
        const other = await again();
        const handles = [store, other, store, other, store, other];
        for (let round = 0; round < 20; round += 1) {
          await store.put(`take:${round}`, 'a');
          const { version } = (await store.get(`take:${round}`)) as { version: number };
          const set = await Promise.all(handles.map(each => each.compareAndSet(`take:${round}`, version, 'b')));
          const taken = await Promise.all(handles.map(each => each.take(`take:${round}`)));
          const put = await Promise.all(handles.map(each => each.putIfAbsent(`take:${round}`, 'c')));
          expect(set.filter(Boolean)).toHaveLength(1);
          expect(taken.filter(record => record !== undefined)).toHaveLength(1);
          expect(put.filter(Boolean)).toHaveLength(1);
        }
      });

      it('treats keys as data: odd ones neither collide nor match more than themselves [N11]', async () => {
        const { store } = await start();
        for (const key of ODD_KEYS) expect(await store.putIfAbsent(key, `value of ${JSON.stringify(key)}`)).toBe(true);
        for (const key of ODD_KEYS) expect((await store.get(key))?.value).toBe(`value of ${JSON.stringify(key)}`);
        for (const key of ODD_KEYS) expect((await store.take(key))?.value).toBe(`value of ${JSON.stringify(key)}`);
        expect(await store.list('')).toEqual([]);
      });
    });

    describe('expiry', () => {
      it('makes a record absent for every verb at the moment it expires', async () => {
        const verbs: readonly ((store: Store) => Promise<unknown>)[] = [
          store => store.get('key'),
          store => store.take('key'),
          async store => ((await store.delete('key')) ? 'deleted' : undefined),
          async store => (await store.list(''))[0],
          async store => ((await store.putIfAbsent('key', 'new')) ? undefined : 'there'),
          async store => ((await store.compareAndSet('key', 1, 'new')) ? 'set' : undefined),
        ];
        for (const verb of verbs) {
          const { store, clock } = await start();
          await store.put('key', 'a', { expiresAt: clock.now() + 100 });
          await clock.advance(99);
          expect((await store.get('key'))?.value).toBe('a');
          await clock.advance(1);
          expect(await verb(store)).toBeUndefined();
        }
      });

      it('keeps the old expiry on compare-and-set without one, and takes a new one', async () => {
        const { store, clock } = await start();
        const expiresAt = clock.now() + 100;
        await store.put('key', 'a', { expiresAt });
        await store.compareAndSet('key', (await store.get('key'))?.version ?? 0, 'b');
        expect((await store.get('key'))?.expiresAt).toBe(expiresAt);
        await store.compareAndSet('key', (await store.get('key'))?.version ?? 0, 'c', { expiresAt: expiresAt + 50 });
        await clock.advance(120);
        expect((await store.get('key'))?.value).toBe('c');
      });

      it('drops the expiry when a plain put replaces the record, and starts anew after it expired', async () => {
        const { store, clock } = await start();
        await store.put('key', 'a', { expiresAt: clock.now() + 10 });
        await store.put('key', 'b');
        await store.put('other', 'a', { expiresAt: clock.now() + 10 });
        await clock.advance(50);
        expect((await store.get('key'))?.value).toBe('b');
        expect(await store.putIfAbsent('other', 'again')).toBe(true);
        expect((await store.get('other'))?.expiresAt).toBeUndefined();
      });

      it('is never there with an expiry in the past, and refuses one that is no moment', async () => {
        const { store, clock } = await start();
        await store.put('key', 'a', { expiresAt: clock.now() - 1 });
        expect(await store.get('key')).toBeUndefined();
        for (const expiresAt of [Number.NaN, Number.POSITIVE_INFINITY]) {
          await expect(store.put('key', 'a', { expiresAt })).rejects.toThrow(RangeError);
          await expect(store.putIfAbsent('key', 'a', { expiresAt })).rejects.toThrow(RangeError);
          await expect(store.compareAndSet('key', 1, 'a', { expiresAt })).rejects.toThrow(RangeError);
        }
      });

      it('keeps what lives while thousands of others expire around it', async () => {
        const { store, clock } = await start();
        await store.put('kept', 'a', { expiresAt: clock.now() + 1_000_000 });
        for (let index = 0; index < 500; index += 1) await store.put(`gone:${index}`, 'x', { expiresAt: clock.now() + 1 + (index % 7) });
        await clock.advance(10);
        for (let index = 0; index < 200; index += 1) await store.put(`new:${index}`, 'x');
        expect(await store.list('gone:')).toEqual([]);
        expect(await store.list('new:')).toHaveLength(200);
        expect((await store.get('kept'))?.value).toBe('a');
      });
    });

    describe('listing', () => {
      it('lists by prefix in the order of code units', async () => {
        const { store } = await start();
        for (const key of ODD_KEYS) await store.put(key, key);
        expect((await store.list('')).map(entry => entry.key)).toEqual([...ODD_KEYS].sort());
        for (const prefix of ['a', 'a%', 'a_', '__proto__', '\ud83d', '😀', '\uffff', 'ü', 'nothing']) {
          expect((await store.list(prefix)).map(entry => entry.key)).toEqual([...ODD_KEYS].filter(key => key.startsWith(prefix)).sort());
        }
      });

      it('pages with a limit and a key to go on after, and misses nothing', async () => {
        const { store } = await start();
        const keys = Array.from({ length: 25 }, (_, index) => `page:${String(index).padStart(3, '0')}`);
        for (const key of [...keys].reverse()) await store.put(key, key);
        await store.put('pagf', 'beyond');
        const seen: string[] = [];
        for (let after: string | undefined; ; ) {
          const part = await store.list('page:', after === undefined ? { limit: 7 } : { limit: 7, after });
          if (part.length === 0) break;
          expect(part.length).toBeLessThanOrEqual(7);
          seen.push(...part.map(entry => entry.key));
          after = part.at(-1)?.key;
        }
        expect(seen).toEqual(keys);
        expect((await store.list('page:', { after: 'a' })).length).toBe(25);
        expect(await store.list('page:', { after: 'zzz' })).toEqual([]);
        expect(await store.list('page:', { limit: 0 })).toEqual([]);
      });

      it('lists at most 1,000 without a limit, and all without bound where asked', async () => {
        const { store } = await start();
        for (let index = 0; index < 1_005; index += 1) await store.put(`many:${index}`, '');
        expect(await store.list('many:')).toHaveLength(1_000);
        expect(await store.list('many:', { limit: Number.POSITIVE_INFINITY })).toHaveLength(1_005);
      }, 60_000);

      it('stays right when keys come, go and come back between two listings', async () => {
        const { store } = await start();
        await store.put('b', '1');
        expect((await store.list('')).map(entry => entry.key)).toEqual(['b']);
        await store.take('b');
        await store.put('a', '1');
        await store.put('b', '2');
        expect((await store.list('')).map(entry => [entry.key, entry.value])).toEqual([
          ['a', '1'],
          ['b', '2'],
        ]);
      });
    });

    describe('watching', () => {
      it('tells of every kind of change under the prefix, and of nothing else', async () => {
        const { store, clock, again } = await start();
        const other = await again();
        const keys = new Set<string>();
        const stop = store.watch('watched:', key => keys.add(key));
        await other.put('watched:put', 'a');
        await other.putIfAbsent('watched:absent', 'a');
        await other.put('elsewhere', 'a');
        await clock.advance(20);
        expect([...keys].sort()).toEqual(['watched:absent', 'watched:put']);
        keys.clear();
        await other.take('watched:put');
        await other.compareAndSet('watched:absent', (await other.get('watched:absent'))?.version ?? 0, 'b');
        await clock.advance(20);
        expect([...keys].sort()).toEqual(['watched:absent', 'watched:put']);
        keys.clear();
        await other.delete('watched:absent');
        await clock.advance(20);
        expect([...keys]).toEqual(['watched:absent']);
        stop();
        stop();
        keys.clear();
        await other.put('watched:late', 'a');
        await clock.advance(20);
        expect(keys.size).toBe(0);
      });

      it('does not tell of lost races and of expiry', async () => {
        const { store, clock } = await start();
        await store.put('watched', 'a', { expiresAt: clock.now() + 5 });
        const keys: string[] = [];
        store.watch('', key => keys.push(key));
        await store.putIfAbsent('watched', 'b');
        await store.compareAndSet('watched', -1, 'b');
        await store.delete('nothing');
        await clock.advance(20);
        expect(await store.take('watched')).toBeUndefined();
        await clock.advance(20);
        expect(keys).toEqual([]);
      });

      it('lets a listener write, and does not call one that was stopped for an earlier write', async () => {
        const { store, clock } = await start();
        const seen: string[] = [];
        store.watch('ping', () => void store.put('pong', 'a'));
        store.watch('pong', key => seen.push(key));
        const stop = store.watch('ping', key => seen.push(`stopped ${key}`));
        const writing = store.put('ping', 'a');
        stop();
        await writing;
        await clock.advance(20);
        expect(seen).toEqual(['pong']);
      });

      it('leaves no timer behind when nobody watches', async () => {
        const { store, clock } = await start();
        const stops = [store.watch('a', () => {}), store.watch('b', () => {}, { idle: true })];
        for (const stop of stops) stop();
        expect(clock.pending).toBe(0);
        store.watch('c', () => {});
        await store.close();
        expect(clock.pending).toBe(0);
      });
    });

    describe('identity and end', () => {
      it('keeps one id for the same data and has another for other data [D2]', async () => {
        const { store, again } = await start();
        const { store: foreign } = await start();
        expect(await store.id()).toBe(await store.id());
        expect(await (await again()).id()).toBe(await store.id());
        expect(await foreign.id()).not.toBe(await store.id());
      });

      it('refuses every verb with STORE_CLOSED after it was closed, and may be closed twice', async () => {
        const { store } = await start();
        await store.close();
        await store.close();
        const verbs = [
          store.id(),
          store.get('k'),
          store.put('k', 'v'),
          store.putIfAbsent('k', 'v'),
          store.compareAndSet('k', 1, 'v'),
          store.take('k'),
          store.delete('k'),
          store.list(''),
        ];
        for (const verb of verbs) await expect(verb).rejects.toMatchObject({ name: 'MidcallError', code: 'STORE_CLOSED' });
        expect(() => store.watch('', () => {})).toThrow(expect.objectContaining({ code: 'STORE_CLOSED' }));
      });
    });
  });
}

const ODD_KEYS = [
  '',
  'a',
  'a%',
  'a%b',
  'a_',
  'aXb',
  'a\\',
  "a'b",
  'a"b',
  'a\0',
  'a\0b',
  'A',
  'ä',
  'a\u0308',
  'ü',
  '__proto__',
  'constructor',
  'toString',
  '\u007f',
  '\u0080',
  '\u07ff',
  '\u0800',
  '\ud7ff',
  '\ud800',
  '\udfff',
  '\ud83d',
  '😀',
  '😀a',
  '\ue000',
  '\uffff',
  '\ufeff',
  'x'.repeat(2_000),
];
