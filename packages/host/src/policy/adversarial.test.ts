/** Orders of events that would lose a rule, or answer by one that is gone. */
import type { Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { DeskAnswer } from '../index.js';
import { createDesk, createPolicy, createSealer } from '../index.js';

const sealer = createSealer(new Uint8Array(32).fill(7));
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds() && Date.now() < deadline) await turn();
  expect(holds()).toBe(true);
}

/** A store whose listings stay with the caller until they are let go: what they saw is old by then. */
function slowListing(inner: Store): { store: Store; release: () => void; listed: () => boolean } {
  const held: (() => void)[] = [];
  return {
    store: {
      ...inner,
      list: async (prefix, options) => {
        const page = await inner.list(prefix, options);
        await new Promise<void>(resolve => held.push(resolve));
        return page;
      },
    },
    release: () => {
      for (const go of held.splice(0)) go();
    },
    listed: () => held.length === 2, // rules, and who wants quiet
  };
}

describe('a rule', () => {
  it('that is made while the others are still being read is not lost, whoever made it [D23]', async () => {
    const clock = fakeClock();
    const inner = memoryStore({ clock });
    const slow = slowListing(inner);
    const gateway = createPolicy({ clock, store: slow.store, sealer });
    const command = createPolicy({ clock, store: inner, sealer });
    const loading = gateway.load();
    await until(slow.listed);
    await command.mute('local', { server: 'Records' });
    await gateway.mute('local', { server: 'Mail' });
    slow.release();
    await loading;
    await until(() => gateway.rules('local').length === 2);
    expect(gateway.rules('local').map(rule => rule.server)).toEqual(['Records', 'Mail']);
  });

  it('that is taken back while the others are still being read stays gone', async () => {
    const clock = fakeClock();
    const inner = memoryStore({ clock });
    const before = createPolicy({ clock, store: inner, sealer });
    const rule = await before.mute('local', { server: 'Records' });
    const slow = slowListing(inner);
    const gateway = createPolicy({ clock, store: slow.store, sealer });
    const loading = gateway.load();
    await until(slow.listed);
    await before.forget('local', rule.id);
    slow.release();
    await loading;
    await until(() => gateway.rules('local').length === 0);
  });

  it('that cannot be read in time holds what is asked; a store that fails lets it through and says so [N1, N12]', async () => {
    const clock = fakeClock();
    const inner = memoryStore({ clock });
    const slow = slowListing(inner);
    const policy = createPolicy({ clock, store: slow.store, sealer });
    const desk = createDesk({ clock, policy, surfaces: [{ name: 'inbox', reachable: () => true }] });
    const loading = policy.load();
    await until(slow.listed);
    void desk.ask({
      params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
      revision: '2026-07-28',
      principal: 'local',
      server: { name: 'Records' },
    });
    expect(desk.list({ principal: 'local' })).toEqual([]);
    slow.release();
    await loading;
    expect(desk.list({ principal: 'local' })).toHaveLength(1);
    await desk.close();
    const broken = createPolicy({ clock, store: { ...inner, list: () => Promise.reject(new Error('disk gone')) }, sealer });
    await expect(broken.load()).rejects.toThrow('disk gone');
    expect(
      broken.judge({ id: 'q', principal: 'local', findings: [], view: { server: { name: 'Records' }, findings: [] } as never }).kind,
    ).toBe('show');
  });

  it('that ends, or is taken back, while its refusal waits, still refuses that one question and no other [D23]', async () => {
    const clock = fakeClock();
    const policy = createPolicy({ clock, random: () => 0.5 });
    const desk = createDesk({ clock, policy, surfaces: [{ name: 'inbox', reachable: () => true }] });
    const ask = (): Promise<DeskAnswer> =>
      desk.ask({
        params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
        revision: '2026-07-28',
        principal: 'local',
        server: { name: 'Records' },
      });
    const rule = await policy.mute('local', { server: 'Records', until: clock.now() + 1_000 });
    const refused = ask();
    await clock.advance(1_000);
    const after = ask();
    expect(desk.list({ principal: 'local' }).filter(view => view.state === 'waiting')).toHaveLength(1);
    await policy.forget('local', rule.id);
    await clock.advance(30_000);
    expect(await refused).toMatchObject({ result: { action: 'decline' }, as: 'rule' });
    await desk.close();
    expect(await after).toMatchObject({ result: { action: 'cancel' } });
    expect(clock.pending).toBe(0);
  });

  it('whose record is torn, of a newer version or of another kind is no rule, and the rest are read [N11]', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const put = async (id: string, value: unknown): Promise<void> =>
      store.put(`desk/rule/${id}`, await sealer.seal(JSON.stringify(value), `desk/rule/${id}`));
    await store.put('desk/rule/torn', 'd1.x.y');
    await put('newer', { v: 2, id: 'newer', principal: 'local', server: 'Records', kind: 'mute', madeAt: 1 });
    await put('odd', { v: 1, id: 'odd', principal: 'local', server: 'Records', kind: 'always-accept', madeAt: 1 });
    await put('bare', { v: 1, id: 'bare' });
    const policy = createPolicy({ clock, store, sealer });
    const rule = await policy.mute('local', { server: 'Mail' });
    await policy.load();
    expect(policy.rules('local').map(one => one.id)).toEqual([rule.id]);
  });
});
