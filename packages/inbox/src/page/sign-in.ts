/**
 * `<midcall-sign-in>`: the page behind a login link, and the way in by an identity provider. A printed link needs a click;
 * nothing is used up by looking (D32).
 */
import type { Say } from '@midcall/core/words';
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { OidcFailure } from '../oidc/oidc-login.js';
import { inboxStyles } from './inbox-styles.js';
import { keepToken } from './page-token.js';
import { pageWords } from './page-words.js';
import { comeBack, leaveForProvider } from './provider-sign-in.js';
import { drawGate, drawSignedOut } from './signed-out.js';
import { asideStyles } from './styles/aside.js';
import { takeWay } from './way-back.js';

export class MidcallSignIn extends LitElement {
  static override styles = [...inboxStyles, asideStyles];
  static override properties: PropertyDeclarations = {
    token: { type: String },
    refused: { type: String },
    provider: { type: String },
    returning: { type: Boolean },
    busy: { state: true },
  };

  declare token: string;
  declare refused: string;
  /** Host of the identity provider; empty where there is none. */
  declare provider: string;
  /** The provider has just sent the browser back. */
  declare returning: boolean;
  declare busy: boolean;

  #say: Say = pageWords();
  #oneTime = '';

  constructor() {
    super();
    this.token = this.refused = this.provider = '';
    this.busy = this.returning = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.documentElement.lang = this.#say.locale;
    document.documentElement.dir = this.#say.dir;
    if (this.token !== '') {
      this.#enter(this.token);
      return;
    }
    if (this.returning) {
      void comeBack().then(reply => ('token' in reply ? this.#enter(reply.token) : this.#refuse(reply.reason)));
      return;
    }
    this.#oneTime = location.hash.slice(1);
    // Out of the address bar and the history at once.
    history.replaceState(null, '', '/login');
    if (this.#oneTime === '' && this.refused === '' && this.provider === '') this.refused = 'expired';
  }

  protected override render(): unknown {
    const say = this.#say;
    if (this.token !== '' || (this.returning && this.refused === '')) return nothing;
    if (this.provider !== '' && this.#oneTime === '') return this.#drawProvider();
    if (this.refused !== '') return drawSignedOut(say, this.refused);
    return drawGate(
      say('inbox'),
      say('signInMore'),
      this.#drawEnter(say('signIn'), () => this.#signIn()),
    );
  }

  #drawProvider(): TemplateResult {
    const { provider, refused } = this;
    const say = this.#say;
    const enter = this.#drawEnter(say('signInWith', { provider }), () => this.#leave());
    if (refused === '') return drawGate(say('inbox'), say('signInTeam'), enter);
    const [title, more] = REFUSALS[isFailure(refused) ? refused : 'failed'](say, provider);
    return drawGate(title, more, enter);
  }

  #drawEnter(label: string, act: () => Promise<void>): TemplateResult {
    return html`<button type="button" class="enter" ?disabled=${this.busy} @click=${() => void act()}>${label}</button>`;
  }

  async #leave(): Promise<void> {
    this.busy = true;
    const reason = await leaveForProvider();
    if (reason !== undefined) this.#refuse(reason);
  }

  async #signIn(): Promise<void> {
    this.busy = true;
    try {
      const body = JSON.stringify({ token: this.#oneTime });
      const response = await fetch('/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const reply = (await response.json()) as { token?: string; reason?: string };
      if (reply.token !== undefined) return this.#enter(reply.token);
      this.#refuse(reply.reason ?? 'expired');
    } catch {
      this.#refuse('expired');
    }
  }

  #refuse(reason: string): void {
    this.refused = reason;
    this.busy = false;
  }

  #enter(token: string): void {
    keepToken(token);
    location.replace(takeWay());
  }
}

const REFUSALS = {
  refused: (say, provider) => [say('signInRefused'), say('signInRefusedMore', { provider })],
  'not-admitted': (say, provider) => [say('signInNotAdmitted'), say('signInNotAdmittedMore', { provider })],
  unreachable: (say, provider) => [say('signInUnreachable', { provider }), say('signInUnreachableMore')],
  failed: say => [say('signInFailed'), say('signInFailedMore')],
} as const satisfies Record<OidcFailure, (say: Say, provider: string) => readonly [title: string, more: string]>;

function isFailure(reason: string): reason is OidcFailure {
  return Object.hasOwn(REFUSALS, reason);
}
