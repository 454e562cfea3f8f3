/** The inbox's script: registers what the served page holds, once the words are there. */
import '@midcall/element';
import { MidcallInbox } from './inbox-page.js';
import { loadWords } from './page-words.js';

void loadWords(navigator.language).then(async () => {
  customElements.define('midcall-inbox', MidcallInbox);
  // Most visits are signed in already.
  if (document.querySelector('midcall-sign-in') !== null)
    customElements.define('midcall-sign-in', (await import('./sign-in.js')).MidcallSignIn);
});
