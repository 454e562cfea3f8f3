/** The inbox's script: everything the served pages need, registered once the words are there. */
import '@midcall/element';
import { MidcallInbox } from './inbox-page.js';
import { loadWords } from './page-words.js';
import { MidcallSignIn } from './sign-in.js';

void loadWords(navigator.language).then(() => {
  customElements.define('midcall-inbox', MidcallInbox);
  customElements.define('midcall-sign-in', MidcallSignIn);
});
