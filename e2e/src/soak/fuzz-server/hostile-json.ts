/** JSON as a stranger would write it: every value comes out of JSON text, as off a wire, so that `__proto__` is a member. */
import type { Random } from '../random.js';

/** Stands in every hostile text; must never come back in an error. */
export const PLANTED = 'PLANTED-9c41';

const SCALARS: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1e999',
  '1e-999',
  '9007199254740993',
  '4.000000000000001',
  '""',
  '" "',
  '"0"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u200b"',
  '"__proto__"',
  '"constructor"',
  '"eco"',
  '"ECO"',
  `"${PLANTED}"`,
  `"'; DROP TABLE flows; -- ${PLANTED}"`,
  `"<img src=x onerror=alert(1)>${PLANTED}"`,
  `"${'a'.repeat(21)}"`,
  `"${'\\ud83d\\ude00'.repeat(21)}"`,
  `"${'a@'.repeat(400)}"`,
];

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '',
  'name',
  'action',
  '0',
];

/** JSON text of one hostile value. */
export function hostileText(random: Random, depth = 0): string {
  const dice = random.below(depth > 3 ? 60 : 100);
  if (dice < 58) return random.pick(SCALARS);
  if (dice === 58) return `"${'x'.repeat(1 << (4 + random.below(12)))}"`;
  if (dice === 59) return String(random.below(2 ** 31) - 2 ** 30);
  const length = random.below(4);
  const items = Array.from({ length }, () => hostileText(random, depth + 1));
  if (dice < 72) return `[${items.join(',')}]`;
  if (dice < 98) return `{${items.map(item => `${JSON.stringify(random.pick(NAMES))}:${item}`).join(',')}}`;
  const deep = random.pick([10, 100, 1_000]);
  return dice === 98 ? `${'['.repeat(deep)}${']'.repeat(deep)}` : `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`;
}

/** JSON text of an object with `members` and hostile ones among them; a later member of one name wins, as in JSON.parse. */
export function hostileObject(random: Random, members: Readonly<Record<string, string>>): string {
  const all = Object.entries(members).map(([name, text]) => [name, text] as const);
  const mixed = [...all];
  for (let more = random.below(3); more > 0; more -= 1) {
    mixed.splice(random.below(mixed.length + 1), 0, [random.pick(NAMES), hostileText(random)]);
  }
  return `{${mixed.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
