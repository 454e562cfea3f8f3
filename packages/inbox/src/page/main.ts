/** The inbox's script: registers what the served page holds, once the words are there. */
import '@midcall/element';
import { MidcallInbox } from './inbox-page.js';
import { completeWords, loadWords } from './page-words.js';

void loadWords(navigator.language).then(async () => {
  customElements.define('midcall-inbox', MidcallInbox);
  // Most visits are signed in already.
  if (document.querySelector('midcall-sign-in') === null) return;
  const [{ MidcallSignIn }] = await Promise.all([import('./sign-in.js'), completeWords()]);
  customElements.define('midcall-sign-in', MidcallSignIn);
});
