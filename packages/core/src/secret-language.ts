/**
 * How a language names secrets, as data. A secret is named by a *head*: "database password" asks for one, "password
 * length" does not. Where the head stands differs by language, and so do the words around it; `secret-ask.ts` reads this.
 *
 * Words are folded before they are compared (no accents, no capitals; see `fold-text.ts`). A term that starts with `~`
 * may have other letters in front, as compounds do ("Datenbankpasswort").
 */

/** What kind of secret a term names. */
export type SecretKind = 'password' | 'key' | 'card' | 'code';

/** A language that puts blanks between words. */
export interface SecretLanguage {
  readonly terms: Readonly<Record<SecretKind, readonly string[]>>;
  /** Words that make "X of the …" out of what follows: the term after them is not the head. */
  readonly of: readonly string[];
  /** Nouns that, right in front, are what the phrase is about ("length-of" in one word). */
  readonly about?: readonly string[];
  /** Articles and possessives, skipped between the two. */
  readonly articles: readonly string[];
  /** In head-last languages, the only words that may follow a term that is the head; empty: anything may follow. */
  readonly after: readonly string[];
  /** Words by which a sentence asks for something. */
  readonly asks: readonly string[];
  readonly negations: readonly string[];
}

/** A language without blanks (and Korean, whose particles cling): terms anywhere, unless what follows makes it another thing. */
export interface JoinedLanguage {
  readonly terms: Readonly<Record<SecretKind, readonly string[]>>;
  readonly notBefore: readonly string[];
  readonly asks: readonly string[];
  readonly negations: readonly string[];
}

export const NONE: readonly string[] = [];

/** A list written as one line. */
export function words(list: string): readonly string[] {
  return list.split(', ');
}
