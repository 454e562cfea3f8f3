import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compare, summed } from './compare.js';
import { rows } from './rows/index.js';

const bench = (...args: readonly string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../dist/main.js', import.meta.url)), ...args], { encoding: 'utf8' });

it('has one goal for every row and one row for every goal', () => {
  const goals: unknown = JSON.parse(readFileSync(new URL('../goals.json', import.meta.url), 'utf8'));
  const ids = rows.map(row => row.bench);
  expect(Object.keys(goals as object).sort()).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

it('prints one JSON line for a row, with the rival measured in the same run', () => {
  const { status, stdout } = bench('state.seal.bare');
  expect(status).toBe(0);
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(1);
  const row = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect(Object.keys(row)).toEqual(['bench', 'rival', 'unit', 'value', 'goal', 'ok', 'spread']);
  const { value, goal, ok, spread } = row as { value: number; goal: number; ok: boolean; spread: [number, number] };
  expect(row.bench).toBe('state.seal.bare');
  expect(ok).toBe(value <= goal);
  expect(spread[0]).toBeLessThanOrEqual(value);
  expect(spread[1]).toBeGreaterThanOrEqual(value);
});

it('ends with 2 and the list of rows for a name that begins none', () => {
  for (const name of ['nothing', 'core.fre', 'state.seal.bare.more']) {
    const { status, stdout, stderr } = bench('state.seal.bare', name);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(name);
    for (const row of rows) expect(stderr).toContain(row.bench);
  }
});

it('takes the middle of the rounds, and their ends as the spread', () => {
  expect(summed([3, 1, 2])).toEqual({ value: 2, spread: [1, 3] });
  expect(summed([5])).toEqual({ value: 5, spread: [5, 5] });
});

it('never has two calls of one side under way at once', async () => {
  let open = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    open += 1;
    most = Math.max(most, open);
    await new Promise(resolve => setImmediate(resolve));
    open -= 1;
  };
  await compare({ ours: work, rival: work, rounds: 1, batch: 1 });
  expect(most).toBe(1);
});
