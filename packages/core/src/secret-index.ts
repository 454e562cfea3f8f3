/** Every term of every language that puts blanks between words, ready to be found in one pass over a text's words. */
import { foldText } from './fold-text.js';
import type { SecretKind, SecretLanguage } from './secret-language.js';
import { SPACED_LANGUAGES } from './secret-words.js';
import { type WordFilter, wordFilter } from './word-filter.js';

export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  readonly term: string;
  readonly language: Prepared;
  /** A word with many meanings; alone it asks for nothing in prose. */
  readonly bare?: boolean;
}

export interface Prepared {
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

let built: Index | undefined;

/** Built on first use: most programs that read forms never look for secrets. */
function index(): Index {
  built ??= indexOf(SPACED_LANGUAGES);
  return built;
}

/** True if a text surely names no secret; see `WordFilter`. */
export function surelyNone(text: string): boolean {
  return index().prefilter.passes(text);
}

/** Longest terms first at each place, so that "password policy" is not read as two things. */
export function* hitsIn(words: readonly string[]): Generator<Hit> {
  const { byFirst, byLastLetters } = index();
  for (const [start, word] of words.entries()) {
    for (const entry of byFirst.get(word) ?? []) {
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
    for (const suffix of byLastLetters.get(word.slice(-ENDING)) ?? []) {
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
