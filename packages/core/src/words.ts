/**
 * Every word that midcall itself says to a person, in one place: element, inbox, terminal, gateway and command line speak
 * from here, so that "Decline" and "Not now" never drift apart (N2). A language is data: phrases by key, with `{name}` for
 * what is filled in and plural forms where a count matters. What a server wrote is never a phrase, only a value.
 */
import { ENGLISH, words as fromPacks, type LanguagePack, type Say } from './say.js';
import { german, germanFindings, germanIssues } from './words-de.js';

export type { LanguagePack, Phrase, PhraseParams, PluralPhrase, Say, WordKey } from './say.js';
export { confirmVerb, monogram, sayAge, sayFinding, sayIssue, sayTimeLeft } from './say.js';

/** The languages that ship with midcall. */
export const LANGUAGES: readonly LanguagePack[] = [
  ENGLISH,
  { locale: 'de', dir: 'ltr', phrases: german, issues: germanIssues, findings: germanFindings },
];

/**
 * The words of one language: exact tag first, then its language, then English.
 * @param locale BCP 47 tag such as `de-AT`; anything else reads as English.
 * @param packs further languages, looked at before the shipped ones.
 */
export function words(locale = 'en', packs: readonly LanguagePack[] = []): Say {
  return fromPacks(locale, [...packs, ...LANGUAGES]);
}
