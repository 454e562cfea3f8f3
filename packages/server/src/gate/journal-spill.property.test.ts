/**
 * Journals in chunks: whatever rounds do to a journal, what is opened is what was closed; what is done to the store is
 * noticed; what is written is what changed.
 */
import type { Json } from '@midcall/core';
import { type FakeClock, fakeClock, memoryStore, type Store } from '@midcall/store';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AskedEntry, JournalEntry } from '../engine/journal.js';
import { Journal } from '../engine/journal.js';
import { applyPacked, packJournal } from '../engine/journal-pack.js';
import { nodeRandomId } from '../platform/node-random-id.js';
import { createKeyRing, createSealer, newKey } from '../state/index.js';
import { nodeCrypto } from '../state/node-crypto.js';
import type { Flow, Frame } from './frame.js';
import type { GateServices } from './gate-services.js';
import { closeJournal, dropChunks, openJournal } from './journal-spill.js';

const DAY = 86_400_000;
const FLOW = 'flow-1';
const keys = [newKey(), newKey()];

let clock: FakeClock;
let store: Store;
let written = 0;
let reads = 0;

beforeEach(() => {
  clock = fakeClock();
  const memory = memoryStore({ clock });
  written = 0;
  reads = 0;
  store = {
    ...memory,
    get: key => {
      reads += 1;
      return memory.get(key);
    },
    put: (key, value, options) => {
      written += value.length;
      return memory.put(key, value, options);
    },
    list: memory.list.bind(memory),
    delete: memory.delete.bind(memory),
  } as Store;
});

function services(ring = keys, quota = Number.POSITIVE_INFINITY): GateServices {
  let left = quota;
  return {
    store,
    clock,
    rows: createSealer({ ring: createKeyRing(ring), label: 'state', crypto: nodeCrypto, maxLength: 64 * 1024 * 1024 }),
    randomId: nodeRandomId,
    spillQuota: {
      take: (_who: string, cost: number) => {
        left -= cost;
        return left < 0 ? 1 : 0;
      },
    },
  } as unknown as GateServices;
}

function frame(flow: Partial<Flow> = {}, aad = 'call'): Frame {
  return {
    principal: { iss: 'test', sub: 'p' },
    aad: () => aad,
    flow: { id: FLOW, born: clock.now(), round: 0, journal: new Journal(), chunks: [], ...flow },
  } as unknown as Frame;
}

const answer = (text: string, settled = true): JournalEntry => ({
  t: 'a',
  action: 'accept',
  content: { text },
  print: 'p'.repeat(22),
  settled,
});
const asked = (at: number, open = true): AskedEntry => ({ at, times: 1, bad: 0, missed: 0, print: 'p', open });

const contents = ({ entries, asked: open }: Journal): unknown => [
  Object.fromEntries([...entries].map(([key, value]) => [`k${key}`, value])),
  Object.fromEntries([...open].map(([key, value]) => [`k${key}`, value])),
];

/** Rounds of a flow: each opens what the last one closed, changes it, and closes it again. */
async function play(
  change: (journal: Journal, round: number) => void,
  rounds: number,
  made = services(),
): Promise<{ packed: Json; journal: Journal }> {
  let packed: Json = packJournal(new Journal());
  let journal = new Journal();
  for (let round = 0; round < rounds; round += 1) {
    const opened = await openJournal(made, frame(), FLOW, packed);
    if (opened === undefined) throw new Error('a chunk is gone');
    change(opened.journal, round);
    journal = opened.journal;
    packed = await closeJournal(made, frame(opened), clock.now() + DAY);
  }
  return { packed, journal };
}

const text = fc.string({ maxLength: 40 });
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(some, { nil: undefined });
const only = <T extends object>(item: T): T => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as T;
const entry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc
    .record({
      t: fc.constant('a' as const),
      action: fc.constantFrom('accept' as const, 'decline' as const, 'cancel' as const),
      content: maybe(fc.dictionary(text, json)),
      print: text,
      offered: maybe(text),
      settled: fc.boolean(),
      from: maybe(fc.dictionary(text, fc.constantFrom('argument' as const, 'remembered' as const, 'default' as const))),
    })
    .map(only) as unknown as fc.Arbitrary<JournalEntry>,
  fc.record({ t: fc.constant('v' as const), value: maybe(json) }).map(only) as unknown as fc.Arbitrary<JournalEntry>,
  fc.record({ t: fc.constant('f' as const), name: text, message: text }),
);
const asking: fc.Arbitrary<AskedEntry> = fc
  .record({
    at: fc.nat(),
    times: fc.nat(9),
    bad: fc.nat(3),
    missed: fc.nat(8),
    print: text,
    offered: maybe(text),
    raw: maybe(fc.constant(true as const)),
    open: fc.boolean(),
    malformed: maybe(fc.constant(true as const)),
  })
  .map(only) as unknown as fc.Arbitrary<AskedEntry>;
const key = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'q~2'), text);

describe('a journal as JSON', () => {
  it('is what it was after it was packed, written, read and put together again, for any entries', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, entry)), fc.array(fc.tuple(key, asking)), (entries, open) => {
        const journal = new Journal();
        for (const [name, value] of entries) journal.entries.set(name, value);
        for (const [name, value] of open) journal.asked.set(name, value);
        const back = new Journal();
        applyPacked(back, JSON.parse(JSON.stringify(packJournal(journal))));
        expect(contents(back)).toEqual(JSON.parse(JSON.stringify(contents(journal))));
        expect([...back.entries.keys(), ...back.asked.keys()]).toEqual([...journal.entries.keys(), ...journal.asked.keys()]);
      }),
    );
  });

  it('is refused in another version', () => {
    expect(() => applyPacked(new Journal(), [1, [], []])).toThrow('unknown version');
    expect(() => applyPacked(new Journal(), { c: [] })).toThrow('unknown version');
  });
});

describe('a journal in chunks', () => {
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('entry' as const), key, fc.integer({ min: 0, max: 3_000 })) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('ask' as const), key, fc.nat(99)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('forget' as const), key, fc.constant(0)) },
    { weight: 1, arbitrary: fc.tuple(fc.constant('wait' as const), fc.constant(''), fc.integer({ min: 0, max: DAY - 1 })) },
  );

  it('opens to what was closed, for any changes in any rounds, over hours between them, a full quota and a new key [D7, N12]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 25 }),
        fc.nat(24),
        fc.option(fc.nat(20_000)),
        async (rounds, rotateAt, quota) => {
          let made = services([keys[1] as string], quota ?? undefined);
          let packed: Json = packJournal(new Journal());
          let model: unknown = contents(new Journal());
          const born = clock.now();
          for (const [round, changes] of rounds.entries()) {
            if (round === rotateAt) made = services(keys, quota ?? undefined);
            const opened = await openJournal(made, frame(), FLOW, packed);
            if (opened === undefined) throw new Error(`a chunk is gone in round ${round}`);
            expect(contents(opened.journal)).toEqual(model);
            for (const [what, name, size] of changes) {
              if (what === 'entry') opened.journal.entries.set(name, answer('x'.repeat(size)));
              if (what === 'ask') opened.journal.asked.set(name, asked(size));
              if (what === 'forget') opened.journal.asked.delete(name);
            }
            model = contents(opened.journal);
            packed = await closeJournal(made, frame({ ...opened, born }), clock.now() + DAY);
            // Each round is answered within its state's life, the flow within its own.
            const [, , wait = 0] = changes.find(([what]) => what === 'wait') ?? [];
            await clock.advance(Math.min(wait, Math.max(0, born + 6 * DAY - clock.now())));
          }
          // Once the old key has sealed nothing that is alive, it can go.
          if (rotateAt < rounds.length - 1 && !Array.isArray(packed)) {
            const after = await openJournal(services([keys[0] as string]), frame(), FLOW, packed);
            expect(contents(after?.journal ?? new Journal())).toEqual(model);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is whole after days between small rounds: a chunk is written again before it would be gone [N12]', async () => {
    const made = services();
    const born = clock.now();
    let packed: Json = packJournal(new Journal());
    for (let round = 0; round < 7; round += 1) {
      const opened = await openJournal(made, frame(), FLOW, packed);
      opened?.journal.entries.set(`q:${round}`, answer('y'.repeat(round === 0 ? 20_000 : 10)));
      packed = await closeJournal(made, frame({ ...opened, born }), clock.now() + DAY);
      await clock.advance(DAY - 1_000);
    }
    expect((await openJournal(made, frame(), FLOW, packed))?.journal.entries.size).toBe(7);
  });

  it('writes what a round changed, not the whole of it, and has few of them to read [D7]', async () => {
    const { packed } = await play((journal, round) => journal.entries.set(`q:${round}`, answer('y'.repeat(200))), 200);
    const { c } = packed as unknown as { c: unknown[] };
    expect(c.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(packed).length).toBeLessThan(600);
    // Written whole each time it would have been 200 × 100 × 250 characters.
    expect(written).toBeLessThan(200 * 250 * 12);
    expect(reads).toBeLessThan(200 * 8);
  });

  it('stays as small as it is while nothing is large', async () => {
    const { packed } = await play((journal, round) => journal.entries.set(`q:${round}`, answer('y')), 10);
    expect(Array.isArray(packed)).toBe(true);
    expect(written).toBe(0);
  });

  it('is gone as a whole when one chunk is: nothing is put together from the rest [N6]', async () => {
    const made = services();
    const { packed } = await play((journal, round) => journal.entries.set(`q:${round}`, answer('y'.repeat(900))), 12, made);
    const { c } = packed as unknown as { c: [string][] };
    expect(c.length).toBeGreaterThan(1);
    for (const [id] of c) {
      const at = `spill:${FLOW}:${id}`;
      const record = await store.get(at);
      await store.delete(at);
      expect(await openJournal(made, frame(), FLOW, packed)).toBeUndefined();
      await store.put(at, record?.value ?? '');
    }
    expect(await openJournal(made, frame(), FLOW, packed)).toBeDefined();
  });

  it('opens in its own place only: not under another id, in another flow, for another call, nor one chunk for another [N6, N7]', async () => {
    const made = services();
    const { packed } = await play((journal, round) => journal.entries.set(`q:${round}`, answer('y'.repeat(900))), 12, made);
    const { c } = packed as unknown as { c: [string][] };
    const [first = [''], second = ['']] = c;
    const at = (id: string, flow = FLOW): string => `spill:${flow}:${id}`;
    const one = (await store.get(at(first[0])))?.value ?? '';
    const two = (await store.get(at(second[0])))?.value ?? '';
    const refused = { code: 'STATE_INVALID' };
    await expect(openJournal(made, frame({}, 'another call'), FLOW, packed)).rejects.toMatchObject(refused);
    await store.put(at(first[0]), two);
    await expect(openJournal(made, frame(), FLOW, packed)).rejects.toMatchObject(refused);
    await store.put(at(first[0]), `${one.slice(0, -1)}${one.endsWith('A') ? 'B' : 'A'}`);
    await expect(openJournal(made, frame(), FLOW, packed)).rejects.toMatchObject(refused);
    for (const [id] of c) await store.put(at(id, 'flow-2'), (await store.get(at(id)))?.value ?? '');
    await expect(openJournal(made, frame(), 'flow-2', packed)).rejects.toMatchObject(refused);
  });

  it('is not changed by a second run of the same round: each state opens to its own journal [D2, N5]', async () => {
    const made = services();
    const { packed } = await play((journal, round) => journal.entries.set(`q:${round}`, answer('y'.repeat(900))), 9, made);
    const run = async (text_: string): Promise<Json> => {
      const opened = await openJournal(made, frame(), FLOW, packed);
      opened?.journal.entries.set('last', answer(text_));
      return closeJournal(made, frame({ ...opened }), clock.now() + DAY);
    };
    const [a, b] = [await run('from the first run'), await run('from the second')];
    const last = async (from: Json): Promise<unknown> => (await openJournal(made, frame(), FLOW, from))?.journal.entries.get('last');
    // The first run ends the round, and takes away what its own state had named for the last time.
    await dropChunks(made, FLOW, packed, false);
    expect(await last(a)).toEqual(answer('from the first run'));
    expect(await last(b)).toEqual(answer('from the second'));
  });

  it('leaves nothing behind when the flow ends, and nothing for ever when it does not [D33]', async () => {
    const made = services();
    let packed: Json = packJournal(new Journal());
    for (let round = 0; round < 20; round += 1) {
      const before = packed;
      const opened = await openJournal(made, frame(), FLOW, packed);
      opened?.journal.entries.set(`q:${round}`, answer('y'.repeat(900)));
      packed = await closeJournal(made, frame({ ...opened }), clock.now() + DAY);
      await dropChunks(made, FLOW, before, false);
    }
    expect((await store.list('spill:')).length).toBeGreaterThan(1);
    const spent = packed;
    await dropChunks(made, FLOW, spent, true);
    expect(await store.list('spill:')).toEqual([]);
    await play((journal, round) => journal.entries.set(`q:${round}`, answer('y'.repeat(900))), 20, made);
    await clock.advance(2 * DAY + 1);
    expect(await store.list('spill:')).toEqual([]);
  });
});
