/** The audit chain against somebody who can write to the store: every edit, drop, move and cut is found. */
import type { AuditRow } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AuditChain, AuditHead, HeadPort } from '../index.js';
import { createAuditChain, createDesk } from '../index.js';

const secret = new Uint8Array(32).fill(3);

function row(n: number): AuditRow {
  return { v: 1, at: n, question: `q${n % 3}`, stage: 'answered', server: 'Records', by: 'person', action: 'accept' };
}

function memoryHead(): HeadPort & { heads: Map<string, AuditHead> } {
  const heads = new Map<string, AuditHead>();
  return { heads, read: async () => [...heads.values()], write: async head => void heads.set(head.chain, head) };
}

async function chainOf(count: number): Promise<{ store: Store; chain: AuditChain; head: ReturnType<typeof memoryHead>; keys: string[] }> {
  const store = memoryStore({ clock: fakeClock() });
  const head = memoryHead();
  const chain = createAuditChain({ store, secret, head, chain: 'a' });
  for (let n = 0; n < count; n += 1) await (n % 2 === 0 ? chain.append(row(n)) : chain.appendWithValues(row(n), { name: `PLANTED ${n}` }));
  return { store, chain, head, keys: (await store.list('audit/')).map(entry => entry.key) };
}

describe('the audit chain', () => {
  it('verifies what it wrote, over several processes on one store', async () => {
    const { store, chain, head } = await chainOf(7);
    const other = createAuditChain({ store, secret, head, chain: 'b' });
    await Promise.all([other.append(row(1)), chain.append(row(8)), other.append(row(2))]);
    expect(await chain.verify()).toEqual({ ok: true, rows: 10, faults: [] });
    expect((await chain.rows({ question: 'q1' })).map(one => one.at)).toEqual([1, 1, 4]);
  });

  it('finds every edited, dropped, exchanged, doubled or added row, and every cut tail [D34]', async () => {
    const rows = 6;
    const put = async (store: Store, key: string, change: (kept: Record<string, unknown>) => void): Promise<void> => {
      const kept = JSON.parse((await store.get(key))?.value ?? '{}') as Record<string, unknown>;
      change(kept);
      await store.put(key, JSON.stringify(kept));
    };
    for (let n = 0; n < rows; n += 1) {
      const attacks: Record<string, (store: Store, keys: string[]) => Promise<unknown>> = {
        'action edited': (store, keys) => put(store, keys[n] ?? '', kept => Object.assign(kept.row as object, { action: 'decline' })),
        'time edited': (store, keys) => put(store, keys[n] ?? '', kept => Object.assign(kept.row as object, { at: 99 })),
        'member added': (store, keys) => put(store, keys[n] ?? '', kept => Object.assign(kept.row as object, { surface: 'inbox' })),
        'mac edited': (store, keys) => put(store, keys[n] ?? '', kept => Object.assign(kept, { mac: 'AAAA' })),
        garbled: (store, keys) => store.put(keys[n] ?? '', 'not json'),
        dropped: (store, keys) => store.delete(keys[n] ?? ''),
        exchanged: async (store, keys) => {
          const [one, two] = [keys[n] ?? '', keys[(n + 1) % rows] ?? ''];
          const [a, b] = [(await store.get(one))?.value ?? '', (await store.get(two))?.value ?? ''];
          await store.put(one, b);
          await store.put(two, a);
        },
        'moved up over a gap': async (store, keys) => {
          for (let at = n; at + 1 < rows; at += 1) await store.put(keys[at] ?? '', (await store.get(keys[at + 1] ?? ''))?.value ?? '');
          await store.delete(keys[rows - 1] ?? '');
        },
        'tail cut': async (store, keys) => {
          for (const key of keys.slice(n)) await store.delete(key);
        },
      };
      for (const [name, attack] of Object.entries(attacks)) {
        const { store, chain, keys } = await chainOf(rows);
        expect((await chain.verify()).ok).toBe(true);
        await attack(store, keys);
        expect((await chain.verify()).ok, `${name} at ${n}`).toBe(false);
      }
    }
  });

  it('finds a chain that is gone whole, one that was never headed, and one written with another key', async () => {
    const gone = await chainOf(3);
    for (const key of gone.keys) await gone.store.delete(key);
    expect(await gone.chain.verify()).toMatchObject({ ok: false, faults: [{ chain: 'a', at: 0, what: 'cut-tail' }] });
    const forged = await chainOf(3);
    await createAuditChain({ store: forged.store, secret, head: memoryHead(), chain: 'c' }).append(row(1));
    expect(await forged.chain.verify()).toMatchObject({ ok: false, faults: [{ chain: 'c', what: 'head-differs' }] });
    const other = await chainOf(3);
    await createAuditChain({ store: other.store, secret: new Uint8Array(32).fill(4), head: other.head, chain: 'd' }).append(row(1));
    expect(await other.chain.verify()).toMatchObject({ ok: false, faults: [{ chain: 'd', at: 0, what: 'edited' }] });
  });

  it('redacts the values of a question for good and still verifies [N9]', async () => {
    const { store, chain } = await chainOf(6);
    expect(JSON.stringify(await store.list('audit/'))).toContain('PLANTED 1');
    expect(await chain.redact('q1')).toBe(1);
    const left = JSON.stringify(await store.list('audit/'));
    expect(left).not.toContain('PLANTED 1');
    expect(left).toContain('PLANTED 3');
    expect(await chain.verify()).toMatchObject({ ok: true, rows: 6 });
    const lines: string[] = [];
    for await (const line of chain.exportLines()) lines.push(line);
    expect(lines).toHaveLength(6);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ chain: 'a', n: 0, row: { server: 'Records' } });
  });

  it('finds an edited value', async () => {
    const { store, chain, keys } = await chainOf(2);
    const kept = JSON.parse((await store.get(keys[1] ?? ''))?.value ?? '{}') as Record<string, unknown>;
    await store.put(keys[1] ?? '', JSON.stringify({ ...kept, values: { name: 'other' } }));
    expect(await chain.verify()).toMatchObject({ ok: false, faults: [{ at: 1, what: 'value-edited' }] });
  });

  it('takes what a desk writes', async () => {
    const clock = fakeClock();
    const chain = createAuditChain({ store: memoryStore({ clock }), secret, head: memoryHead() });
    const desk = createDesk({ clock, audit: chain });
    await desk.ask({
      params: { message: 'm', requestedSchema: { type: 'object', properties: {} } },
      revision: '2026-07-28',
      principal: 'local',
      server: { name: 'Records' },
    });
    await desk.flush();
    expect(await chain.verify()).toMatchObject({ ok: true, rows: 5 });
    expect((await chain.rows()).at(-1)).toMatchObject({ stage: 'closed', reason: 'no-surface', action: 'cancel' });
  });
});
