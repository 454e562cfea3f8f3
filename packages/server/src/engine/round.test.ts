/** The round against a hand-turned event loop: what happens is decided by the test, one step at a time. */
import { describe, expect, it } from 'vitest';
import { Round, type RoundOutcome } from './round.js';

type Outcome = RoundOutcome<string, string>;

function start(body: (round: Round<string, string>) => unknown) {
  const turns: (() => void)[] = [];
  const reported: unknown[] = [];
  const round = new Round<string, string>({ turn: fn => turns.push(fn), report: error => reported.push(error) });
  let outcome: Outcome | undefined;
  void round
    .run(() => body(round))
    .then(result => {
      outcome = result;
    });
  const settle = async (): Promise<void> => {
    for (let tick = 0; tick < 30; tick += 1) await null;
  };
  return {
    round,
    reported,
    outcome: () => outcome,
    settle,
    /** One turn of the event loop. */
    async turn() {
      await settle();
      const due = turns.splice(0);
      for (const fn of due) fn();
      await settle();
    },
  };
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>(done => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('a round', () => {
  it('ends with what the body returns or throws, at once or later', async () => {
    const now = start(() => 1);
    await now.settle();
    expect(now.outcome()).toEqual({ kind: 'returned', value: 1 });
    const later = start(async () => 2);
    await later.settle();
    expect(later.outcome()).toEqual({ kind: 'returned', value: 2 });
    const thrown = start(() => {
      throw new Error('x');
    });
    await thrown.settle();
    expect(thrown.outcome()).toMatchObject({ kind: 'threw' });
  });

  it('waits with every question that was started together, whatever lies between them in microtasks [D5]', async () => {
    const run = start(async round => {
      await Promise.all([
        round.wait('a', 'A'),
        (async () => {
          for (let tick = 0; tick < 10; tick += 1) await null;
          await round.wait('b', 'B');
        })(),
      ]);
    });
    await run.turn();
    expect(run.outcome()).toEqual({
      kind: 'waiting',
      questions: new Map([
        ['a', 'A'],
        ['b', 'B'],
      ]),
    });
  });

  it('leaves a question behind real work to the next round [D5]', async () => {
    const work = deferred<void>();
    const run = start(async round => {
      await Promise.all([round.wait('a', 'A'), work.promise.then(() => round.wait('b', 'B'))]);
    });
    await run.turn();
    const outcome = run.outcome();
    work.resolve();
    await run.turn();
    expect(outcome).toMatchObject({ kind: 'waiting' });
    expect([...(outcome as Extract<Outcome, { kind: 'waiting' }>).questions.keys()]).toEqual(['a']);
  });

  it('stays open while an effect is in flight, and takes along what is asked after it [N5]', async () => {
    const effect = deferred<string>();
    const run = start(async round => {
      await Promise.all([round.wait('a', 'A'), round.hold(() => effect.promise).then(() => round.wait('b', 'B'))]);
    });
    await run.turn();
    await run.turn();
    expect(run.outcome()).toBeUndefined();
    effect.resolve('done');
    await run.turn();
    expect([...(run.outcome() as Extract<Outcome, { kind: 'waiting' }>).questions.keys()]).toEqual(['a', 'b']);
  });

  it('cannot be swallowed by catch, finally or allSettled', async () => {
    const ran: string[] = [];
    const run = start(async round => {
      try {
        await Promise.allSettled([round.wait('a', 'A')]);
        ran.push('after');
      } catch {
        ran.push('catch');
      } finally {
        ran.push('finally');
      }
    });
    await run.turn();
    expect(run.outcome()).toMatchObject({ kind: 'waiting' });
    expect(ran).toEqual([]);
  });

  it('prefers a fault to an ending, an ending to a return, a return to an open question', async () => {
    const fault = start(round => {
      void round.wait('a', 'A');
      void round.end('E');
      void round.fail('F');
      return 'R';
    });
    await fault.settle();
    expect(fault.outcome()).toEqual({ kind: 'fault', error: 'F' });
    const ending = start(round => {
      void round.end('E');
      void round.end('later');
      return 'R';
    });
    await ending.settle();
    expect(ending.outcome()).toEqual({ kind: 'ended', ending: 'E' });
    const value = start(round => {
      void round.wait('a', 'A');
      return 'R';
    });
    await value.settle();
    expect(value.outcome()).toEqual({ kind: 'returned', value: 'R' });
  });

  it('aborts its signal when it is over, also one that is read only then [D6]', async () => {
    let early: AbortSignal | undefined;
    const run = start(round => {
      early = round.signal;
      return round.wait('a', 'A');
    });
    await run.settle();
    expect(early?.aborted).toBe(false);
    await run.turn();
    expect(early?.aborted).toBe(true);
    const unread = start(round => round.wait('a', 'A'));
    await unread.turn();
    expect(unread.round.signal.aborted).toBe(true);
  });

  it('lets nothing begin afterwards: abandoned branches stop, completed calls refuse [D6]', async () => {
    const abandoned = start(round => round.wait('a', 'A'));
    await abandoned.turn();
    let late = 'pending';
    void abandoned.round
      .hold(async () => 'ran')
      .then(
        () => {
          late = 'ran';
        },
        () => {
          late = 'refused';
        },
      );
    await abandoned.turn();
    expect(late).toBe('pending');
    const completed = start(() => 'R');
    await completed.settle();
    await expect(completed.round.hold(async () => 'ran')).rejects.toMatchObject({ code: 'ROUND_OVER' });
  });

  it('runs what was deferred once, last first, and goes on past one that fails', async () => {
    const ran: string[] = [];
    const run = start(round => {
      round.defer(() => ran.push('first'));
      round.defer(() => {
        throw new Error('broken');
      });
      round.defer(async () => {
        await null;
        ran.push('last');
      });
      return round.wait('a', 'A');
    });
    await run.turn();
    expect(ran).toEqual(['last', 'first']);
    expect(run.reported).toHaveLength(1);
    expect(run.outcome()).toMatchObject({ kind: 'waiting' });
  });

  it('refuses a key that is used twice', () => {
    const { round } = start(() => 'R');
    round.use('a');
    expect(() => round.use('a')).toThrow(expect.objectContaining({ code: 'KEY_REUSED' }));
  });

  it('tells its signal why the host took the call back, before it is read and after [E-T-06]', () => {
    const host = new AbortController();
    const round = new Round<string, string>({ turn: () => {}, report: () => {}, host: host.signal });
    void round.run(() => round.wait('a', 'A'));
    const { signal } = round;
    host.abort('gone');
    expect(signal.reason).toBe('gone');
    const late = new Round<string, string>({ turn: () => {}, report: () => {}, host: host.signal });
    void late.run(() => late.wait('a', 'A'));
    expect(late.signal.reason).toBe('gone');
  });
});
