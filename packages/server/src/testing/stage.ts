/**
 * Several runs of one handler over one world, in step.
 *
 * Promises:
 *  1. One actor moves at a time; the others stand still. What changes meanwhile was changed by that one.
 *  2. What comes from outside (an answer, a pinned value, an effect) happens once for all of them: when every actor stands
 *     still, the first one's cue is performed, and everybody who waits for the same cue is given the same outcome.
 *  3. An actor that waits for something the others never come to does not hold them up.
 */
import { nextTurn } from '../platform/next-turn.js';

/** Something from outside that an actor waits for. Actors with the same `id` mean the same thing. */
export interface Cue<T> {
  readonly id: string;
  readonly perform: () => T | Promise<T>;
}

interface Parked {
  readonly cue: Cue<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
}

export interface StageOptions {
  /** Called around everything that is performed: what it changes outside is meant. */
  readonly around?: { before(): void; after(): void };
}

export class Actor {
  readonly parked: Parked[] = [];
  done = false;
  #stopped: (() => void) | undefined;

  /** Stands still until the cue has been performed. */
  wait<T>(cue: Cue<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.parked.push({ cue, settle: outcome => outcome.then(value => resolve(value as T), reject) });
      this.#stopped?.();
    });
  }

  /** Resolves once this actor stands still or is done. */
  async still(): Promise<void> {
    while (!this.done && this.parked.length === 0) {
      await new Promise<void>(resolve => {
        this.#stopped = resolve;
      });
    }
    // What was started together stands together.
    for (let turn = 0; turn < 2; turn += 1) await new Promise<void>(nextTurn);
  }

  finish(): void {
    this.done = true;
    this.#stopped?.();
  }
}

/** Runs every part to its end. @throws the first error of the first part that failed */
export async function perform<T>(parts: readonly ((actor: Actor) => Promise<T>)[], { around }: StageOptions = {}): Promise<readonly T[]> {
  const known = new Map<string, Promise<unknown>>();
  const ends: (() => T)[] = [];
  const actors: Actor[] = [];
  for (const [index, part] of parts.entries()) {
    const actor = new Actor();
    actors.push(actor);
    part(actor).then(
      value => {
        ends[index] = () => value;
        actor.finish();
      },
      error => {
        ends[index] = () => {
          throw error;
        };
        actor.finish();
      },
    );
    await actor.still();
    if (actor.done) ends[index]?.();
  }
  for (;;) {
    const lead = actors.find(actor => !actor.done);
    if (lead === undefined) return ends.map(end => end());
    for (const { cue } of lead.parked) {
      if (known.has(cue.id)) continue;
      around?.before();
      const outcome = Promise.resolve().then(cue.perform);
      known.set(cue.id, outcome);
      await outcome.catch(() => {});
      around?.after();
    }
    for (const [index, actor] of actors.entries()) {
      if (actor.done || !actor.parked.every(({ cue }) => known.has(cue.id))) continue;
      for (const { cue, settle } of actor.parked.splice(0)) settle(known.get(cue.id) as Promise<unknown>);
      await actor.still();
      if (actor.done) ends[index]?.();
    }
  }
}
