/** Host labels as people read them: RFC 3492 decoding, for showing and judging only; what is opened stays ASCII. */

/** The Unicode form of one `xn--` label; undefined if it is not valid Punycode. Other labels come back as they are. */
export function unicodeLabel(label: string): string | undefined {
  if (!label.toLowerCase().startsWith('xn--')) return label;
  return decode(label.slice(4).toLowerCase());
}

/** The Unicode form of a whole host; labels that do not decode stay as they are. */
export function unicodeHost(host: string): string {
  return host
    .split('.')
    .map(label => unicodeLabel(label) ?? label)
    .join('.');
}

const BASE = 36;

function decode(input: string): string | undefined {
  const hyphen = input.lastIndexOf('-');
  const output = Array.from(hyphen > 0 ? input.slice(0, hyphen) : '', character => character.charCodeAt(0));
  let point = 128;
  let bias = 72;
  let position = 0;
  let at = hyphen > 0 ? hyphen + 1 : 0;
  while (at < input.length) {
    const before = position;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(input.charCodeAt(at));
      at += 1;
      if (digit < 0) return undefined;
      position += digit * weight;
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > 0x7fffffff) return undefined;
    }
    bias = adapt(position - before, output.length + 1, before === 0);
    point += Math.floor(position / (output.length + 1));
    position %= output.length + 1;
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
    output.splice(position, 0, point);
    position += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : -1;
}

function adapt(difference: number, length: number, first: boolean): number {
  let delta = first ? Math.floor(difference / 700) : difference >> 1;
  delta += Math.floor(delta / length);
  let k = 0;
  while (delta > 455) {
    delta = Math.floor(delta / 35);
    k += BASE;
  }
  return k + Math.floor((36 * delta) / (delta + 38));
}
