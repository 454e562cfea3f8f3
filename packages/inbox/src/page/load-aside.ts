/** Loads what is beside the questions, once, its styles with it. */
import { completeWords } from './page-words.js';

type Aside = typeof import('./aside.js');

let coming: Promise<Aside> | undefined;

/** @param root the page's shadow root, which takes the styles */
export function loadAside(root: ShadowRoot): Promise<Aside> {
  coming ??= Promise.all([import('./aside.js'), completeWords()]).then(
    ([aside]) => {
      const sheet = aside.asideStyles.styleSheet;
      if (sheet !== undefined) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      return aside;
    },
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  );
  return coming;
}

/** Whether this browser was told to notify: then the part is loaded at once, otherwise when it is asked for. */
export function wantsAlerts(): boolean {
  return localStorage.getItem('midcall-alerts') !== null;
}
