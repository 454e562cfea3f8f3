/**
 * Whether a text asks for a secret (N4, E-P-02). Reads labels as noun phrases ("Service API key") and prose by what it
 * asks for ("Enter your password"), in the languages of `secret-words.ts`.
 *
 * Precision first: an alarm that cries wolf is switched off. "Password policy", "max tokens", "secret santa", "never type
 * your password here" are none. What is not found here is still a person's to refuse.
 */
import { foldText, skeletonOf } from './fold-text.js';
import { JOINED_LANGUAGES, type JoinedLanguage, type SecretKind, type SecretLanguage, SPACED_LANGUAGES } from './secret-words.js';
import { type WordFilter, wordFilter } from './word-filter.js';

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
  index ??= indexOf(SPACED_LANGUAGES);
  if (index.prefilter.passes(text)) return undefined;
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
  if (next !== undefined && language.after.size > 0 && !language.after.has(next)) return false;
  return (
    !(hit.term === 'token' && before >= 0 && OTHER_TOKENS.has(words[hit.start - 1] as string)) &&
    !(hit.term === 'secret' && words[hit.start - 1] === 'open')
  );
}

const TRANSPARENT: ReadonlySet<string> = new Set(['value', 'text', 'contents', 'content', 'valeur', 'valor', 'wert', 'waarde']);
const OTHER_TOKENS: ReadonlySet<string> = new Set([
  'design',
  'css',
  'color',
  'colour',
  'fungible',
  'nft',
  'erc20',
  'governance',
  'utility',
  'stop',
  'next',
  'page',
  'continuation',
  'sync',
  'cancellation',
  'csrf',
]);

function phraseAsks(words: readonly string[], hit: Hit, language: Prepared): boolean {
  if (!isHead(words, hit, language)) return false;
  return !words.slice(0, hit.start).some(word => language.negations.has(word));
}

/** How far the asking word may stand from what it asks for. */
const REACH = 8;

function sentenceAsks(words: readonly string[], hit: Hit, language: Prepared): boolean {
  if (!phraseAsks(words, hit, language) || words.some(word => language.negations.has(word))) return false;
  // A sentence that is nothing but the name of a secret: "Your database password". "Rotate the key" is something else.
  const named = hit.start === 0 || (hit.start <= 3 && language.articles.has(words[0] as string));
  if (named && hit.end === words.length && hit.bare !== true) return true;
  const from = Math.max(0, hit.start - REACH);
  return words.slice(from, Math.min(words.length, hit.end + 4)).some(word => language.asks.has(word));
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  readonly term: string;
  readonly language: Prepared;
  /** A word with many meanings; alone it asks for nothing in prose. */
  readonly bare?: boolean;
}

interface Prepared {
  readonly of: ReadonlySet<string>;
  readonly about: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  readonly asks: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
}

interface Entry {
  readonly words: readonly string[];
  readonly kind: SecretKind;
  readonly language: Prepared;
}

interface Suffix {
  readonly ending: string;
  readonly kind: SecretKind;
  readonly language: Prepared;
}

interface Index {
  readonly prefilter: WordFilter;
  readonly byFirst: ReadonlyMap<string, readonly Entry[]>;
  readonly byLastLetters: ReadonlyMap<string, readonly Suffix[]>;
}

let index: Index | undefined;

/** Longest terms first at each place, so that "password policy" is not read as two things. */
function* hitsIn(words: readonly string[]): Generator<Hit> {
  if (index === undefined) return;
  for (const [start, word] of words.entries()) {
    for (const entry of index.byFirst.get(word) ?? []) {
      if (entry.words.every((part, offset) => words[start + offset] === part)) {
        const term = entry.words.join(' ');
        yield {
          start,
          end: start + entry.words.length,
          kind: entry.kind,
          term,
          language: entry.language,
          ...(MANY_MEANINGS.has(term) ? { bare: true } : {}),
        };
      }
    }
    for (const suffix of index.byLastLetters.get(word.slice(-ENDING)) ?? []) {
      if (word.endsWith(suffix.ending)) yield { start, end: start + 1, kind: suffix.kind, term: suffix.ending, language: suffix.language };
    }
  }
}

const MANY_MEANINGS: ReadonlySet<string> = new Set(['token', 'secret', 'pin', 'bearer', '2fa', 'tan', 'mnemonic', 'токен', 'jeton']);

const ENDING = 4;

function indexOf(languages: readonly SecretLanguage[]): Index {
  const byFirst = new Map<string, Entry[]>();
  const byLastLetters = new Map<string, Suffix[]>();
  for (const [position, language] of languages.entries()) {
    // English words are borrowed everywhere ("Inserisci la tua password"): they are read with the words around of all.
    const prepared = prepare(position === 0 ? surrounded(language, languages) : language);
    for (const [kind, terms] of Object.entries(language.terms) as [SecretKind, readonly string[]][]) {
      for (const term of terms) {
        const folded = foldText(term);
        if (term.startsWith('~')) push(byLastLetters, folded.slice(-ENDING), { ending: folded, kind, language: prepared });
        else push(byFirst, folded.split(' ')[0] as string, { words: folded.split(' '), kind, language: prepared });
      }
    }
  }
  for (const entries of byFirst.values()) entries.sort((a, b) => b.words.length - a.words.length);
  const prefilter = wordFilter(
    [...byFirst.keys()],
    [...byLastLetters.values()].flat().map(suffix => suffix.ending),
  );
  return { prefilter, byFirst, byLastLetters };
}

function surrounded(language: SecretLanguage, others: readonly SecretLanguage[]): SecretLanguage {
  const all = (words: (each: SecretLanguage) => readonly string[]): readonly string[] => others.flatMap(words);
  return {
    ...language,
    asks: all(each => each.asks),
    negations: all(each => each.negations),
    articles: all(each => each.articles),
    after: [...language.after, ...all(each => each.of), ...all(each => each.asks)],
  };
}

function prepare(language: SecretLanguage): Prepared {
  const folded = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(foldText));
  return {
    of: folded(language.of),
    about: folded(language.about ?? []),
    articles: folded(language.articles),
    after: folded(language.after),
    asks: folded(language.asks),
    negations: folded(language.negations),
  };
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

let joined: readonly JoinedLanguage[] | undefined;

function joinedIn(text: string, prose: boolean): SecretKind | undefined {
  joined ??= JOINED_LANGUAGES.map(foldedJoined);
  for (const language of joined) {
    if (language.negations.some(negation => text.includes(negation))) continue;
    for (const [kind, terms] of Object.entries(language.terms) as [SecretKind, readonly string[]][]) {
      for (const term of terms) {
        const at = text.indexOf(term);
        if (at < 0) continue;
        const rest = text.slice(at + term.length);
        if (language.notBefore.some(other => rest.startsWith(other))) continue;
        const short = text.length <= term.length + 6;
        if (!prose || short || language.asks.some(ask => text.includes(ask))) return kind;
      }
    }
  }
  return undefined;
}

function foldedJoined(language: JoinedLanguage): JoinedLanguage {
  const keepBlank = (word: string): string => (word.startsWith(' ') ? ` ${foldText(word)}` : foldText(word));
  const terms = Object.fromEntries(
    Object.entries(language.terms).map(([kind, list]) => [kind, list.map(foldText)]),
  ) as unknown as JoinedLanguage['terms'];
  return {
    terms,
    notBefore: language.notBefore.map(keepBlank),
    asks: language.asks.map(foldText),
    negations: language.negations.map(foldText),
  };
}

function sentencesOf(prose: string): readonly string[] {
  return prose.slice(0, MAX_PROSE).split(/[.!?:;\n\u3002\uff01\uff1f\uff1a\u061f\u0964]+/);
}
