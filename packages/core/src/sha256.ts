/** SHA-256 (FIPS 180-4), synchronous and without a platform: WebCrypto's is asynchronous, node:crypto is not everywhere. */

/** The digest of some bytes, 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const blocks = padded(message);
  const view = new DataView(blocks.buffer);
  const hash = new Int32Array(INITIAL);
  const schedule = new Int32Array(64);
  for (let block = 0; block < blocks.length; block += 64) {
    for (let i = 0; i < 16; i += 1) schedule[i] = view.getInt32(block + i * 4);
    for (let i = 16; i < 64; i += 1)
      schedule[i] = sigma1(word(schedule, i - 2)) + word(schedule, i - 7) + sigma0(word(schedule, i - 15)) + word(schedule, i - 16);
    compress(hash, schedule);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, value] of hash.entries()) digest.setInt32(i * 4, value);
  return new Uint8Array(digest.buffer);
}

function compress(hash: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + word(K, i) + word(schedule, i)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) hash[i] = word(hash, i) + value;
}

function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(blocks.length - 4, (message.length << 3) >>> 0);
  return blocks;
}

function word(words: Int32Array, index: number): number {
  return words[index] as number;
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function sigma0(value: number): number {
  return rotate(value, 7) ^ rotate(value, 18) ^ (value >>> 3);
}

function sigma1(value: number): number {
  return rotate(value, 17) ^ rotate(value, 19) ^ (value >>> 10);
}

/** First 32 bits of the fractional parts of the roots of the first primes: square roots to start, cube roots as constants. */
const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map(prime => fraction(prime ** (1 / 2)));
const K = new Int32Array(PRIMES.map(prime => fraction(prime ** (1 / 3))));

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x100000000) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every(prime => n % prime !== 0)) primes.push(n);
  return primes;
}
