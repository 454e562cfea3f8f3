/**
 * Whether a text asks for a secret (N4, E-P-02). Reads labels as noun phrases ("Service API key") and prose by what it
 * asks for ("Enter your password"), in the languages of `secret-words.ts`.
 *
 * Precision first: an alarm that cries wolf is switched off. "Password policy", "max tokens", "secret santa", "never type
 * your password here" are none. What is not found here is still a person's to refuse.
 */
import { foldText, skeletonOf } from './fold-text.js';
import { joinedIn } from './joined-secrets.js';
import { type Hit, hitsIn, type Prepared, surelyNone } from './secret-index.js';
import { type SecretKind, words as wordList } from './secret-language.js';

/** The kind of secret that a label or property name names; undefined if none. */
export function secretNamed(label: string): SecretKind | undefined {
  return search(label, phraseAsks);
}

/** The kind of secret that a message or description asks for; undefined if none. */
export function secretAskedFor(prose: string): SecretKind | undefined {
  for (const sentence of sentencesOf(prose)) {
    const kind = search(sentence, sentenceAsks);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** Text is judged up to this length; a secret-ask that hides behind four pages of prose is no longer read by a person. */
const MAX_PROSE = 8_000;
const MAX_LABEL = 400;

type Judge = (words: readonly string[], hit: Hit, language: Prepared) => boolean;

function search(text: string, judge: Judge): SecretKind | undefined {
  if (surelyNone(text)) return undefined;
  const folded = foldText(text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}` : text.replace(/\([^()]{0,200}\)/g, ' '));
  if (folded === '') return undefined;
  const found = searchFolded(folded, judge);
  if (found !== undefined) return found;
  const skeleton = skeletonOf(text.slice(0, MAX_LABEL));
  return skeleton === folded ? undefined : searchFolded(skeleton, judge);
}

function searchFolded(folded: string, judge: Judge): SecretKind | undefined {
  const words = folded.split(' ');
  for (const hit of hitsIn(words)) if (judge(words, hit, hit.language)) return hit.kind;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant
  return /^[\u0000-\u007f]*$/.test(folded) ? undefined : joinedIn(folded, judge === sentenceAsks);
}

/** The term is what the phrase is about: not "length of the …", and nothing behind it that makes it another thing. */
function isHead(words: readonly string[], hit: Hit, language: Prepared): boolean {
  let before = hit.start - 1;
  while (before >= 0 && language.articles.has(words[before] as string)) before -= 1;
  // "Value of the password" is the password itself; "please ask for the password" has nobody in front.
  if (
    before > 0 &&
    language.of.has(words[before] as string) &&
    !TRANSPARENT.has(words[before - 1] as string) &&
    !language.asks.has(words[before - 1] as string)
  )
    return false;
  if (before >= 0 && language.about.has(words[before] as string)) return false;
  const next = words[hit.end];
  // "Token to swap", "Secret to rotate": one of many things, to be chosen.
  if (hit.bare === true && next === 'to') return false;
  if (next !== undefined && language.after.size > 0 && !language.after.has(next)) return false;
  return (
    !(hit.term === 'token' && before >= 0 && OTHER_TOKENS.has(words[hit.start - 1] as string)) &&
    !(hit.term === 'secret' && words[hit.start - 1] === 'open')
  );
}

const TRANSPARENT: ReadonlySet<string> = new Set(wordList('value, text, contents, content, valeur, valor, wert, waarde'));
/** Tokens of design, of parsers and of swaps: things that are chosen, not kept. */
const OTHER_TOKENS: ReadonlySet<string> = new Set(
  wordList(
    'design, css, color, colour, fungible, nft, erc20, governance, utility, stop, next, page, continuation, sync, cancellation, csrf, ' +
      'which, from, to, input, output, base, quote, native, reward, staking, gas, wrapped, sell, buy, source, destination, target, swap, each, per, every, any',
  ),
);

function phraseAsks(words: readonly string[], hit: Hit, language: Prepared): boolean {
  if (!isHead(words, hit, language)) return false;
  return !words.slice(0, hit.start).some(word => language.negations.has(word));
}

/** Between the asking word and the secret, these say that something else is asked for: what to do with it, or about it. */
const TURNS: ReadonlySet<string> = new Set(
  wordList(
    'rotate, rotating, revoke, revoking, delete, deleting, remove, removing, reset, resetting, add, adding, require, store, storing, save, generate, create, creating, change, changing, update, use, using, approval, approve, ' +
      'permission, expire, renew, replace, replacing, protect, set, path, location, file, filename, which, whether, how, when, where, name',
  ),
);

/** How far the asking word may stand from what it asks for. */
const REACH = 8;

function sentenceAsks(words: readonly string[], hit: Hit, language: Prepared): boolean {
  if (!phraseAsks(words, hit, language) || words.some(word => language.negations.has(word))) return false;
  // A sentence that is nothing but the name of a secret: "Your database password". "Rotate the key" is something else.
  const named = hit.start === 0 || (hit.start <= 3 && language.articles.has(words[0] as string));
  if (named && hit.end === words.length && hit.bare !== true) return true;
  const from = Math.max(0, hit.start - REACH);
  for (let i = from; i < Math.min(words.length, hit.end + 4); i += 1) {
    if (!language.asks.has(words[i] as string) || words[i - 1] === 'will') continue;
    if (!words.slice(i + 1, hit.start).some(word => TURNS.has(word))) return true;
  }
  return false;
}

function sentencesOf(prose: string): readonly string[] {
  return prose.slice(0, MAX_PROSE).split(/[.!?:;\n\u3002\uff01\uff1f\uff1a\u061f\u0964]+/);
}
