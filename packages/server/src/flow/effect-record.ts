/**
 * An effect at most once (D9): the stored record of one `once`, and who may run it.
 *
 * Promises:
 *  1. Of all runs that reach the effect, in any process, exactly one gets to run it; the others get its recorded end.
 *  2. A lease only tells "running" from "in doubt". A lease that ended without a result never licenses a second run:
 *     the caller gets EFFECT_IN_DOUBT, or repeats under the same idempotency key where the author declared that safe.
 *  3. What the effect returned or threw is stored sealed.
 */
import { MidcallError } from '@midcall/core';
import type { Clock, Store } from '@midcall/store';
import { contested, MOST_TRIES } from './contested.js';
import { untilChanged } from './until-changed.js';

export interface EffectOptions {
  /** Where the record stands. */
  readonly key: string;
  /** How long the record is kept after each write, in milliseconds. */
  readonly keepFor: number;
  /** The author says that running it again under the same idempotency key changes nothing. */
  readonly repeatable: boolean;
  /** Milliseconds a run counts as running without a sign of life. */
  readonly lease: number;
}

/** @returns the sealed end, and whether the record stays; without it the next caller may run the effect */
export type Effect = () => Promise<{ readonly end: string; readonly keep: boolean }>;

interface RecordRow {
  readonly v: 1;
  readonly status: 'running' | 'done';
  /** Who runs it: a random id per attempt. */
  readonly by: string;
  readonly lease: number;
  readonly end?: string;
}

/**
 * Runs `effect` unless it ran, and returns its sealed end. `effect` must not reject: what the author's function throws
 * is part of the end.
 * @throws MidcallError EFFECT_IN_DOUBT
 */
export async function runOnce(store: Store, clock: Clock, options: EffectOptions, attempt: string, effect: Effect): Promise<string> {
  const { key, keepFor, repeatable, lease } = options;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const mine = (): string => JSON.stringify({ v: 1, status: 'running', by: attempt, lease: clock.now() + lease } satisfies RecordRow);
    const record = await store.get(key);
    if (record === undefined) {
      if (await store.putIfAbsent(key, mine(), { expiresAt: clock.now() + keepFor })) return run(store, clock, options, attempt, effect);
      continue;
    }
    const row = JSON.parse(record.value) as RecordRow;
    if (row.v !== 1) throw inDoubt();
    if (row.status === 'done') return row.end as string;
    if (row.lease > clock.now()) {
      await untilChanged(store, clock, key, row.lease, record.version);
      tries = 0;
      continue;
    }
    if (!repeatable) throw inDoubt();
    if (await store.compareAndSet(key, record.version, mine(), { expiresAt: clock.now() + keepFor })) {
      return run(store, clock, options, attempt, effect);
    }
  }
  throw contested();
}

async function run(store: Store, clock: Clock, options: EffectOptions, attempt: string, effect: Effect): Promise<string> {
  const { key, keepFor, lease } = options;
  let stop = (): void => {};
  let over = false;
  const renew = (): void => {
    stop = clock.setTimeout(() => {
      void write({ v: 1, status: 'running', by: attempt, lease: clock.now() + lease }).then(
        () => {
          if (!over) renew();
        },
        () => {
          if (!over) renew();
        },
      );
    }, lease / 3);
  };
  const write = async (row: RecordRow): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const record = await store.get(key);
      if (record !== undefined) {
        const current = JSON.parse(record.value) as RecordRow;
        // Somebody repeated the effect in the meantime, or it is recorded: the newest attempt writes.
        if (current.by !== attempt || current.status === 'done') return;
        if (await store.compareAndSet(key, record.version, JSON.stringify(row), { expiresAt: clock.now() + keepFor })) return;
        continue;
      }
      if (row.status === 'running') return;
      if (await store.putIfAbsent(key, JSON.stringify(row), { expiresAt: clock.now() + keepFor })) return;
    }
    throw contested();
  };
  renew();
  try {
    const { end, keep } = await effect();
    over = true;
    stop();
    if (keep) await write({ v: 1, status: 'done', by: attempt, lease: 0, end });
    else await store.delete(key);
    return end;
  } finally {
    over = true;
    stop();
  }
}

function inDoubt(): MidcallError {
  return new MidcallError('EFFECT_IN_DOUBT', 'An earlier run began this effect and did not say how it ended', {
    hint: 'Look at the outside system whether it happened, or declare it safe to repeat: once(key, { repeatable: true }, fn).',
  });
}
