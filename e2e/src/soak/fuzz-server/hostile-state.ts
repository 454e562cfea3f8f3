/** States that this server never sealed for this call. Everything returned differs from `genuine`. */
import type { Random } from '../random.js';
import { hostileText } from './hostile-json.js';

/** JSON text. `foreign` are genuine states of other calls, people and servers. */
export function hostileState(random: Random, genuine: string, foreign: readonly string[]): string {
  for (;;) {
    const made = attempt(random, genuine, foreign);
    if (made !== JSON.stringify(genuine)) return made;
  }
}

function attempt(random: Random, genuine: string, foreign: readonly string[]): string {
  const at = random.below(genuine.length);
  switch (random.below(14)) {
    case 0:
      return hostileText(random);
    case 1:
      return JSON.stringify(genuine.slice(0, at));
    case 2:
      return JSON.stringify(genuine.slice(at));
    case 3:
      return JSON.stringify(`${genuine}${random.pick(['A', '=', '.', ' ', '\n', '\u0000', genuine])}`);
    case 4: {
      const other = random.pick(foreign);
      return JSON.stringify(genuine.slice(0, at) + other.slice(at));
    }
    case 5:
    case 6:
      return JSON.stringify(random.pick(foreign));
    case 7: {
      const [version, kid, sealed] = genuine.split('.') as [string, string, string];
      return JSON.stringify(
        random.pick([
          `mc2.${kid}.${sealed}`,
          `${version}..${sealed}`,
          `${version}.${kid}.`,
          `${version}.${kid}`,
          sealed,
          `.${version}.${kid}.${sealed}`,
        ]),
      );
    }
    case 8:
      return JSON.stringify(`mc1.${'A'.repeat(random.pick([1, 8, 70_000]))}.${'B'.repeat(random.pick([1, 40, 70_000]))}`);
    case 9: {
      const [left, right] = [at, random.below(genuine.length)].sort((a, b) => a - b) as [number, number];
      return JSON.stringify(genuine.slice(0, left) + genuine.slice(right));
    }
    default:
      return JSON.stringify(genuine.slice(0, at) + random.pick(LETTERS) + genuine.slice(at + 1));
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. é'];
