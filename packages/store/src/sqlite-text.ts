/**
 * How text goes into SQLite and comes back the same. SQLite would cut it at U+0000, replace lone surrogates (so that two
 * keys become one) and sort by code points, where the port promises code units.
 *
 * Keys are blobs of CESU-8: UTF-8, except that surrogates are written one by one. Bytes then sort as code units do,
 * any string survives, and ordinary keys stay readable. No byte of it is 0xFF.
 */
export function encodeKey(key: string): Buffer {
  if (!SURROGATE.test(key)) return Buffer.from(key, 'utf8');
  const parts: Buffer[] = [];
  for (let index = 0; index < key.length; index += 1) {
    const unit = key.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdfff) parts.push(Buffer.from([0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]));
    else parts.push(Buffer.from(key.charAt(index), 'utf8'));
  }
  return Buffer.concat(parts);
}

export function decodeKey(bytes: Buffer): string {
  let text = '';
  let plain = 0;
  for (let index = bytes.indexOf(0xed); index >= 0; index = bytes.indexOf(0xed, index + 1)) {
    const second = bytes[index + 1] ?? 0;
    if (second < 0xa0) continue; // U+D000 to U+D7FF: ordinary UTF-8
    text += bytes.toString('utf8', plain, index) + String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | ((bytes[index + 2] ?? 0) & 0x3f));
    plain = index + 3;
  }
  return text + bytes.toString('utf8', plain);
}

/** The first blob after every key that starts with `prefix`. */
export function endOfPrefix(prefix: Buffer): Buffer {
  return Buffer.concat([prefix, Buffer.from([0xff])]);
}

/** A value as SQLite text, or as a blob of UTF-16 where text would not survive. */
export function encodeValue(value: string): string | Buffer {
  return value.includes('\0') || LONE_SURROGATE.test(value) ? Buffer.from(value, 'utf16le') : value;
}

export function decodeValue(value: string | Buffer): string {
  return typeof value === 'string' ? value : value.toString('utf16le');
}

const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
