/** Answers that a stranger sends: from almost right to absurd. All of it is JSON text. */
import type { Random } from '../random.js';
import { GOOD } from './booking.js';
import { hostileObject, hostileText } from './hostile-json.js';

/** One ElicitResult for the question `key`. */
export function hostileAnswer(random: Random, key: string): string {
  const good = contentOf(key);
  switch (random.below(10)) {
    case 0:
      return hostileText(random);
    case 1:
      return hostileObject(random, { action: hostileText(random), content: JSON.stringify(good) });
    case 2:
      return hostileObject(random, { action: '"accept"', content: hostileText(random) });
    case 3:
      return hostileObject(random, { action: random.pick(['"decline"', '"cancel"']), content: hostileText(random) });
    case 4:
      return random.pick(['{"action":"accept"}', '{"action":["accept"]}', '{"action":"Accept"}', '{"content":{}}', '{}']);
    case 5:
      return `{"action":"accept","content":${without(random, good)}}`;
    default:
      return `{"action":"accept","content":${bent(random, good)}}`;
  }
}

/** A whole `inputResponses`: a map for the keys that are open, or something that is no map at all. */
export function hostileAnswers(random: Random, keys: readonly string[]): string {
  const dice = random.below(20);
  if (dice === 0) return hostileText(random);
  if (dice === 1) return `{${Array.from({ length: 65 + random.below(200) }, (_, at) => `"k${at}":{}`).join(',')}}`;
  if (dice === 2 && random.chance(0.05))
    return `{${JSON.stringify(keys[0] ?? 'who')}:{"action":"accept","content":{"name":"${'y'.repeat(300_000)}"}}}`;
  if (dice === 3) return hostileObject(random, {});
  const members = Object.fromEntries(
    keys.map(key => [random.chance(0.05) ? `${key}~9` : key, random.chance(0.25) ? goodAnswer(key) : hostileAnswer(random, key)]),
  );
  return hostileObject(random, members);
}

export function goodAnswer(key: string): string {
  return JSON.stringify({ action: 'accept', content: contentOf(key) });
}

function contentOf(key: string): Readonly<Record<string, unknown>> {
  return GOOD[key.split('~')[0] as keyof typeof GOOD] ?? {};
}

function without(random: Random, good: Readonly<Record<string, unknown>>): string {
  const gone = random.pick(Object.keys(good));
  return JSON.stringify(Object.fromEntries(Object.entries(good).filter(([name]) => name !== gone)));
}

function bent(random: Random, good: Readonly<Record<string, unknown>>): string {
  const bend = random.pick(Object.keys(good));
  const members = Object.fromEntries(
    Object.entries(good).map(([name, value]) => [name, name === bend ? hostileText(random) : JSON.stringify(value)]),
  );
  return hostileObject(random, members);
}
