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

/** What the script leaves out of its English comes as data too, when it is needed. */
export async function completeWords(): Promise<void> {
  if (packs.length > 0) return;
  const response = await fetch('/words/en.json');
  if (!response.ok) throw new Error('The words could not be loaded.');
  packs = [(await response.json()) as LanguagePack];
}

export function pageWords(): Say {
  return words(navigator.language, packs);
}

export function pagePacks(): readonly LanguagePack[] {
  return packs;
}
