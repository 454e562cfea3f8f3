/**
 * Hostile peers against a server in memory. One range (a server, its own clock and store) takes a thousand inputs and is
 * decided by its seed, but for the keys and nonces, which are random. Held for every input:
 *  1. It is answered; nothing is left hanging, no rejection goes unhandled.
 *  2. A state that was not sealed for this call is a JSON-RPC error, and the handler is not entered.
 *  3. What reaches the handler keeps the rules of its forms; an effect happens once, after a yes.
 *  4. No prototype gains a member; nothing planted comes back in a refusal.
 */
import { fakeClock } from '@midcall/store';
import { booking, newWatch, other } from './fuzz-server/booking.js';
import { PLANTED } from './fuzz-server/hostile-json.js';
import { legacyLine, modernLine } from './fuzz-server/line.js';
import { legacyCall } from './fuzz-server/on-legacy.js';
import { type Met, mint, modernRange, type Range } from './fuzz-server/on-modern.js';
import { seeded } from './random.js';
import { messageOf, type Soak, type SoakFailure } from './soak.js';

const RANGE = 1_000;

export const fuzzServerSoak: Soak = {
  count: 1_000_000,
  async run({ seed, count, progress }) {
    const met = noneMet();
    const failures: SoakFailure[] = [];
    const stray: unknown[] = [];
    const caught = (error: unknown): void => void stray.push(error);
    process.on('unhandledRejection', caught);
    process.on('uncaughtException', caught);
    const shape = prototypes();
    try {
      for (let done = 0; done < count; done += RANGE) {
        const inputs = Math.min(RANGE, count - done);
        const here = seed + done / RANGE;
        try {
          await oneRange(here, inputs, met);
          if (prototypes() !== shape) throw new Error('a prototype was changed');
          if (stray.length > 0) throw new Error(`nobody handled: ${stray.splice(0).map(messageOf).join('; ')}`);
        } catch (error) {
          failures.push({ seed: here, count: inputs, message: messageOf(error) });
          if (failures.length >= MOST_FAILURES) break;
        }
        progress(done + inputs);
      }
    } finally {
      process.off('unhandledRejection', caught);
      process.off('uncaughtException', caught);
    }
    return { met: { ...met }, failures };
  },
};

/** Enough to see; a broken build must not run for an hour. */
const MOST_FAILURES = 50;

async function oneRange(seed: number, inputs: number, met: Met): Promise<void> {
  const random = seeded(seed);
  const clock = fakeClock();
  const watch = newWatch();
  const definitions = [booking(watch), other];
  const [modern, legacy, stranger] = await Promise.all([
    modernLine({ definitions, clock }),
    legacyLine({ definitions, clock }),
    modernLine({ definitions, clock, strangerKeys: true }),
  ]);
  const lines = [modern, legacy, stranger];
  try {
    const range: Omit<Range, 'line'> = { random, clock, watch, met };
    const { shoot } = await modernRange({ ...range, line: modern }, [await mint(stranger, '{"trip":"north"}', 'alice')]);
    for (let done = 0; done < inputs; ) {
      if (random.chance(0.06)) done += await legacyCall({ ...range, line: legacy });
      else {
        await shoot();
        done += 1;
      }
      const [breach] = watch.breaches;
      if (breach !== undefined) throw new Error(`after ${done} inputs the handler saw ${breach}`);
    }
    for (const error of lines.flatMap(line => line.reported)) {
      if (`${messageOf(error)}${String((error as Error | undefined)?.stack)}`.includes(PLANTED))
        throw new Error('something planted was reported');
    }
  } finally {
    for (const line of lines) await line.close();
  }
}

function noneMet(): Met {
  return {
    refusedStates: 0,
    refusedAnswers: 0,
    askedAgain: 0,
    refusedArguments: 0,
    replays: 0,
    expired: 0,
    pushes: 0,
    unanswered: 0,
    cancelled: 0,
    completed: 0,
    effects: 0,
  };
}

/** Every member of the prototypes that a stranger could reach. */
function prototypes(): string {
  return [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Error]
    .map(type => Reflect.ownKeys(type.prototype).map(String).join())
    .join(';');
}
