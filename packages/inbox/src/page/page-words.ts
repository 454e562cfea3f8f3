/** The words of the page: English is in the script, any other language comes as data, once, before anything is drawn. */
import { type LanguagePack, type Say, words } from '@midcall/core/words';

let packs: readonly LanguagePack[] = [];

export async function loadWords(language: string): Promise<void> {
  if (/^en\b/i.test(language)) return;
  try {
    const response = await fetch(`/words/${encodeURIComponent(language)}.json`);
    if (response.ok) packs = [(await response.json()) as LanguagePack];
  } catch {
    // The page speaks English then.
  }
}

export function pageWords(): Say {
  return words(navigator.language, packs);
}

export function pagePacks(): readonly LanguagePack[] {
  return packs;
}
