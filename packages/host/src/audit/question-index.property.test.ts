/** The history of one question, read by its index, is what reading everything would find; heads follow without holding up. */
import type { AuditRow } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditHead, HeadPort } from '../index.js';
import { createAuditChain } from '../index.js';

const secret = new Uint8Array(32).fill(3);

function memoryHead(): HeadPort & { readonly written: AuditHead[] } {
  const written: AuditHead[] = [];
  return {
    written,
    read: async () => [...new Map(written.map(head => [head.chain, head])).values()],
    write: async head => void written.push(head),
  };
}

const STAGES: readonly AuditRow['stage'][] = ['received', 'shown', 'answered', 'delivered', 'closed', 'refused', 'undeliverable'];
const QUESTIONS = ['q', 'q1', 'a/b', '../q', '__proto__', 'é', '%2F', ''];

describe('the history of a question', () => {
  it('is the same by its index as by reading everything, in any order of rows over two processes and a restart', async () => {
    const step = fc.record({
      chain: fc.constantFrom('a', 'b', 'c'),
      question: fc.constantFrom(...QUESTIONS),
      stage: fc.constantFrom(...STAGES),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
        const store = memoryStore({ clock: fakeClock() });
        const head = memoryHead();
        const chains = new Map(['a', 'b', 'c'].map(name => [name, createAuditChain({ store, secret, head, chain: name })]));
        for (const [at, { chain, question, stage }] of steps.entries())
          await chains.get(chain)?.append({ v: 1, at, question, stage, server: 's', by: 'desk' });
        const reader = createAuditChain({ store, secret, head });
        const all = await reader.rows({ limit: 1_000 });
        expect(all).toHaveLength(steps.length);
        for (const question of QUESTIONS) expect(await reader.rows({ question })).toEqual(all.filter(row => row.question === question));
      }),
      { numRuns: 150 },
    );
  });

  it('is read without reading what came before it or long after', async () => {
    const inner = memoryStore({ clock: fakeClock() });
    let read = 0;
    const store: Store = {
      ...inner,
      list: async (prefix, options) => {
        const page = await inner.list(prefix, options);
        read += page.length;
        return page;
      },
    };
    const chain = createAuditChain({ store, secret, head: memoryHead(), chain: 'a' });
    for (let n = 0; n < 3_000; n += 1)
      for (const stage of ['received', 'closed'] as const)
        await chain.append({ v: 1, at: n, question: `q${n}`, stage, server: 's', by: 'desk' });
    read = 0;
    expect(await chain.rows({ question: 'q2000' })).toHaveLength(2);
    expect(read).toBeLessThanOrEqual(501);
  });
});

describe('heads', () => {
  it('gather while one is being written, and the last one counts every row', async () => {
    const release: (() => void)[] = [];
    const written: number[] = [];
    const head: HeadPort = {
      read: async () => [],
      write: async ({ count }) => {
        if (count > 0) await new Promise<void>(resolve => release.push(resolve));
        written.push(count);
      },
    };
    const chain = createAuditChain({ store: memoryStore({ clock: fakeClock() }), secret, head, chain: 'a' });
    for (let at = 0; at < 50; at += 1) await chain.append({ v: 1, at, question: 'q', stage: 'queued', server: 's', by: 'desk' });
    const flushed = chain.flush?.();
    while (release.length > 0) {
      release.shift()?.();
      await new Promise(resolve => setImmediate(resolve));
    }
    await flushed;
    expect(written[0]).toBe(0);
    expect(written.at(-1)).toBe(50);
    expect(written.length).toBeLessThan(6);
  });

  it('that could not be written are told of once, and written with the next row', async () => {
    let down = false;
    const written: number[] = [];
    const head: HeadPort = {
      read: async () => [],
      write: async ({ count }) => {
        if (down) throw new Error('disk full');
        written.push(count);
      },
    };
    const chain = createAuditChain({ store: memoryStore({ clock: fakeClock() }), secret, head, chain: 'a' });
    const row: AuditRow = { v: 1, at: 1, question: 'q', stage: 'queued', server: 's', by: 'desk' };
    await chain.append(row);
    await chain.flush?.();
    down = true;
    await chain.append(row);
    await expect(chain.flush?.()).rejects.toThrow('disk full');
    down = false;
    await chain.append(row);
    await chain.flush?.();
    expect(written.at(-1)).toBe(3);
    expect(await chain.rows()).toHaveLength(3);
  });
});
