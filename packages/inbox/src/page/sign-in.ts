/** `<midcall-sign-in>`: the page behind a login link. A printed link needs a click; nothing is used up by looking (D32). */
import type { Say } from '@midcall/core/words';
import { html, LitElement, nothing, type PropertyDeclarations } from 'lit';
import { inboxStyles } from './inbox-styles.js';
import { keepToken } from './page-token.js';
import { pageWords } from './page-words.js';
import { drawGate, drawSignedOut } from './signed-out.js';
import { asideStyles } from './styles/aside.js';

export class MidcallSignIn extends LitElement {
  static override styles = [...inboxStyles, asideStyles];
  static override properties: PropertyDeclarations = { token: { type: String }, refused: { type: String }, busy: { state: true } };

  declare token: string;
  declare refused: string;
  declare busy: boolean;

  #say: Say = pageWords();
  #oneTime = '';

  constructor() {
    super();
    this.token = this.refused = '';
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.token !== '') {
      this.#enter(this.token);
      return;
    }
    this.#oneTime = location.hash.slice(1);
    // Out of the address bar and the history at once.
    history.replaceState(null, '', '/login');
    if (this.#oneTime === '' && this.refused === '') this.refused = 'expired';
  }

  protected override render(): unknown {
    const say = this.#say;
    if (this.token !== '') return nothing;
    if (this.refused !== '') return drawSignedOut(say, this.refused);
    return drawGate(
      say('inbox'),
      say('signInMore'),
      html`<button type="button" class="enter" ?disabled=${this.busy} @click=${() => void this.#signIn()}>${say('signIn')}</button>`,
    );
  }

  async #signIn(): Promise<void> {
    this.busy = true;
    try {
      const body = JSON.stringify({ token: this.#oneTime });
      const response = await fetch('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const reply = (await response.json()) as { token?: string; reason?: string };
      if (reply.token !== undefined) return this.#enter(reply.token);
      this.refused = reply.reason ?? 'expired';
    } catch {
      this.refused = 'expired';
    }
    this.busy = false;
  }

  #enter(token: string): void {
    keepToken(token);
    location.replace('/');
  }
}
