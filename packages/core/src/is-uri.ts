/**
 * `uri`: an absolute RFC 3986 URI in ASCII (trap 26), parsed in one pass. Never looser than ajv-formats in full mode.
 *
 * Where the two differ, this one is stricter, on purpose: a hierarchical part is required (`a:` and `a:?q` name
 * nothing), a single slash before an authority is a path, IPv6 literals are really counted, and a double quote, which
 * RFC 3986 does not know, is refused. Which schemes may be *opened* is another question: see `inspectUrl`.
 */

const SCHEME = 1;
const USERINFO = 2;
const REG_NAME = 4;
const PATH = 8;
const QUERY = 16;
const HEX = 32;

const CLASSES: Uint8Array = classes();

/** True for `https://example.org/a?b#c`, `urn:isbn:1`, `mailto:a@b.example`; false for relative references. */
export function isUri(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon < 1 || !isLetter(text.charCodeAt(0)) || !every(text, 1, colon, SCHEME)) return false;
  const hash = text.indexOf('#', colon);
  const fragment = hash < 0 ? text.length : hash;
  const mark = text.indexOf('?', colon);
  const query = mark < 0 || mark > fragment ? fragment : mark;
  if (!isHierarchy(text, colon + 1, query)) return false;
  if (query < fragment && !every(text, query + 1, fragment, QUERY)) return false;
  return hash < 0 || every(text, hash + 1, text.length, QUERY);
}

function isHierarchy(text: string, start: number, end: number): boolean {
  if (start === end) return false;
  if (text.charCodeAt(start) === 47 && start + 1 < end && text.charCodeAt(start + 1) === 47) {
    const slash = text.indexOf('/', start + 2);
    const path = slash < 0 || slash > end ? end : slash;
    return isAuthority(text.slice(start + 2, path)) && every(text, path, end, PATH);
  }
  return every(text, start, end, PATH);
}

function isAuthority(authority: string): boolean {
  const at = authority.indexOf('@');
  if (at >= 0 && !every(authority, 0, at, USERINFO)) return false;
  const host = at + 1;
  if (authority.charCodeAt(host) === 91) {
    const close = authority.indexOf(']', host);
    return close > 0 && isIpLiteral(authority.slice(host + 1, close)) && isPort(authority, close + 1);
  }
  const colon = authority.indexOf(':', host);
  const end = colon < 0 ? authority.length : colon;
  return every(authority, host, end, REG_NAME) && isPort(authority, end);
}

function isPort(authority: string, start: number): boolean {
  if (start === authority.length) return true;
  if (authority.charCodeAt(start) !== 58) return false;
  for (let i = start + 1; i < authority.length; i += 1) {
    const code = authority.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function isIpLiteral(literal: string): boolean {
  if ((literal.charCodeAt(0) | 32) === 118) {
    const dot = literal.indexOf('.');
    return dot > 1 && dot + 1 < literal.length && every(literal, 1, dot, HEX) && everyPlain(literal, dot + 1);
  }
  return isIpv6(literal);
}

/** RFC 4291 text form: eight groups of up to four hex digits, one `::`, an IPv4 tail allowed. */
export function isIpv6(text: string): boolean {
  const gap = text.indexOf('::');
  if (gap >= 0 && text.indexOf('::', gap + 1) >= 0) return false;
  const head = gap < 0 ? text : text.slice(0, gap);
  const tail = gap < 0 ? '' : text.slice(gap + 2);
  const left = groups(head, gap < 0);
  const right = groups(tail, true);
  if (left < 0 || right < 0) return false;
  return gap < 0 ? left === 8 : left + right <= 7;
}

/** How many 16-bit groups the part holds, or -1 if it is not made of groups. */
function groups(part: string, mayEndInIpv4: boolean): number {
  if (part === '') return 0;
  const pieces = part.split(':');
  let count = 0;
  for (const [index, piece] of pieces.entries()) {
    if (mayEndInIpv4 && index === pieces.length - 1 && piece.includes('.')) return isIpv4(piece) ? count + 2 : -1;
    if (piece.length < 1 || piece.length > 4 || !every(piece, 0, piece.length, HEX)) return -1;
    count += 1;
  }
  return count;
}

/** Four decimal numbers from 0 to 255 without leading zeros. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every(part => /^\d{1,3}$/.test(part) && Number(part) <= 255 && String(Number(part)) === part);
}

/** Every character of the range belongs to the class; `%` must be followed by two hex digits. */
function every(text: string, start: number, end: number, kind: number): boolean {
  for (let i = start; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 127) return false;
    if (code === 37 && kind !== SCHEME && kind !== HEX) {
      if (i + 2 >= end || !isHex(text.charCodeAt(i + 1)) || !isHex(text.charCodeAt(i + 2))) return false;
      i += 2;
    } else if (((CLASSES[code] as number) & kind) === 0) {
      return false;
    }
  }
  return true;
}

function everyPlain(text: string, start: number): boolean {
  return !text.includes('%') && every(text, start, text.length, USERINFO);
}

function isHex(code: number): boolean {
  return code < 128 && ((CLASSES[code] as number) & HEX) !== 0;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function classes(): Uint8Array {
  const table = new Uint8Array(128);
  const add = (characters: string, kinds: number): void => {
    for (const character of characters) table[character.charCodeAt(0)] = (table[character.charCodeAt(0)] ?? 0) | kinds;
  };
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const digits = '0123456789';
  add(letters + letters.toUpperCase() + digits, SCHEME | USERINFO | REG_NAME | PATH | QUERY);
  add('+-.', SCHEME);
  add("-._~!$&'()*+,;=", USERINFO | REG_NAME | PATH | QUERY);
  add(':', USERINFO | PATH | QUERY);
  add('@/', PATH | QUERY);
  add('?', QUERY);
  add(`${digits}abcdefABCDEF`, HEX);
  return table;
}
