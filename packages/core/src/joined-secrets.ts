/** Secrets named in Chinese, Japanese and Korean, where no blank tells words apart. */
import { foldText } from './fold-text.js';
import type { JoinedLanguage, SecretKind } from './secret-language.js';
import { JOINED_LANGUAGES } from './secret-words.js';

let joined: readonly JoinedLanguage[] | undefined;

/**
 * The kind of secret that a folded text names. Prose must ask for it, too, unless it is hardly longer than its name.
 */
export function joinedIn(text: string, prose: boolean): SecretKind | undefined {
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
