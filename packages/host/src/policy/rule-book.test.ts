/** Rules over several processes: two rule books on one store, in memory and in one SQLite file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { sqliteStore } from '@midcall/store/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDesk, createPolicy, createSealer } from '../index.js';

const sealer = createSealer(new Uint8Array(32).fill(7));
let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'midcall-rules-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe.each<[string, (clock: ReturnType<typeof fakeClock>) => readonly [Store, Store]]>([
  [
    'one memory',
    clock => {
      const store = memoryStore({ clock });
      return [store, store];
    },
  ],
  [
    'one SQLite file, two connections',
    clock => {
      const path = join(directory, 'desk.db');
      return [sqliteStore({ path, clock }), sqliteStore({ path, clock })];
    },
  ],
])('two policies on %s', (_name, stores) => {
  it('each hold what the other was told, within a quarter of a second, for what waits too [D23]', async () => {
    const clock = fakeClock();
    const [mine, theirs] = stores(clock);
    const gateway = createPolicy({ clock, store: mine, sealer });
    const command = createPolicy({ clock, store: theirs, sealer });
    await gateway.load();
    await command.load();
    const desk = createDesk({ clock, policy: gateway, surfaces: [{ name: 'inbox', reachable: () => true }] });
    const ask = (): void =>
      void desk.ask({
        params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
        revision: '2026-07-28',
        principal: 'local',
        server: { name: 'Records' },
        expiresIn: 24 * 3_600_000,
      });
    const open = (): number => desk.list({ principal: 'local' }).filter(view => view.state === 'waiting').length;
    ask();
    const rule = await command.mute('local', { server: 'Records', cutOff: true });
    await clock.advance(250);
    await settled(() => gateway.rules('local').length === 1);
    expect(open()).toBe(0);
    expect(await command.forget('local', rule.id)).toBe(true);
    await clock.advance(250);
    await settled(() => gateway.rules('local').length === 0);
    ask();
    expect(open()).toBe(1);
    await command.doNotDisturb('local', clock.now() + 3_600_000);
    await clock.advance(250);
    await settled(() => gateway.quietUntil('local') !== undefined);
    ask();
    expect(open()).toBe(1);
    await command.doNotDisturb('local', undefined);
    await clock.advance(250);
    await settled(() => gateway.quietUntil('local') === undefined);
    expect(open()).toBe(2);
    await desk.close();
    gateway.close();
    command.close();
    await mine.close();
    await theirs.close();
    expect(clock.pending).toBe(0);
  });

  it('read nothing after they were closed, and nothing that was sealed with another key or moved to another name [N11]', async () => {
    const clock = fakeClock();
    const [mine, theirs] = stores(clock);
    const gateway = createPolicy({ clock, store: mine, sealer });
    const stranger = createPolicy({ clock, store: theirs, sealer: createSealer(new Uint8Array(32).fill(9)) });
    const command = createPolicy({ clock, store: theirs, sealer });
    await gateway.load();
    await stranger.mute('local', { server: 'Records' });
    const own = await command.mute('local', { server: 'Calendar' });
    const sealed = (await theirs.get(`desk/rule/${own.id}`))?.value ?? '';
    await theirs.put('desk/rule/elsewhere', sealed);
    await clock.advance(250);
    await settled(() => gateway.rules('local').length > 0);
    expect(gateway.rules('local').map(rule => rule.server)).toEqual(['Calendar']);
    gateway.close();
    await command.mute('local', { server: 'Mail' });
    await clock.advance(250);
    await settled(() => true);
    expect(gateway.rules('local').map(rule => rule.server)).toEqual(['Calendar']);
    await mine.close();
    await theirs.close();
  });
});

/** Turns of the event loop until it holds: sealing runs outside of the fake clock, on threads that may be busy. */
async function settled(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (let turn = 0; Date.now() < deadline; turn += 1) {
    await new Promise(resolve => setImmediate(resolve));
    if (holds() && turn > 50) return;
  }
}
