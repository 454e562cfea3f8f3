/** The stage against actors that come in every order: who moves, what happens once, who waits for whom. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, perform } from './stage.js';

describe('a stage', () => {
  it('moves one actor at a time, and what they all wait for happens when all of them stand still', async () => {
    const seen: string[] = [];
    const part = (name: string) => async (actor: Actor) => {
      seen.push(`${name} begins`);
      await null;
      const value = await actor.wait({ id: 'answer', perform: () => seen.push('answered') });
      seen.push(`${name} has ${value}`);
    };
    await perform([part('a'), part('b')]);
    expect(seen).toEqual(['a begins', 'b begins', 'answered', 'a has 3', 'b has 3']);
  });

  it('gives everybody the same failure', async () => {
    let tries = 0;
    const part = async (actor: Actor) =>
      actor
        .wait({
          id: 'broken',
          perform: () => {
            tries += 1;
            throw new Error(`try ${tries}`);
          },
        })
        .catch((error: Error) => error.message);
    expect(await perform([part, part, part])).toEqual(['try 1', 'try 1', 'try 1']);
  });

  it('leaves nobody waiting for what another never comes to', async () => {
    const waits = (id: string) => (actor: Actor) => actor.wait({ id, perform: () => id });
    const alone = async () => 'alone';
    expect(await perform([waits('x'), waits('y'), alone])).toEqual(['x', 'y', 'alone']);
  });

  it('ends with the first failure of a part', async () => {
    const fails = async (actor: Actor) => {
      await actor.wait({ id: 'x', perform: () => 1 });
      throw new Error('no');
    };
    const never = (actor: Actor) => actor.wait({ id: 'y', perform: () => 1 });
    await expect(perform([fails, never])).rejects.toThrow('no');
  });

  it('performs together what one actor waits for together', async () => {
    const both = async (actor: Actor) =>
      Promise.all([actor.wait({ id: 'a', perform: () => 'A' }), actor.wait({ id: 'b', perform: () => 'B' })]);
    const onlyB = (actor: Actor) => actor.wait({ id: 'b', perform: () => 'other B' });
    expect(await perform<unknown>([both, onlyB])).toEqual([['A', 'B'], 'B']);
  });

  it('does each thing once, whatever the actors come to and in which order', async () => {
    const script = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 4 }), async scripts => {
        const done: number[] = [];
        const parts = scripts.map(ids => async (actor: Actor) => {
          const got: number[] = [];
          for (const id of ids) got.push(await actor.wait({ id: String(id), perform: () => done.push(id) && id }));
          return got;
        });
        expect(await perform(parts)).toEqual(scripts);
        expect(new Set(done).size).toBe(done.length);
        expect(new Set(done)).toEqual(new Set(scripts.flat()));
      }),
      { numRuns: 60 },
    );
  });
});
