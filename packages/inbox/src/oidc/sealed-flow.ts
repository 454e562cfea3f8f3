/**
 * What a browser carries while its person is at the provider: the secrets of one sign-in, sealed, so that neither that browser
 * nor a neighbour on another port (cookies ignore ports) learns or makes one.
 */
import { base64url, type RandomBytes } from '../ports.js';

export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** SHA-256, base64url, of what only the tab that began knows. */
  readonly tab: string;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

export class FlowSeal {
  readonly #secret: Uint8Array<ArrayBuffer>;
  readonly #random: RandomBytes;
  #key: Promise<CryptoKey> | undefined;

  constructor(secret: Uint8Array<ArrayBuffer>, random: RandomBytes) {
    this.#secret = secret;
    this.#random = random;
  }

  async close(flow: OidcFlow): Promise<string> {
    const iv = this.#random(12);
    const bytes = new TextEncoder().encode(JSON.stringify(flow));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await this.#aes(), bytes);
    return `${base64url(iv)}.${base64url(new Uint8Array(sealed))}`;
  }

  /** Undefined for whatever was not sealed here, on one path. */
  async open(text: string): Promise<OidcFlow | undefined> {
    try {
      const [iv, sealed] = text.split('.', 2).map(bytesOf);
      if (iv === undefined || sealed === undefined) return undefined;
      const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await this.#aes(), sealed);
      return JSON.parse(new TextDecoder().decode(bytes)) as OidcFlow;
    } catch {
      return undefined;
    }
  }

  #aes(): Promise<CryptoKey> {
    this.#key ??= derive(this.#secret);
    return this.#key;
  }
}

async function derive(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode('midcall-inbox/oidc-flow');
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
  return crypto.subtle.deriveKey(how, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
}
