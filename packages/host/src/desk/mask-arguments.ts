/**
 * Call arguments as a person may see them: what looks like a secret is masked, what is huge is cut, the rest is as sent.
 * Masking is by name and by look; it errs on the side of hiding.
 */
import type { Json, JsonObject } from '@midcall/core';

export const MASK = '••••••';

const DEPTH = 6;
const ENTRIES = 100;
const TEXT = 2_000;

const SECRET_NAME =
  /pass(word|phrase|wd|code)?$|^pwd$|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|authori[sz]ation|credential|cookie|^pin$|^cvv$|^cvc$|^otp$|bearer/i;

const SECRET_LOOK = [
  /^(sk|pk|rk)[-_](live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}$/,
  /^gh[pousr]_[A-Za-z0-9]{20,}$/,
  /^xox[abpr]-[A-Za-z0-9-]{10,}$/,
  /^AKIA[0-9A-Z]{16}$/,
  /^eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*$/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^(bearer|basic)\s+\S{8,}$/i,
] as const;

/** A copy for the screen. Own `__proto__` keys stay data (N11). */
export function maskArguments(args: JsonObject): JsonObject {
  return maskObject(args, DEPTH);
}

function maskObject(value: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(value);
  const shown = entries.slice(0, ENTRIES).map(([key, inner]): [string, Json] => {
    if (inner === undefined) return [key, null];
    if (SECRET_NAME.test(key) && inner !== null && typeof inner !== 'boolean') return [key, MASK];
    return [key, maskValue(inner, depth - 1)];
  });
  if (entries.length > ENTRIES) shown.push(['…', `${entries.length - ENTRIES} more`]);
  return Object.fromEntries(shown);
}

function maskValue(value: Json, depth: number): Json {
  if (typeof value === 'string') {
    if (SECRET_LOOK.some(look => look.test(value)) || isCardNumber(value)) return MASK;
    return value.length > TEXT ? `${value.slice(0, TEXT)}…` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth <= 0) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, ENTRIES).map((inner: Json) => maskValue(inner, depth - 1));
    return value.length > ENTRIES ? [...shown, `… ${value.length - ENTRIES} more`] : shown;
  }
  return maskObject(value as JsonObject, depth);
}

function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    let digit = Number(digits[digits.length - 1 - i]);
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
