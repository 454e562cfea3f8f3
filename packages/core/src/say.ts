/**
 * How phrases are chosen and filled in. English is always here; every other language comes as a pack, so that a page that
 * must stay small loads only the language it speaks. `words.ts` adds the languages that ship.
 */

import type { Finding } from './contract.js';
import type { FieldIssue, FieldKind } from './form.js';
import { english } from './words-en.js';

export { confirmVerb } from './confirm-verb.js';

/** One phrase. The plural forms are those of `Intl.PluralRules` and are chosen by `{count}`. */
export type Phrase = string | PluralPhrase;

export interface PluralPhrase {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** Key of a phrase; every language pack has all of them or does not compile. */
export type WordKey = keyof typeof english;

/** A language as data: complete, or TypeScript says which phrase is missing. */
export interface LanguagePack {
  /** BCP 47 tag, for example `de`. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  readonly phrases: Readonly<Record<WordKey, Phrase>>;
  /**
   * Sentences for `FieldIssue.rule`, with `{limit}`; `rule:kind` where the kind of field changes them. What is missing is
   * said in English, as the issue itself says it.
   */
  readonly issues?: Readonly<Record<string, string>>;
  /**
   * Sentences for `Finding.id`; `id:subject`, `id:url` and `id:severity` where one of them changes the sentence. What is
   * missing is said in English, as the finding itself says it.
   */
  readonly findings?: Readonly<Record<string, string>>;
}

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type PhraseNames<P> = P extends string ? Names<P> : P extends { readonly other: infer O } ? Names<O> | 'count' : never;

/** The names a phrase must be given. */
export type PhraseParams<K extends WordKey> = [PhraseNames<(typeof english)[K]>] extends [never]
  ? []
  : [params: Readonly<Record<PhraseNames<(typeof english)[K]>, string | number>>];

/** Says a phrase in one language. Values are put in as they are: callers pass server text through `showText` first. */
export interface Say {
  <K extends WordKey>(key: K, ...params: PhraseParams<K>): string;
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  readonly issues: Readonly<Record<string, string>>;
  readonly findings: Readonly<Record<string, string>>;
}

export const ENGLISH: LanguagePack = { locale: 'en', dir: 'ltr', phrases: english };

/**
 * The words of one language out of English and these packs: exact tag first, then its language, then English.
 * @param locale BCP 47 tag such as `de-AT`; anything else reads as English.
 */
export function words(locale = 'en', packs: readonly LanguagePack[] = []): Say {
  const wanted = locale.toLowerCase();
  const language = wanted.split('-')[0];
  const pack: LanguagePack =
    packs.find(p => p.locale.toLowerCase() === wanted) ?? packs.find(p => p.locale.toLowerCase() === language) ?? ENGLISH;
  const plurals = new Intl.PluralRules(pack.locale);
  const numbers = new Intl.NumberFormat(pack.locale);
  const say = (key: WordKey, params: Readonly<Record<string, string | number>> = {}): string => {
    const text = chooseForm(pack.phrases[key], Number(params.count ?? 0), plurals);
    return text.replace(/\{(\w+)\}/g, (whole: string, name: string) => {
      if (!Object.hasOwn(params, name)) return whole;
      const value = params[name];
      return typeof value === 'number' ? numbers.format(value) : String(value);
    });
  };
  return Object.assign(say, { locale: pack.locale, dir: pack.dir, issues: pack.issues ?? {}, findings: pack.findings ?? {} }) as Say;
}

function chooseForm(phrase: Phrase, count: number, plurals: Intl.PluralRules): string {
  if (typeof phrase === 'string') return phrase;
  if (count === 0 && phrase.zero !== undefined) return phrase.zero;
  return phrase[plurals.select(count)] ?? phrase.other;
}

/** What is wrong with an answer, in the language of `say` where it has the sentence; a server's own sentence stays as it came. */
export function sayIssue(say: Say, issue: FieldIssue, kind?: FieldKind): string {
  const sentence = say.issues[`${issue.rule}:${kind ?? ''}`] ?? say.issues[issue.rule];
  return sentence === undefined ? issue.message : sentence.replace('{limit}', new Intl.NumberFormat(say.locale).format(issue.limit ?? 0));
}

/** What a person should know, in the language of `say` where it has the sentence. */
export function sayFinding({ findings }: Say, { id, subject, where, severity, sentence }: Finding): string {
  const keys = [`${id}:${subject ?? ''}`, `${id}:${severity}`, where === 'url' ? `${id}:url` : id, id];
  return keys.map(key => findings[key]).find(found => found !== undefined) ?? sentence;
}

/** Time left, for "expires in …": `0:07`, `9:48`, then `2 h 5 min`, `3 days`. Negative reads as `0:00`. */
export function sayTimeLeft(say: Say, ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1440) {
    const rest = minutes % 60;
    return rest === 0
      ? say('hours', { hours: Math.floor(minutes / 60) })
      : say('hoursMinutes', { hours: Math.floor(minutes / 60), minutes: rest });
  }
  return say('days', { count: Math.floor(minutes / 1440) });
}

/** Age, for "asked …" and lists: `just now`, `2 min ago`, `3 h ago`, `2 days ago`. */
export function sayAge(say: Say, ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return say('justNow');
  if (minutes < 60) return say('minutesAgo', { minutes });
  if (minutes < 1440) return say('hoursAgo', { hours: Math.floor(minutes / 60) });
  return say('daysAgo', { count: Math.floor(minutes / 1440) });
}

/** How a server is recognised at a glance: the same letter and hue (0–359) on every surface, from the operator's name (D36). */
export function monogram(name: string): { readonly letter: string; readonly hue: number } {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toLocaleUpperCase('en') ?? '?';
  let hash = 2166136261;
  for (const char of name.normalize('NFC')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return { letter: [...letter][0] ?? '?', hue: HUES[hash % HUES.length] ?? 220 };
}

/** Twelve hues that stay apart from each other and from the red of danger. */
const HUES = [32, 58, 88, 128, 152, 178, 202, 228, 254, 278, 304, 334] as const;
