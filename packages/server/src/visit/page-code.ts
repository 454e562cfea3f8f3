/** The code that a question shows and its page asks for, where no sign-in can say who opens it (D20, E-U-20). */

/** No letters or digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/** Tries before the page closes. */
export const MOST_CODES = 5;

/** Every code is equally likely: of 64 possible characters, those beyond a multiple of the alphabet's length are skipped. */
export function newCode(randomId: () => string): string {
  let code = '';
  while (code.length < LENGTH) {
    for (const char of randomId().slice(0, -1)) {
      const at = BASE64URL.indexOf(char);
      if (at < 2 * ALPHABET.length && code.length < LENGTH) code += ALPHABET[at % ALPHABET.length];
    }
  }
  return code;
}

/** As people read it. */
export function spokenCode(code: string): string {
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

/** As people type it: any case, with or without hyphens and blanks. */
export function typedCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Takes the same time wherever the two differ. */
export function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at % Math.max(1, other.length));
  return difference === 0;
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
