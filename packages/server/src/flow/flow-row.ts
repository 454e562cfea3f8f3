/**
 * The one stored row of a flow (D2): which round was answered last, with what, and whether its outcome is known.
 *
 * Promises:
 *  1. Of racing retries of one round exactly one runs; the same retry again joins it or gets its outcome; any other
 *     answers for that round, and any older round, are refused. Compare-and-set decides, over processes and replicas.
 *  2. Nothing is written when a state is minted: a caller who never retries leaves nothing behind (E-M-16).
 *  3. A claim carries a lease that is renewed while the round runs; a claim that outlives its lease runs again, and only
 *     `once` protects effects then.
 *  4. The outcome is kept sealed for ten minutes; the row stays until every state of the flow has expired.
 */
import type { Json } from '@midcall/core';
import type { Clock, Store } from '@midcall/store';
import { contested, MOST_TRIES } from './contested.js';
import { untilChanged } from './until-changed.js';

export interface Retry {
  readonly flow: string;
  /** 1 for the answers to the first round of questions. */
  readonly round: number;
  /** Digest of state and answers. */
  readonly digest: string;
  /** When the state of this retry expires. */
  readonly expiresAt: number;
}

export type Claim =
  | {
      readonly kind: 'run';
      /** False if the round had been taken over and ended by another run of it. */
      readonly done: (outcome: string | undefined, keepUntil: number) => Promise<boolean>;
      readonly release: () => Promise<void>;
    }
  | { readonly kind: 'outcome'; readonly outcome: string }
  | { readonly kind: 'refused'; readonly reason: 'request_completed' | 'request_superseded' };

interface Row {
  readonly v: 1;
  readonly round: number;
  readonly digest: string;
  /** `free`: claimed once, ended without an outcome; the same retry may run again. */
  readonly status: 'running' | 'done' | 'free';
  /** End of the lease while running. */
  readonly lease: number;
}

export const OUTCOME_KEPT = 10 * 60_000;

/** @param lease Milliseconds a claim holds without a sign of life. */
export async function claimRound(store: Store, clock: Clock, retry: Retry, lease: number): Promise<Claim> {
  const key = `flow:${retry.flow}`;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const record = await store.get(key);
    const mine: Row = { v: 1, round: retry.round, digest: retry.digest, status: 'running', lease: clock.now() + lease };
    if (record === undefined) {
      // A later round without a row: the row lives as long as any state of its flow, so this flow is not one of this store.
      if (retry.round !== 1) return { kind: 'refused', reason: 'request_completed' };
      if (await store.putIfAbsent(key, JSON.stringify(mine), { expiresAt: retry.expiresAt }))
        return running(store, clock, key, retry, lease);
      continue;
    }
    const row = read(record.value);
    if (row === undefined || row.round > retry.round) return { kind: 'refused', reason: 'request_superseded' };
    const expiresAt = Math.max(record.expiresAt ?? 0, retry.expiresAt);
    if (row.round < retry.round) {
      if (row.round !== retry.round - 1 || row.status === 'running') return { kind: 'refused', reason: 'request_superseded' };
      if (await store.compareAndSet(key, record.version, JSON.stringify(mine), { expiresAt }))
        return running(store, clock, key, retry, lease);
      continue;
    }
    if (row.digest !== retry.digest) return { kind: 'refused', reason: 'request_superseded' };
    if (row.status === 'done') {
      const outcome = await store.get(outcomeKey(retry));
      return outcome === undefined ? { kind: 'refused', reason: 'request_completed' } : { kind: 'outcome', outcome: outcome.value };
    }
    if (row.status === 'free' || row.lease <= clock.now()) {
      if (await store.compareAndSet(key, record.version, JSON.stringify(mine), { expiresAt }))
        return running(store, clock, key, retry, lease);
      continue;
    }
    await untilChanged(store, clock, key, row.lease, record.version);
    tries = 0;
  }
  throw contested();
}

function running(store: Store, clock: Clock, key: string, retry: Retry, lease: number): Claim {
  let stop = (): void => {};
  let over = false;
  const renew = (): void => {
    stop = clock.setTimeout(() => {
      void move(store, key, retry, row => ({ ...row, lease: clock.now() + lease })).then(
        held => {
          if (held && !over) renew();
        },
        // A store that fails for a moment costs the lease, not the round.
        () => {
          if (!over) renew();
        },
      );
    }, lease / 3);
  };
  renew();
  const end = (): void => {
    over = true;
    stop();
  };
  return {
    kind: 'run',
    async done(outcome, keepUntil) {
      end();
      if (outcome !== undefined) await store.put(outcomeKey(retry), outcome, { expiresAt: clock.now() + OUTCOME_KEPT });
      return move(store, key, retry, row => ({ ...row, status: 'done' }), keepUntil);
    },
    async release() {
      end();
      await move(store, key, retry, row => ({ ...row, status: 'free' }));
    },
  };
}

/** Changes the row while it still belongs to this claim. */
async function move(store: Store, key: string, retry: Retry, change: (row: Row) => Row, keepUntil = 0): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const record = await store.get(key);
    const row = record === undefined ? undefined : read(record.value);
    if (record === undefined || row === undefined || row.round !== retry.round || row.status !== 'running') return false;
    const expiresAt = Math.max(record.expiresAt ?? 0, keepUntil);
    if (await store.compareAndSet(key, record.version, JSON.stringify(change(row)), { expiresAt })) return true;
  }
  throw contested();
}

function outcomeKey(retry: Retry): string {
  return `outcome:${retry.flow}:${retry.round}`;
}

function read(value: string): Row | undefined {
  const row = JSON.parse(value) as Json;
  return typeof row === 'object' && row !== null && !Array.isArray(row) && 'v' in row && row.v === 1 ? (row as unknown as Row) : undefined;
}
