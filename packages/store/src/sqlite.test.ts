import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from './fake-clock.js';
import { sqliteStore } from './sqlite.js';
import { KEPT_CHANGES } from './sqlite-changes.js';
import type { Store } from './store.js';
import { storeContract } from './testing/store-contract.js';

const folders: string[] = [];
const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'midcall-store-'));
  folders.push(folder);
  return join(folder, 'made', 'midcall.db');
};
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const paths = new WeakMap<Store, string>();
storeContract('SQLite', {
  async open(clock) {
    const path = newFile();
    const store = sqliteStore({ path, clock });
    paths.set(store, path);
    return store;
  },
  openAgain: async (first, clock) => sqliteStore({ path: paths.get(first) ?? '', clock }),
});

/** Starts a worker on the built package and waits until it is ready; `go` lets it work and returns its report. */
async function worker(path: string, ...job: readonly string[]): Promise<{ readonly child: ChildProcess; go(): Promise<unknown> }> {
  const child = fork(fileURLToPath(new URL('../dist/testing/store-worker.js', import.meta.url)), [path, ...job]);
  children.push(child);
  const [ready] = await once(child, 'message');
  expect(ready).toBe('ready');
  return {
    child,
    async go() {
      const reported = once(child, 'message');
      child.send('go');
      const [message] = (await reported) as [{ readonly report: unknown }];
      return message.report;
    },
  };
}

const workers = (count: number, path: string, ...job: readonly string[]) =>
  Promise.all(Array.from({ length: count }, () => worker(path, ...job)));

describe('processes on one file', () => {
  for (const count of [2, 3]) {
    it(`hands each record to exactly one of ${count} processes that race to take it [D33]`, async () => {
      const path = newFile();
      const store = sqliteStore({ path });
      for (let index = 0; index < 200; index += 1) await store.put(`race:${index}`, 'x');
      const racing = await workers(count, path, 'take', '200');
      const won = (await Promise.all(racing.map(each => each.go()))) as number[][];
      expect(won.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
      expect(await store.list('race:')).toEqual([]);
      await store.close();
    });

    it(`lets exactly one of ${count} processes put what is absent [D33]`, async () => {
      const path = newFile();
      const racing = await workers(count, path, 'putIfAbsent', '200');
      const won = (await Promise.all(racing.map(each => each.go()))) as number[][];
      expect(won.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
    });

    it(`loses no count when ${count} processes compare and set one record [D33]`, async () => {
      const path = newFile();
      const store = sqliteStore({ path });
      await store.put('counter', '0');
      const racing = await workers(count, path, 'compareAndSet', '100');
      await Promise.all(racing.map(each => each.go()));
      expect((await store.get('counter'))?.value).toBe(String(count * 100));
      await store.close();
    });
  }

  it('makes the file, its schema and its id once when three processes open it at the same moment [D2]', async () => {
    const path = newFile();
    const racing = await workers(3, path, 'id');
    const ids = await Promise.all(racing.map(each => each.go()));
    expect(new Set(ids).size).toBe(1);
    const store = sqliteStore({ path });
    expect(await store.id()).toBe(ids[0]);
    await store.close();
  });

  it('keeps every acknowledged write through kill -9 [N12]', async () => {
    const path = newFile();
    const { child } = await worker(path, 'writeUntilKilled');
    let acknowledged = -1;
    const enough = new Promise<void>(resolve => {
      child.on('message', (message: { readonly acknowledged: number }) => {
        acknowledged = message.acknowledged;
        if (acknowledged >= 50) resolve();
      });
    });
    child.send('go');
    await enough;
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = sqliteStore({ path });
    const found = await store.list('written:', { limit: Number.POSITIVE_INFINITY });
    const keys = new Set(found.map(entry => entry.key));
    for (let index = 0; index <= acknowledged; index += 1) expect(keys).toContain(`written:${index}`);
    expect(found.every(entry => entry.value.length === 200)).toBe(true);
    await store.close();
  });

  it('hears within a poll of what another process put and took', async () => {
    const path = newFile();
    const store = sqliteStore({ path });
    const heard = (): Promise<string> => new Promise(resolve => store.watch('news:', resolve));
    const put = heard();
    await (await worker(path, 'putOnce', 'news:1')).go();
    expect(await put).toBe('news:1');
    const took = heard();
    expect(await (await worker(path, 'takeOnce', 'news:1')).go()).toBe('from another process');
    expect(await took).toBe('news:1');
    await store.close();
  });
});

describe('the change log', () => {
  it('is read every 10 ms while something waits and every 250 ms for idle watchers [D33]', async () => {
    const path = newFile();
    const clock = fakeClock();
    const store = sqliteStore({ path, clock });
    const other = sqliteStore({ path });
    const seen: [string, number][] = [];
    const start = clock.now();
    store.watch('', () => seen.push(['idle', clock.now() - start]), { idle: true });
    await other.put('a', '1');
    await clock.advance(249);
    expect(seen).toEqual([]);
    await clock.advance(1);
    expect(seen).toEqual([['idle', 250]]);
    const stop = store.watch('', () => seen.push(['waiting', clock.now() - start]));
    await other.put('a', '2');
    await clock.advance(10);
    expect(seen.slice(1).sort()).toEqual([
      ['idle', 260],
      ['waiting', 260],
    ]);
    stop();
    await other.put('a', '3');
    await clock.advance(240);
    expect(seen).toHaveLength(3);
    await clock.advance(10);
    expect(seen).toHaveLength(4);
    await store.close();
    await other.close();
  });

  it('calls a watcher with its own prefix when more was written than the log keeps', async () => {
    const path = newFile();
    const clock = fakeClock();
    const store = sqliteStore({ path, clock });
    const other = new Libsql(path);
    const seen = new Set<string>();
    store.watch('mine:', key => seen.add(key));
    // What a late process finds: the log begins after the place it had read to.
    other.exec('BEGIN IMMEDIATE');
    other.prepare('UPDATE clock SET n = n + ?').run([2 * KEPT_CHANGES]);
    other.prepare('INSERT INTO change SELECT n, ? FROM clock').run([Buffer.from('other:1')]);
    other.exec('COMMIT');
    await clock.advance(10);
    expect([...seen]).toEqual(['mine:']);
    await store.close();
    other.close();
  });

  it('does not grow without bound, and keeps no expired record for long', async () => {
    const path = newFile();
    const clock = fakeClock();
    const store = sqliteStore({ path, clock });
    const raw = new Libsql(path);
    const count = (table: string): number => (raw.prepare(`SELECT count(*) AS c FROM ${table}`).get([]) as { c: number }).c;
    raw.prepare('UPDATE clock SET n = ?').run([KEPT_CHANGES]);
    for (let index = 0; index < 200; index += 1) await store.put(`old:${index}`, 'x', { expiresAt: clock.now() + 1 });
    await clock.advance(1);
    for (let index = 0; index < 130; index += 1) await store.put('busy', String(index));
    expect(count('record')).toBe(1);
    raw.prepare('UPDATE clock SET n = n + ?').run([KEPT_CHANGES]);
    for (let index = 0; index < 70; index += 1) await store.put('busy', String(index));
    expect(count('change')).toBeLessThan(140);
    await store.close();
    raw.close();
  });
});

describe('the file', () => {
  it('holds nothing any more of what was deleted or replaced [D33]', async () => {
    const path = newFile();
    const kept = (n: number): string => `PLANTED-${n}-${'x'.repeat(300)}`;
    const store = sqliteStore({ path });
    for (let n = 0; n < 60; n += 1) await store.put(`k${n}`, kept(n));
    await store.close();
    const again = sqliteStore({ path });
    for (let n = 0; n < 60; n += 2) await again.delete(`k${n}`);
    for (let n = 1; n < 60; n += 4) await again.put(`k${n}`, 'other');
    await again.close();
    const file = readFileSync(path, 'latin1');
    const left = Array.from({ length: 60 }, (_, n) => n).filter(n => file.includes(kept(n).slice(0, 40)));
    expect(left).toEqual(Array.from({ length: 15 }, (_, n) => 4 * n + 3));
  });

  it('is readable by its owner alone, WAL and SHM too, in a directory of the same kind [D33, E-S-03]', async () => {
    const path = newFile();
    const store = sqliteStore({ path });
    await store.put('key', 'value');
    const modes = readdirSync(dirname(path)).map(name => [name, (statSync(join(dirname(path), name)).mode & 0o777).toString(8)]);
    expect(modes.sort()).toEqual([
      ['midcall.db', '600'],
      ['midcall.db-shm', '600'],
      ['midcall.db-wal', '600'],
    ]);
    expect((statSync(dirname(path)).mode & 0o777).toString(8)).toBe('700');
    await store.close();
  });

  it('is closed to others again when it is opened after somebody loosened it [D33]', async () => {
    const path = newFile();
    await sqliteStore({ path }).close();
    chmodSync(path, 0o644);
    const store = sqliteStore({ path });
    await store.put('key', 'value');
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(`${path}-wal`).mode & 0o777).toString(8)).toBe('600');
    await store.close();
  });

  it('is left untouched when a newer midcall wrote it', async () => {
    const path = newFile();
    await sqliteStore({ path }).close();
    const raw = new Libsql(path);
    raw.exec('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE);');
    raw.close();
    const before = readFileSync(path);
    expect(() => sqliteStore({ path })).toThrow(expect.objectContaining({ name: 'MidcallError', code: 'STORE_TOO_NEW' }));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused when it belongs to another program or is no database', async () => {
    const foreign = newFile();
    await sqliteStore({ path: foreign }).close();
    rmSync(foreign);
    const raw = new Libsql(foreign);
    raw.exec('CREATE TABLE theirs (x)');
    raw.close();
    const garbage = join(dirname(foreign), 'garbage.db');
    writeFileSync(garbage, 'garbage '.repeat(1_000));
    for (const path of [foreign, garbage, dirname(foreign)]) {
      expect(() => sqliteStore({ path })).toThrow(expect.objectContaining({ name: 'MidcallError', code: 'STORE_FAILED' }));
    }
    expect(readFileSync(garbage, 'utf8')).toBe('garbage '.repeat(1_000));
  });

  it('is refused as no file where memoryStore is meant', () => {
    expect(() => sqliteStore({ path: ':memory:' })).toThrow(TypeError);
    expect(() => sqliteStore({ path: '' })).toThrow(TypeError);
  });

  it('reports a medium that fails as STORE_FAILED, without the key or the value in the message [N9]', async () => {
    const path = newFile();
    const store = sqliteStore({ path });
    const raw = new Libsql(path);
    raw.exec('DROP TABLE record');
    raw.close();
    const failure = await store.put('secret-key', 'secret-value').catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'MidcallError', code: 'STORE_FAILED' });
    expect(`${String(failure)} ${String((failure as Error).cause)}`).not.toMatch(/secret-/);
    await store.close();
  });
});

it('says which package is missing where libsql cannot be loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'midcall-store-'));
  folders.push(folder);
  const child = fork(fileURLToPath(new URL('../dist/testing/store-worker.js', import.meta.url)), [join(folder, 'x.db'), 'id'], {
    // The package resolves as before; loading it fails as it does where it was never installed.
    execArgv: ['--require', writeBlocker(folder)],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  let stderr = '';
  child.stderr?.on('data', chunk => {
    stderr += String(chunk);
  });
  child.on('message', () => child.send('go'));
  await once(child, 'close');
  expect(stderr).toMatch(/STORE_DRIVER_MISSING/);
  expect(stderr).toMatch(/npm install libsql@0\.5\.29/);
});

function writeBlocker(folder: string): string {
  const path = join(folder, 'block.cjs');
  writeFileSync(
    path,
    `const Module = require('node:module');
     const load = Module._load;
     Module._load = function (name, ...rest) {
       if (name === 'libsql') throw Object.assign(new Error("Cannot find module 'libsql'"), { code: 'MODULE_NOT_FOUND' });
       return load.call(this, name, ...rest);
     };`,
  );
  return path;
}
