/** 128 unguessable bits, 22 characters of base64url; drawn for many at once, because each draw is a call into the kernel. Node only. */
import { randomFillSync } from 'node:crypto';

const BYTES = 16;
const pool = Buffer.allocUnsafeSlow(BYTES * 256);
let used = pool.length;

export function nodeRandomId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.toString('base64url', used - BYTES, used);
}
