/**
 * Tokens that only this gateway can read: parked calls and wrapped states.
 *
 * Invariants:
 *  1. AES-256-GCM under a key derived for this purpose alone; the purpose is authenticated too.
 *  2. Whatever is wrong with a token, the outcome is the same `undefined` on the same path (D7).
 *  3. Length is capped before anything is decoded.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { JsonObject } from '@midcall/core';
import { isObject } from './json-rpc/message.js';

export interface Seal {
  close(payload: JsonObject): string;
  open(token: string): JsonObject | undefined;
  /** Whether a token has the shape of one of ours; says nothing about whether it is. */
  looksOurs(token: string): boolean;
}

const PREFIX = 'mc1.gateway.';
const MAX_TOKEN = 512 * 1024;
const AAD = Buffer.from('midcall gateway state 1');

/** @throws RangeError for a secret of fewer than 32 bytes. */
export function createSeal(secret: Uint8Array = randomBytes(32)): Seal {
  if (secret.byteLength < 32) throw new RangeError('The gateway secret has at least 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'midcall gateway state', 32));
  return {
    close(payload) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(AAD);
      const body = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
    },
    open(token) {
      if (!token.startsWith(PREFIX) || token.length > MAX_TOKEN) return undefined;
      const text = token.slice(PREFIX.length);
      const bytes = Buffer.from(text, 'base64url');
      // A decoder forgives stray characters and spare bits; a token is exactly what was handed out.
      if (bytes.length < 28 || bytes.toString('base64url') !== text) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(AAD).setAuthTag(bytes.subarray(-16));
        const body = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
        const payload: unknown = JSON.parse(body.toString('utf8'));
        return isObject(payload) ? (payload as JsonObject) : undefined;
      } catch {
        return undefined;
      }
    },
    looksOurs: token => token.startsWith(PREFIX),
  };
}

/** What a retry must repeat (E-M-14): the digest of method and params, without envelope, answers and state. */
export function callDigest(method: string, params: JsonObject | undefined): string {
  const { _meta, inputResponses, requestState, ...salient } = params ?? {};
  return createHash('sha256').update(method).update('\0').update(canonical(salient)).digest('base64url');
}

/** JSON with the members of every object in code unit order. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter(key => value[key] !== undefined)
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}
