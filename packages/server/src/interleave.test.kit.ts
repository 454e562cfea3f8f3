/**
 * Any interleaving of suspension, crash, duplicate, reordering, expiry of leases and change of replica comes to what the
 * uninterrupted run comes to. One run is decided by its seed alone; `npm run soak -- interleave` runs many.
 *
 * What is held, in every run:
 *  1. The call ends with the result of the uninterrupted run, or, if a crash fell into an effect, with EFFECT_IN_DOUBT.
 *  2. No effect runs twice under one idempotency key, unless it was declared repeatable.
 *  3. No question is asked again because something drifted between runs.
 *  4. An older round is refused; the last one again gets the same outcome.
 */
import { text } from '@midcall/core';
import { type FakeClock, fakeClock, memoryStore, type Store } from '@midcall/store';
import { defineTool } from './author/define.js';
import { type Frame, modernPeer, type Peer, textOf } from './raw-peer.test.kit.js';

type Step =
  | { readonly kind: 'ask' | 'confirm' | 'choose' | 'pin'; readonly key: string }
  | { readonly kind: 'once'; readonly key: string; readonly repeatable: boolean }
  | { readonly kind: 'both'; readonly keys: readonly [string, string] };

export interface InterleaveCounts {
  rounds: number;
  crashes: number;
  duplicates: number;
  replays: number;
  inDoubt: number;
}

interface World {
  readonly random: () => number;
  readonly clock: FakeClock;
  readonly store: Store;
  readonly steps: readonly Step[];
  readonly effects: Map<string, number>;
  readonly counts: InterleaveCounts;
}

/** Runs one interleaving. @throws Error that names the seed if anything of the above does not hold */
export async function interleave(seed: number, counts: InterleaveCounts = noCounts()): Promise<InterleaveCounts> {
  const random = mulberry(seed);
  const clock = fakeClock();
  const steps = program(random);
  const world: World = { random, clock, store: memoryStore({ clock }), steps, effects: new Map(), counts };
  const peers: Peer[] = [];
  try {
    await drive(world, peers);
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    for (const peer of peers) await peer.close();
  }
  return counts;
}

export function noCounts(): InterleaveCounts {
  return { rounds: 0, crashes: 0, duplicates: 0, replays: 0, inDoubt: 0 };
}

async function drive(world: World, peers: Peer[]): Promise<void> {
  const { random, clock, counts } = world;
  const params = { name: 'play', arguments: { n: 1 } };
  const fuses: Fuse[] = [];
  const replica = async (): Promise<Peer> => {
    const fuse: Fuse = { left: Number.POSITIVE_INFINITY };
    const peer = await modernPeer([player(world)], { store: fused(world.store, fuse), clock });
    peers.push(peer);
    fuses.push(fuse);
    return peer;
  };
  let alive = await replica();
  let frame = await alive.request('tools/call', params);
  const earlier: object[] = [];
  let crashed = false;
  while (frame.result?.resultType === 'input_required') {
    counts.rounds += 1;
    const retry = { ...params, requestState: frame.result.requestState, inputResponses: answersTo(frame) };
    let response: Frame | undefined;
    while (response === undefined) {
      const dice = random();
      if (dice < 0.3) alive = await replica();
      else if (dice < 0.4) await clock.advance(Math.floor(random() * 40_000));
      const fuse = fuses[peers.indexOf(alive)] as Fuse;
      if (random() < 0.25) fuse.left = Math.floor(random() * 14);
      const sent = [alive.start('tools/call', retry).response];
      if (random() < 0.3) {
        counts.duplicates += 1;
        if (random() < 0.5) await turns(clock, Math.floor(random() * 4));
        const other = random() < 0.5 ? alive : await replica();
        sent.push(other.start('tools/call', retry).response);
      }
      const got = await firstWithin(clock, sent);
      fuse.left = fuse.left <= 0 ? 0 : Number.POSITIVE_INFINITY;
      if (fuse.left === 0) {
        counts.crashes += 1;
        crashed = true;
        alive = await replica();
      }
      response = got;
      // Whoever waits for a dead claim gets its turn when the lease ends.
      if (response === undefined) await clock.advance(31_000);
    }
    if (earlier.length > 0 && random() < 0.3) {
      counts.replays += 1;
      const old = await alive.request('tools/call', earlier[Math.floor(random() * earlier.length)] as object);
      if (old.error?.code !== -32602) throw new Error('an older round was not refused');
    }
    if (random() < 0.2) {
      counts.replays += 1;
      const again = await alive.request('tools/call', retry);
      if (JSON.stringify(again.result) !== JSON.stringify(response.result)) throw new Error('the last round again had another outcome');
    }
    earlier.push(retry);
    frame = response;
  }
  if (frame.error !== undefined) throw new Error(`ended with error ${frame.error.code}: ${frame.error.message}`);
  const said = textOf(frame);
  if (frame.result.isError === true) {
    if (!crashed || !said.includes('did not say how it ended')) throw new Error(`ended with: ${said}`);
    counts.inDoubt += 1;
  } else if (said !== expected(world.steps)) throw new Error(`ended with ${said} instead of ${expected(world.steps)}`);
  for (const step of world.steps) {
    if (step.kind === 'once' && !step.repeatable && (world.effects.get(step.key) ?? 0) > 1) throw new Error(`effect ${step.key} ran twice`);
  }
}

/** The tool under test: a program of verbs whose end is known beforehand. */
function player({ steps, effects, random }: World) {
  const form = { value: text() };
  return defineTool('play', {}, async (_none, call) => {
    const got: string[] = [];
    let seen = '';
    for (const step of steps) {
      // What was pinned stands in the next question: if it drifted, the question would come again.
      const message = `About ${step.kind}${seen}`;
      switch (step.kind) {
        case 'ask': {
          const answer = await call.ask(step.key, { message, form });
          got.push(answer.action === 'accept' ? answer.content.value : answer.action);
          break;
        }
        case 'both': {
          const [a, b] = await Promise.all(step.keys.map(key => call.ask(key, { message, form })));
          got.push(...[a, b].map(answer => (answer?.action === 'accept' ? answer.content.value : String(answer?.action))));
          break;
        }
        case 'confirm':
          await call.confirm(step.key, { message });
          got.push('sure');
          break;
        case 'choose':
          got.push(await call.choose(step.key, { message, from: ['x', 'y', 'z'] }));
          break;
        case 'pin':
          seen = ` ${await call.pin(step.key, () => random())}`;
          break;
        case 'once':
          got.push(
            await call.once(step.key, { repeatable: step.repeatable }, async () => {
              effects.set(step.key, (effects.get(step.key) ?? 0) + 1);
              return `did ${step.key}`;
            }),
          );
          break;
      }
    }
    return { content: [{ type: 'text', text: got.join(',') }] };
  });
}

function expected(steps: readonly Step[]): string {
  return steps
    .flatMap(step => {
      if (step.kind === 'ask') return [valueFor(step.key)];
      if (step.kind === 'both') return step.keys.map(valueFor);
      if (step.kind === 'confirm') return ['sure'];
      if (step.kind === 'choose') return ['y'];
      return step.kind === 'once' ? [`did ${step.key}`] : [];
    })
    .join(',');
}

function answersTo(frame: Frame): object {
  const requests = frame.result.inputRequests as Record<string, { params: { message: string; requestedSchema: { properties: object } } }>;
  return Object.fromEntries(
    Object.entries(requests).map(([wire, { params }]) => {
      if (!params.message.startsWith('About ')) throw new Error(`asked again: ${params.message}`);
      const { properties } = params.requestedSchema;
      if ('confirm' in properties) return [wire, { action: 'accept', content: { confirm: true } }];
      if ('choice' in properties) return [wire, { action: 'accept', content: { choice: 'y' } }];
      const value = valueFor(wire);
      return [wire, value === 'decline' || value === 'cancel' ? { action: value } : { action: 'accept', content: { value } }];
    }),
  );
}

function valueFor(key: string): string {
  const at = Number(key.slice(1));
  return at % 5 === 3 ? 'decline' : at % 7 === 5 ? 'cancel' : `v${at}`;
}

function program(random: () => number): readonly Step[] {
  const steps: Step[] = [];
  const length = 2 + Math.floor(random() * 6);
  for (let at = 0; at < length; at += 1) {
    const key = `k${at * 2}`;
    const dice = random();
    if (dice < 0.25) steps.push({ kind: 'ask', key });
    else if (dice < 0.4) steps.push({ kind: 'both', keys: [key, `k${at * 2 + 1}`] });
    else if (dice < 0.5) steps.push({ kind: 'confirm', key });
    else if (dice < 0.6) steps.push({ kind: 'choose', key });
    else if (dice < 0.75) steps.push({ kind: 'pin', key });
    else steps.push({ kind: 'once', key, repeatable: random() < 0.4 });
  }
  return steps;
}

/** How many operations a process still gets done on the store before it dies. */
interface Fuse {
  left: number;
}

function fused(store: Store, fuse: Fuse): Store {
  const burn = <T>(operation: () => Promise<T>): Promise<T> => {
    fuse.left -= 1;
    return fuse.left < 0 ? new Promise<T>(() => {}) : operation();
  };
  return {
    id: () => store.id(),
    get: key => burn(() => store.get(key)),
    put: (key, value, options) => burn(() => store.put(key, value, options)),
    putIfAbsent: (key, value, options) => burn(() => store.putIfAbsent(key, value, options)),
    compareAndSet: (key, version, value, options) => burn(() => store.compareAndSet(key, version, value, options)),
    take: key => burn(() => store.take(key)),
    delete: key => burn(() => store.delete(key)),
    list: (prefix, options) => burn(() => store.list(prefix, options)),
    watch: (prefix, listener) => store.watch(prefix, listener),
    close: async () => {},
  };
}

async function firstWithin(clock: FakeClock, responses: readonly Promise<Frame>[]): Promise<Frame | undefined> {
  let first: Frame | undefined;
  for (const response of responses) {
    void response.then(frame => {
      first ??= frame;
    });
  }
  for (let turn = 0; turn < 60 && first === undefined; turn += 1) await clock.advance(0);
  return first;
}

async function turns(clock: FakeClock, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await clock.advance(0);
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
