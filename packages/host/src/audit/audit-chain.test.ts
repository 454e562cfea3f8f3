/** The audit chain against somebody who can write to the store: every edit, drop, move and cut is found. */
import type { AuditRow } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AuditChain, AuditHead, HeadPort } from '../index.js';
import { createAuditChain, createDesk, createPolicy } from '../index.js';

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
  for (let n = 0; n < count; n += 1)
    await chain.append(row(n), n % 2 === 0 ? undefined : { readable: true, values: { name: `PLANTED ${n}`, other: 1 } });
  return { store, chain, head, keys: (await store.list('audit/')).map(entry => entry.key) };
}

async function change(store: Store, key: string, edit: (kept: Record<string, unknown>) => void): Promise<void> {
  const kept = JSON.parse((await store.get(key))?.value ?? '{}') as Record<string, unknown>;
  edit(kept);
  await store.put(key, JSON.stringify(kept));
}

const ROWS = 6;

/** What somebody with the store and without the key may do to row `n`, and what is found of it. */
const ATTACKS: Record<
  string,
  { deed: (store: Store, keys: string[], n: number) => Promise<unknown>; found: (n: number) => [number, string][] }
> = {
  'action edited': {
    deed: (store, keys, n) => change(store, keys[n] ?? '', kept => Object.assign(kept.row as object, { action: 'decline' })),
    found: n => [[n, 'edited']],
  },
  'time edited': {
    deed: (store, keys, n) => change(store, keys[n] ?? '', kept => Object.assign(kept.row as object, { at: 99 })),
    found: n => [[n, 'edited']],
  },
  'member added': {
    deed: (store, keys, n) => change(store, keys[n] ?? '', kept => Object.assign(kept.row as object, { surface: 'inbox' })),
    found: n => [[n, 'edited']],
  },
  'proof of values exchanged': {
    deed: (store, keys, n) => change(store, keys[n] ?? '', kept => Object.assign(kept, { valuesMac: 'AAAA' })),
    found: n => [[n, 'edited']],
  },
  'mac edited': {
    deed: (store, keys, n) => change(store, keys[n] ?? '', kept => Object.assign(kept, { mac: 'AAAA' })),
    // The row after it was made over the true one; the head names the true last one.
    found: n => [[n, 'edited'], ...(n + 1 < ROWS ? [[n + 1, 'edited'] as [number, string]] : [])],
  },
  garbled: { deed: (store, keys, n) => store.put(keys[n] ?? '', 'not json'), found: n => [[n, 'unreadable']] },
  dropped: { deed: (store, keys, n) => store.delete(keys[n] ?? ''), found: n => [[n, n === ROWS - 1 ? 'cut-tail' : 'missing']] },
  exchanged: {
    deed: async (store, keys, n) => {
      const [one, two] = [keys[n] ?? '', keys[(n + 1) % ROWS] ?? ''];
      const [a, b] = [(await store.get(one))?.value ?? '', (await store.get(two))?.value ?? ''];
      await store.put(one, b);
      await store.put(two, a);
    },
    found: n => [n, (n + 1) % ROWS].sort((a, b) => a - b).map(at => [at, 'reordered']),
  },
  'renumbered into the place of the one before': {
    deed: async (store, keys, n) => {
      const to = (n + 1) % ROWS;
      await store.put(keys[to] ?? '', (await store.get(keys[n] ?? ''))?.value ?? '');
      await change(store, keys[to] ?? '', kept => Object.assign(kept, { n: to }));
    },
    found: n => [[(n + 1) % ROWS, 'edited'], ...((n + 1) % ROWS < ROWS - 1 ? [[((n + 1) % ROWS) + 1, 'edited'] as [number, string]] : [])],
  },
  'moved up over a gap': {
    deed: async (store, keys, n) => {
      for (let at = n; at + 1 < ROWS; at += 1) await store.put(keys[at] ?? '', (await store.get(keys[at + 1] ?? ''))?.value ?? '');
      await store.delete(keys[ROWS - 1] ?? '');
    },
    found: n => [...Array.from({ length: ROWS - 1 - n }, (_, i): [number, string] => [n + i, 'reordered']), [ROWS - 1, 'cut-tail']],
  },
  'tail cut': {
    deed: async (store, keys, n) => {
      for (const key of keys.slice(n)) await store.delete(key);
    },
    found: n => [[n, 'cut-tail']],
  },
};

describe('the audit chain', () => {
  it('verifies what it wrote, over several processes on one store', async () => {
    const { store, chain, head } = await chainOf(7);
    const other = createAuditChain({ store, secret, head, chain: 'b' });
    await Promise.all([other.append(row(1)), chain.append(row(8)), other.append(row(2))]);
    expect(await chain.verify()).toEqual({ ok: true, rows: 10, chains: 2, faults: [] });
    expect((await chain.rows({ question: 'q1' })).map(one => one.at)).toEqual([1, 1, 4]);
    expect((await chain.rows({ since: 2, until: 4 })).map(one => one.at)).toEqual([2, 2, 3]);
  });

  it.each(Object.entries(ATTACKS))('tells where, and by what deed: %s [D34]', async (_name, { deed, found }) => {
    for (let n = 0; n < ROWS; n += 1) {
      const { store, chain, keys } = await chainOf(ROWS);
      expect((await chain.verify()).ok).toBe(true);
      await deed(store, keys, n);
      const { ok, faults } = await chain.verify();
      expect([ok, faults.map(fault => [fault.at, fault.what])], `at ${n}`).toEqual([false, found(n)]);
    }
  });

  it('finds a chain that is gone whole, one whose head is gone, and one written with another key', async () => {
    const gone = await chainOf(3);
    for (const key of gone.keys) await gone.store.delete(key);
    expect(await gone.chain.verify()).toMatchObject({ ok: false, faults: [{ chain: 'a', at: 0, what: 'cut-tail' }] });
    const forged = await chainOf(3);
    await createAuditChain({ store: forged.store, secret, head: memoryHead(), chain: 'c' }).append(row(1));
    expect(await forged.chain.verify()).toMatchObject({ ok: false, faults: [{ chain: 'c', what: 'missing-head' }] });
    const other = await chainOf(3);
    await createAuditChain({ store: other.store, secret: new Uint8Array(32).fill(4), head: other.head, chain: 'd' }).append(row(1));
    expect(await other.chain.verify()).toMatchObject({ ok: false, faults: [{ chain: 'd', at: 0, what: 'edited' }] });
  });

  it('finds a tail that was cut together with its head by an anchor that was sent before, and nothing wrong otherwise [D34]', async () => {
    const { store, chain, head, keys } = await chainOf(6);
    const anchors = [{ chain: 'a', count: 4, mac: (JSON.parse((await store.get(keys[3] ?? ''))?.value ?? '{}') as { mac: string }).mac }];
    expect(await chain.verify({ anchors })).toMatchObject({ ok: true });
    for (const key of keys.slice(2)) await store.delete(key);
    const cut = (JSON.parse((await store.get(keys[1] ?? ''))?.value ?? '{}') as { mac: string }).mac;
    head.heads.set('a', { chain: 'a', count: 2, mac: cut });
    expect((await chain.verify()).ok).toBe(true);
    expect(await chain.verify({ anchors })).toMatchObject({ ok: false, faults: [{ chain: 'a', at: 2, what: 'cut-tail' }] });
  });

  it('verifies wherever its process was killed: before the first row, and between a row and its head [N12]', async () => {
    for (let failing = 1; failing <= 6; failing += 1) {
      const store = memoryStore({ clock: fakeClock() });
      const kept = memoryHead();
      let writes = 0;
      const dies: HeadPort = {
        read: kept.read,
        write: async head => {
          writes += 1;
          if (writes >= failing) throw new Error('killed');
          await kept.write(head);
        },
      };
      const dying = createAuditChain({ store, secret, head: dies, chain: 'a' });
      for (let n = 0; n < 3; n += 1) {
        try {
          await dying.append(row(n));
        } catch {
          break;
        }
      }
      expect(await createAuditChain({ store, secret, head: kept }).verify(), `at write ${failing}`).toMatchObject({ ok: true });
    }
  });

  it('verifies while others write', async () => {
    const { store, chain, head } = await chainOf(2);
    const late: HeadPort = {
      read: async () => {
        const heads = await head.read();
        await createAuditChain({ store, secret, head }).append(row(9));
        await chain.append(row(10));
        return heads;
      },
      write: head.write,
    };
    expect(await createAuditChain({ store, secret, head: late }).verify()).toMatchObject({ ok: true, chains: 2 });
  });

  it('redacts what was answered to a question for good, and still verifies [N9]', async () => {
    const { store, chain } = await chainOf(6);
    expect(JSON.stringify(await store.list('audit/'))).not.toContain('PLANTED'); // sealed
    expect(await exported(chain)).toContain('PLANTED 1');
    expect(await chain.redact({ question: 'q1' }, { dryRun: true })).toBe(1);
    expect(await exported(chain)).toContain('PLANTED 1');
    expect(await chain.redact({ question: 'q1' })).toBe(1);
    const left = await exported(chain);
    expect(left).not.toContain('PLANTED 1');
    expect(left).toContain('PLANTED 3');
    expect(await chain.proves('q1', { name: 'PLANTED 1', other: 1 })).toBeUndefined();
    expect(await chain.verify()).toMatchObject({ ok: true, rows: 6 });
  });

  it('keeps proof of an answer without the answer, where that is asked for', async () => {
    const { store, chain } = await chainOf(0);
    await chain.append(row(1), { readable: false, values: { name: 'PLANTED', n: 1 } });
    expect(await exported(chain)).not.toContain('PLANTED');
    expect(JSON.stringify(await store.list('audit/'))).not.toContain('sealed');
    expect(await chain.proves('q1', { n: 1, name: 'PLANTED' })).toBe(true);
    expect(await chain.proves('q1', { n: 2, name: 'PLANTED' })).toBe(false);
    expect(await chain.proves('q2', {})).toBeUndefined();
    expect(await chain.verify()).toMatchObject({ ok: true });
  });

  it('finds an answer that was edited, exchanged with that of another row, or given to a row that had none', async () => {
    const edits: ((kept: Record<string, unknown>, other: Record<string, unknown>) => void)[] = [
      kept => Object.assign(kept, { sealed: 'd1.AAAA.AAAA' }),
      (kept, other) => Object.assign(kept, { sealed: other.sealed }),
      (kept, other) => Object.assign(kept, { sealed: other.sealed, salt: other.salt }),
      kept => Object.assign(kept, { salt: 'AAAA' }),
      kept => delete kept.salt,
    ];
    for (const edit of edits) {
      const { store, chain, keys } = await chainOf(4);
      const other = JSON.parse((await store.get(keys[3] ?? ''))?.value ?? '{}') as Record<string, unknown>;
      await change(store, keys[1] ?? '', kept => edit(kept, other));
      expect(await chain.verify()).toMatchObject({ ok: false, faults: [{ at: 1, what: 'value-edited' }] });
    }
    const { store, chain, keys } = await chainOf(4);
    const other = JSON.parse((await store.get(keys[3] ?? ''))?.value ?? '{}') as Record<string, unknown>;
    await change(store, keys[2] ?? '', kept => Object.assign(kept, { sealed: other.sealed, salt: other.salt }));
    expect(await chain.verify()).toMatchObject({ ok: false, faults: [{ at: 2, what: 'value-edited' }] });
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

  it('keeps with a row what the person read, and what they answered only as far as the policy says, never a secret [D34, N9]', async () => {
    const ask = async (
      values: 'none' | 'hash' | 'clear',
      message: string,
    ): Promise<{ chain: AuditChain; text: string; question: string }> => {
      const clock = fakeClock();
      const chain = createAuditChain({ store: memoryStore({ clock }), secret, head: memoryHead() });
      const policy = createPolicy({ clock, config: { audit: { values } } });
      const desk = createDesk({ clock, audit: chain, policy, surfaces: [{ name: 'inbox', reachable: () => true }] });
      const asked = desk.ask({
        params: { message, requestedSchema: { type: 'object', properties: { word: { type: 'string', title: 'Word' } } } },
        revision: '2026-07-28',
        principal: 'alice',
        server: { name: 'Records' },
      });
      const [view] = desk.list({ principal: 'alice' });
      desk.shown(view?.id ?? '', 'inbox', { principal: 'alice' });
      desk.shown(view?.id ?? '', 'terminal', { principal: 'alice' });
      const by = { principal: 'alice', surface: 'inbox', as: 'person' } as const;
      await desk.answer(view?.id ?? '', { action: 'accept', content: { word: 'PLANTED' } }, by);
      (await asked).settle('delivered');
      await desk.close();
      expect(await chain.verify()).toMatchObject({ ok: true });
      expect((await chain.rows({ principal: 'alice' })).length).toBe((await chain.rows()).length);
      return { chain, text: await exported(chain), question: view?.id ?? '' };
    };
    const none = await ask('none', 'Which word?');
    expect(none.text.match(/Which word/g)).toHaveLength(1);
    expect(none.text).toContain('"fields":["Word"]');
    expect(none.text).not.toContain('PLANTED');
    expect(await none.chain.proves(none.question, { word: 'PLANTED' })).toBeUndefined();
    const hash = await ask('hash', 'Which word?');
    expect(hash.text).not.toContain('PLANTED');
    expect(await hash.chain.proves(hash.question, { word: 'PLANTED' })).toBe(true);
    expect((await ask('clear', 'Which word?')).text).toContain('PLANTED');
    const secretAsk = await ask('clear', 'What is your password?');
    expect(secretAsk.text).not.toContain('PLANTED');
    expect(await secretAsk.chain.proves(secretAsk.question, { word: 'PLANTED' })).toBeUndefined();
  });
});

async function exported(chain: AuditChain): Promise<string> {
  const lines: string[] = [];
  for await (const line of chain.exportRows()) lines.push(JSON.stringify(line));
  return lines.join('\n');
}
