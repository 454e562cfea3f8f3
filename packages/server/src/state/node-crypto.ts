/** The crypto port over node:crypto: synchronous, because a hop through the thread pool costs more than the cipher. */
import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync, randomFillSync } from 'node:crypto';
import { isBase64url } from './base64url.js';
import type { Cipher, CryptoPort } from './crypto-port.js';
import { derivationInfo, KID_BYTES, KID_INFO, NONCE_BYTES, TAG_BYTES } from './crypto-port.js';

export const nodeCrypto = {
  kid: (key: Uint8Array) => derived(key, KID_INFO, KID_BYTES).toString('base64url'),
  cipher: (key: Uint8Array, label: string) => aesGcm(createSecretKey(derived(key, derivationInfo(label), 32))),
  digest: (text: string) => hash('sha256', text, 'base64url'),
} satisfies CryptoPort;

function aesGcm(key: KeyObject): Cipher {
  return {
    seal(text, aad) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', key, nonce, GCM);
      cipher.setAAD(Buffer.from(aad));
      const sealed = cipher.update(text, 'utf8');
      cipher.final();
      const body = Buffer.allocUnsafe(NONCE_BYTES + sealed.length + TAG_BYTES);
      body.set(nonce);
      body.set(sealed, NONCE_BYTES);
      body.set(cipher.getAuthTag(), NONCE_BYTES + sealed.length);
      return body.toString('base64url');
    },
    open(text, aad) {
      if (!isBase64url(text)) return undefined;
      const body = Buffer.from(text, 'base64url');
      const end = body.length - TAG_BYTES;
      if (end < NONCE_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), GCM);
      decipher.setAAD(Buffer.from(aad));
      decipher.setAuthTag(body.subarray(end));
      const opened = decipher.update(body.subarray(NONCE_BYTES, end));
      try {
        decipher.final();
      } catch {
        return undefined;
      }
      return opened.toString('utf8');
    },
  };
}

// Without a fixed length GCM accepts a tag cut down to 4 bytes, which can be guessed.
const GCM = { authTagLength: TAG_BYTES };

function derived(key: Uint8Array, info: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, EMPTY, info, bytes));
}

const EMPTY = new Uint8Array(0);

// Random bytes are drawn for many nonces at once; each is used once and the pool is never handed out twice.
const pool = new Uint8Array(NONCE_BYTES * 128);
let used = pool.length;

function nextNonce(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.subarray(used - NONCE_BYTES, used);
}
