/**
 * Seals what the desk stores: AES-256-GCM under a key of the desk's own, each text bound to its record's name, so that
 * a sealed row cannot be moved to another place. Over WebCrypto; runs wherever the desk runs.
 */
export interface Sealer {
  seal(text: string, place: string): Promise<string>;
  /** Undefined for whatever was not sealed with this key at this place: tampered, moved, or sealed with another key. */
  open(sealed: string, place: string): Promise<string | undefined>;
}

const VERSION = 'd1';
const NONCE = 12;

/**
 * @param secret At least 32 random bytes, or their base64url text.
 * @throws RangeError for anything shorter: a passphrase is not a key (D8).
 */
export function createSealer(secret: Uint8Array | string): Sealer {
  const key = deriveKey(secretBytes(secret), 'midcall desk seal v1');
  return {
    async seal(text, place) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: utf8(place) }, await key, utf8(text));
      return `${VERSION}.${toBase64Url(nonce)}.${toBase64Url(new Uint8Array(sealed))}`;
    },
    async open(sealed, place) {
      const [version, nonce, body, ...rest] = sealed.split('.');
      if (version !== VERSION || nonce === undefined || body === undefined || rest.length > 0) return undefined;
      try {
        const algorithm = { name: 'AES-GCM', iv: fromBase64Url(nonce), additionalData: utf8(place) };
        return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await key, fromBase64Url(body)));
      } catch {
        return undefined;
      }
    },
  };
}

/** The bytes of a key given as bytes or base64url. @throws RangeError below 32 bytes; TypeError if it is not base64url. */
export function secretBytes(secret: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === 'string' ? fromBase64Url(secret) : new Uint8Array(secret);
  if (bytes.length < 32) throw new RangeError('the desk key must be at least 32 random bytes');
  return bytes;
}

async function deriveKey(secret: Uint8Array<ArrayBuffer>, label: string): Promise<Awaited<ReturnType<typeof crypto.subtle.importKey>>> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8(label) };
  return crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @throws TypeError for text that is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new TypeError('not base64url');
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, char => char.charCodeAt(0));
}
