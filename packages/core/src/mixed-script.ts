/**
 * Which scripts a word or a host label is written in, and whether the mix is one that honest writing has (Unicode
 * Technical Standard 39, "highly restrictive": Latin with the scripts of Chinese, Japanese or Korean, nothing else).
 */
import { looksLike } from './fold-text.js';

const SCRIPTS: readonly (readonly [name: string, test: RegExp])[] = (
  [
    'Latin',
    'Cyrillic',
    'Greek',
    'Armenian',
    'Hebrew',
    'Arabic',
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Bopomofo',
    'Thai',
    'Devanagari',
    'Georgian',
    'Cherokee',
    'Ethiopic',
    'Bengali',
    'Tamil',
  ] as const
).map(name => [name, new RegExp(`\\p{Script=${name}}`, 'u')]);

/** The scripts of a text; digits, hyphens and marks belong to none. */
export function scriptsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const character of text) {
    if (character <= '\u007f') {
      if (/[a-z]/i.test(character)) found.add('Latin');
      continue;
    }
    const script = SCRIPTS.find(([, test]) => test.test(character));
    if (script !== undefined) found.add(script[0]);
  }
  return found;
}

const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
];

/** True if the scripts are not ones that honest writing puts into one word. */
export function isSuspiciousMix(scripts: ReadonlySet<string>): boolean {
  return scripts.size > 1 && !TOGETHER.some(group => [...scripts].every(script => group.has(script)));
}

/** True if every letter of a label in another script looks like a Latin one: it can be read as another name. */
export function isLatinLookAlike(label: string): boolean {
  let letters = 0;
  for (const character of label) {
    if (character <= '\u007f') {
      if (/[a-z]/i.test(character)) return false;
      continue;
    }
    if (looksLike(character) === undefined) return false;
    letters += 1;
  }
  return letters > 1;
}

/** The span of the first word in which a look-alike of another script stands among Latin letters; undefined if none. */
export function mixedScriptWord(text: string): readonly [start: number, end: number] | undefined {
  for (const match of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const [word] = match;
    // "µm" and "Δt" are honest: one foreign letter at the edge of a short word is not an imitation.
    if (word.length < 4 || !isSuspiciousMix(scriptsOf(word))) continue;
    if (Array.from(word.toLowerCase()).some(character => character > '\u007f' && looksLike(character) !== undefined))
      return [match.index, match.index + word.length];
  }
  return undefined;
}
