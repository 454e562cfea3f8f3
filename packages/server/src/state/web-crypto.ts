/** The crypto port over WebCrypto: every runtime, no Node module. */
import { decodeBase64url, encodeBase64url } from './base64url.js';
import type { Cipher, CryptoPort } from './crypto-port.js';
import { derivationInfo, KID_BYTES, KID_INFO, NONCE_BYTES, TAG_BYTES } from './crypto-port.js';

export const webCrypto: CryptoPort = {
  async kid(key) {
    const bits = await crypto.subtle.deriveBits(hkdf(KID_INFO), await material(key), KID_BYTES * 8);
    return encodeBase64url(new Uint8Array(bits));
  },
  async cipher(key, label) {
    const algorithm = { name: 'AES-GCM', length: 256 };
    return aesGcm(
      await crypto.subtle.deriveKey(hkdf(derivationInfo(label)), await material(key), algorithm, false, ['encrypt', 'decrypt']),
    );
  },
  async digest(text) {
    return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text))));
  },
};

type SecretKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const utf8 = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function aesGcm(key: SecretKey): Cipher {
  const algorithm = (iv: Uint8Array<ArrayBuffer>, aad: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: utf8.encode(aad),
    tagLength: TAG_BYTES * 8,
  });
  return {
    async seal(text, aad) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(nonce, aad), key, utf8.encode(text)));
      const body = new Uint8Array(NONCE_BYTES + sealed.length);
      body.set(nonce);
      body.set(sealed, NONCE_BYTES);
      return encodeBase64url(body);
    },
    async open(text, aad) {
      const body = decodeBase64url(text);
      if (body === undefined || body.length < NONCE_BYTES + TAG_BYTES) return undefined;
      try {
        const opened = await crypto.subtle.decrypt(algorithm(body.slice(0, NONCE_BYTES), aad), key, body.subarray(NONCE_BYTES));
        return strictUtf8.decode(opened);
      } catch {
        return undefined;
      }
    },
  };
}

function hkdf(info: string) {
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8.encode(info) };
}

function material(key: Uint8Array): Promise<SecretKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(key), 'HKDF', false, ['deriveBits', 'deriveKey']);
}
