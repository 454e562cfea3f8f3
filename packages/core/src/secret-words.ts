/** The languages in which secrets are found; English first, whose words the others borrow. */
import type { JoinedLanguage, SecretLanguage } from './secret-language.js';
import { dutch, english, german } from './secret-words-germanic.js';
import { chinese, japanese, korean } from './secret-words-joined.js';
import { arabic, hindi, turkish } from './secret-words-others.js';
import { french, italian, portuguese, spanish } from './secret-words-romance.js';
import { polish, russian, ukrainian } from './secret-words-slavic.js';

/** Languages that put blanks between words. */
export const SPACED_LANGUAGES: readonly SecretLanguage[] = [
  english,
  german,
  dutch,
  french,
  spanish,
  italian,
  portuguese,
  polish,
  russian,
  ukrainian,
  turkish,
  arabic,
  hindi,
];

/** Languages whose words are not told apart by blanks. */
export const JOINED_LANGUAGES: readonly JoinedLanguage[] = [chinese, japanese, korean];
