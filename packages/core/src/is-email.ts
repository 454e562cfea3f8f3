/**
 * `email` as the official SDK checks it (ajv-formats, full mode): a dot-atom, an at sign, at least two domain labels of
 * letters, digits and inner hyphens. Written by hand in one pass, because the usual regular expression backtracks.
 */

const ATOM = 1;
const LABEL = 2;

/** What each ASCII character may be part of: bit 1 the local part, bit 2 a domain label. */
const CLASSES: Uint8Array = classes();

/** True for `name@example.org`; false for `a@b`, quoted local parts and letters beyond ASCII. */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1) return false;
  let previous = 46;
  for (let i = 0; i < at; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 46) {
      if (previous === 46) return false;
    } else if (code > 127 || ((CLASSES[code] as number) & ATOM) === 0) {
      return false;
    }
    previous = code;
  }
  return previous !== 46 && isDomain(text, at + 1);
}

function isDomain(text: string, start: number): boolean {
  let dots = 0;
  // A hyphen may neither begin nor end a label; treating the start as a dot covers both with one comparison.
  let previous = 46;
  for (let i = start; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 46) {
      if (previous === 46 || previous === 45) return false;
      dots += 1;
    } else if (code === 45) {
      if (previous === 46) return false;
    } else if (code > 127 || ((CLASSES[code] as number) & LABEL) === 0) {
      return false;
    }
    previous = code;
  }
  return dots > 0 && previous !== 46 && previous !== 45;
}

function classes(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code += 1) {
    const character = String.fromCharCode(code);
    if (/[a-z0-9]/i.test(character)) table[code] = ATOM | LABEL;
    else if ("!#$%&'*+/=?^_`{|}~-".includes(character)) table[code] = ATOM;
  }
  return table;
}
