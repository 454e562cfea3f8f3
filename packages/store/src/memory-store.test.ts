import { expect, it } from 'vitest';
import { fakeClock } from './fake-clock.js';
import { memoryStore } from './memory-store.js';
import { storeContract } from './testing/store-contract.js';

storeContract('memory', { open: async clock => memoryStore({ clock }) });

it('frees expired records at later writes, a bounded number each', async () => {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  for (let index = 0; index < 100; index += 1) await store.put(`old:${index}`, 'x', { expiresAt: clock.now() + 1 });
  await clock.advance(1);
  // Time turned back shows what is still in memory: an expired record that was freed does not come back.
  const before = fakeClock(clock.now() - 1);
  const held = async (): Promise<number> => {
    const { now } = clock;
    clock.now = before.now;
    const entries = await store.list('old:');
    clock.now = now;
    return entries.length;
  };
  expect(await held()).toBe(100);
  await store.put('new:0', 'x');
  expect(await held()).toBe(92);
  for (let index = 1; index < 13; index += 1) await store.put(`new:${index}`, 'x');
  expect(await held()).toBe(0);
});

it('is not confused by a record that was put again under the key of an expired one', async () => {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  await store.put('key', 'old', { expiresAt: clock.now() + 1 });
  await clock.advance(1);
  await store.put('key', 'new', { expiresAt: clock.now() + 100 });
  for (let index = 0; index < 20; index += 1) await store.put(`other:${index}`, 'x');
  expect((await store.get('key'))?.value).toBe('new');
});
