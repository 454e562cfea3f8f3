/** Which order of events breaks a store: reading what another handle is changing, closing in the middle, hearing too late. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import Libsql from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from './fake-clock.js';
import { memoryStore } from './memory-store.js';
import { sqliteStore } from './sqlite.js';
import type { Store } from './store.js';

const folders: string[] = [];
const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'midcall-store-'));
  folders.push(folder);
  return join(folder, 'midcall.db');
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('both drivers', () => {
  it('answer alike to any sequence of verbs, keys and moments, with two handles on the file', async () => {
    const key = fc.constantFrom('a', 'a\0', 'b', 'b%', '__proto__', '😀', '\ud83d', '');
    const step = fc.oneof(
      fc.record({ verb: fc.constant('put' as const), key, ttl: fc.option(fc.integer({ min: -1, max: 30 })) }),
      fc.record({ verb: fc.constant('putIfAbsent' as const), key, ttl: fc.option(fc.integer({ min: -1, max: 30 })) }),
      fc.record({
        verb: fc.constant('compareAndSet' as const),
        key,
        ttl: fc.option(fc.integer({ min: -1, max: 30 })),
        stale: fc.boolean(),
      }),
      fc.record({ verb: fc.constantFrom('take' as const, 'delete' as const, 'get' as const), key }),
      fc.record({ verb: fc.constant('list' as const), key, limit: fc.integer({ min: 0, max: 3 }), after: fc.option(key) }),
      fc.record({ verb: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const clock = fakeClock();
        const path = newFile();
        const memory = memoryStore({ clock });
        const handles = [sqliteStore({ path, clock }), sqliteStore({ path, clock })];
        const play = async (store: Store, value: string, at: (typeof steps)[number]): Promise<unknown> => {
          const options = 'ttl' in at && at.ttl !== null ? { expiresAt: clock.now() + at.ttl } : {};
          switch (at.verb) {
            case 'put':
              return store.put(at.key, value, options);
            case 'putIfAbsent':
              return store.putIfAbsent(at.key, value, options);
            case 'compareAndSet':
              return store.compareAndSet(at.key, at.stale ? -1 : ((await store.get(at.key))?.version ?? -1), value, options);
            case 'list':
              return (await store.list(at.key, { limit: at.limit, ...(at.after !== null && { after: at.after }) })).map(withoutVersion);
            case 'wait':
              return undefined;
            case 'delete':
              return store.delete(at.key);
            default:
              return withoutVersion(await store[at.verb](at.key));
          }
        };
        for (const [index, at] of steps.entries()) {
          if (at.verb === 'wait') await clock.advance(at.ms);
          const file = handles[index % 2] as Store;
          expect(await play(file, `value ${index}`, at)).toEqual(await play(memory, `value ${index}`, at));
        }
        for (const store of handles) await store.close();
      }),
      { numRuns: 30 },
    );
    function withoutVersion(record: object | undefined): unknown {
      if (record === undefined) return undefined;
      const { version, ...rest } = record as { readonly version: unknown };
      expect(version).toBeGreaterThan(0);
      return rest;
    }
  });
});

describe('the SQLite driver', () => {
  it('waits for a writer of another connection instead of failing, and reads while that one writes [D33]', async () => {
    const path = newFile();
    const store = sqliteStore({ path });
    await store.put('key', 'before');
    // Another process holds the write lock for 300 ms: our write has to come after it, our read must not wait.
    const child = spawn(process.execPath, ['-e', HOLD_THE_LOCK, path], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect((await store.get('key'))?.value).toBe('before');
    child.stdin.end();
    await once(child.stdout, 'data');
    await store.put('key', 'ours');
    await once(child, 'exit');
    expect((await store.get('key'))?.value).toBe('ours');
    expect((await store.get('theirs'))?.value).toBe('x');
    await store.close();
  });

  it('tells a watcher of a change that came between its last look and the end of watching by others', async () => {
    const path = newFile();
    const clock = fakeClock();
    const store = sqliteStore({ path, clock });
    const other = sqliteStore({ path });
    const heard: string[] = [];
    const stopFirst = store.watch('a', () => {});
    store.watch('b', key => heard.push(key), { idle: true });
    await other.put('b', '1');
    stopFirst(); // the pace goes down from 10 ms to 250 ms; the change is older than that
    await clock.advance(250);
    expect(heard).toEqual(['b']);
    await store.close();
    await other.close();
  });

  it('does not call a listener after close, even for a change that was already read', async () => {
    const path = newFile();
    const clock = fakeClock();
    const store = sqliteStore({ path, clock });
    const heard: string[] = [];
    store.watch('', key => heard.push(key));
    const writing = store.put('key', 'value');
    const closing = store.close();
    await Promise.allSettled([writing, closing]);
    await clock.advance(1_000);
    expect(heard).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('keeps a record that another process renewed while this one was sweeping the expired', async () => {
    const path = newFile();
    const clock = fakeClock();
    const store = sqliteStore({ path, clock });
    const other = sqliteStore({ path, clock });
    await store.put('lease', 'old', { expiresAt: clock.now() + 10 });
    await clock.advance(10);
    expect(await other.putIfAbsent('lease', 'new', { expiresAt: clock.now() + 1_000 })).toBe(true);
    for (let index = 0; index < 200; index += 1) await store.put('busy', String(index));
    expect((await store.get('lease'))?.value).toBe('new');
    await store.close();
    await other.close();
  });

  it('leaves no transaction open after a sweep that failed', async () => {
    const path = newFile();
    const store = sqliteStore({ path });
    const raw = new Libsql(path);
    raw.exec("CREATE TRIGGER broken BEFORE DELETE ON change BEGIN SELECT RAISE(ABORT, 'no'); END");
    raw.exec('UPDATE clock SET n = 50000');
    raw.exec("INSERT INTO change VALUES (1, 'x')");
    for (let index = 0; index < 130; index += 1) await store.put('busy', String(index));
    expect((await store.get('busy'))?.value).toBe('129');
    raw.exec('DROP TRIGGER broken');
    raw.exec("INSERT INTO record VALUES (x'61', 'from outside', 1, NULL)"); // would fail if a transaction were open
    expect((await store.get('a'))?.value).toBe('from outside');
    raw.close();
    await store.close();
  });
});

const HOLD_THE_LOCK = `
  const Libsql = require(${JSON.stringify(new URL('../../../node_modules/libsql/index.js', import.meta.url).pathname)});
  const db = new Libsql(process.argv[1], { timeout: 5000 });
  db.exec('BEGIN IMMEDIATE');
  db.exec("INSERT INTO record VALUES (CAST('theirs' AS BLOB), 'x', 1, NULL)");
  require('node:fs').writeSync(1, 'locked');
  process.stdin.resume().on('end', () => { require('node:fs').writeSync(1, 'soon'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); db.exec('COMMIT'); db.close(); });
`;
