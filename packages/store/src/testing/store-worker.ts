/**
 * A process of its own on one SQLite file, for the tests that race processes: `node store-worker.js FILE JOB ARG…`.
 * It says `ready`, waits for `go`, works, and reports what it did. Not published.
 */
import { sqliteStore } from '../sqlite.js';

const [file = '', job = '', ...args] = process.argv.slice(2);
const say = (message: unknown): void => void process.send?.(message);
const number = (index: number): number => Number(args[index]);

const jobs: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Tries to take `race:0` … and reports the ones it got. */
  async take() {
    const won: number[] = [];
    for (let index = 0; index < number(0); index += 1) if ((await store.take(`race:${index}`)) !== undefined) won.push(index);
    return won;
  },
  async putIfAbsent() {
    const won: number[] = [];
    for (let index = 0; index < number(0); index += 1) if (await store.putIfAbsent(`race:${index}`, String(process.pid))) won.push(index);
    return won;
  },
  /** Counts up one record by compare-and-set, trying again after each lost race; reports how many it lost. */
  async compareAndSet() {
    let lost = 0;
    for (let done = 0; done < number(0); ) {
      const record = await store.get('counter');
      if (record !== undefined && (await store.compareAndSet('counter', record.version, String(Number(record.value) + 1)))) done += 1;
      else lost += 1;
    }
    return lost;
  },
  /** Writes until it is killed; says each key after the store acknowledged it. */
  async writeUntilKilled() {
    for (let index = 0; ; index += 1) {
      await store.put(`written:${index}`, 'x'.repeat(200));
      await new Promise(resolve => process.send?.({ acknowledged: index }, resolve));
    }
  },
  async putOnce() {
    await store.put(args[0] ?? '', 'from another process');
    return undefined;
  },
  async takeOnce() {
    return (await store.take(args[0] ?? ''))?.value;
  },
  async id() {
    return store.id();
  },
};

// `open` is part of the race where several processes make the file.
if (job === 'id') {
  say('ready');
  await new Promise(resolve => process.once('message', resolve));
}
const store = sqliteStore({ path: file });
if (job !== 'id') {
  say('ready');
  await new Promise(resolve => process.once('message', resolve));
}
const report = await jobs[job]?.();
await store.close();
say({ report });
process.disconnect?.();
