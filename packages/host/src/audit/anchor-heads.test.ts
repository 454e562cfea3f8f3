/** Heads are sent away at intervals, and read back out of whatever a logger made of them. */
import type { AuditRow } from '@midcall/core/contract';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AuditHead, HeadPort } from '../index.js';
import { anchorHeads, createAuditChain, parseAnchors } from '../index.js';

function memoryHead(): HeadPort {
  const heads = new Map<string, AuditHead>();
  return { read: async () => [...heads.values()], write: async head => void heads.set(head.chain, head) };
}

const row: AuditRow = { v: 1, at: 1, question: 'q', stage: 'queued', server: 'Records', by: 'desk' };

describe('anchors', () => {
  it('go out with the first row, then at most once in the interval, and what is left when the process ends [D34]', async () => {
    const clock = fakeClock();
    const lines: string[] = [];
    const errors: unknown[] = [];
    let down = false;
    const send = async (line: string): Promise<void> => {
      if (down) throw new Error('down');
      lines.push(line);
    };
    const head = anchorHeads(memoryHead(), { clock, anchor: () => ({ every: 60_000, send }), onError: error => errors.push(error) });
    const chain = createAuditChain({ store: memoryStore({ clock }), secret: new Uint8Array(32).fill(1), head, chain: 'a' });
    const counts = (): number[] => parseAnchors(lines.join('\n')).map(anchor => anchor.count);
    await chain.append(row);
    await clock.advance(0);
    expect(counts()).toEqual([1]);
    await chain.append(row);
    await chain.append(row);
    await clock.advance(59_999);
    expect(counts()).toEqual([1]);
    down = true;
    await clock.advance(1);
    expect(errors).toHaveLength(1);
    down = false;
    await clock.advance(60_000);
    expect(counts()).toEqual([1, 3]);
    await clock.advance(600_000);
    expect(counts()).toEqual([1, 3]);
    expect(clock.pending).toBe(0);
    await chain.append(row);
    await head.close();
    expect(counts()).toEqual([1, 3, 4]);
    const anchors = parseAnchors(lines.join('\n'));
    expect(await chain.verify({ anchors })).toMatchObject({ ok: true });
    expect(lines.join('')).not.toContain('Records');
  });

  it('are found behind what a logger writes in front, and nothing else is taken for one [N11]', () => {
    const line = '{"v":1,"at":1,"chain":"a","count":2,"mac":"m"}';
    expect(
      parseAnchors(`Nov 30 host midcall: ${line}\n${line}\r\n{"v":2}\n{broken\n\n{"v":1,"chain":"a","count":"2","mac":"m"}`),
    ).toHaveLength(2);
  });
});
