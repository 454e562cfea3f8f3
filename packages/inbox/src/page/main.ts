/** The inbox's script: everything the served pages need, registered once. */
import '@midcall/element';
import { MidcallInbox } from './inbox-page.js';
import { MidcallSignIn } from './sign-in.js';

customElements.define('midcall-inbox', MidcallInbox);
customElements.define('midcall-sign-in', MidcallSignIn);
