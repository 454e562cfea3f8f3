/** Numbers as people type them. Nothing is guessed: what could mean two numbers is refused with the reason (N3). */
import type { FieldRule } from './field-rule.js';

export type NumberReading = { readonly value: number } | { readonly rule: FieldRule };

/**
 * Reads `42`, `-3.5`, `2.0`, `1e3`. A decimal comma, separators between thousands and digits of other scripts are told,
 * never converted: the answer that leaves would not be what the person sees (N3).
 * @param locale BCP 47; where a comma marks decimals, `1.234` has two readings and is refused.
 */
export function parseNumber(text: string, locale?: string): NumberReading {
  const plain = text.trim().replace(/^\u2212/, '-');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) return { rule: oddity(plain) };
  if (locale !== undefined && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(plain) && hasDecimalComma(locale)) return { rule: 'grouping' };
  const value = Number(plain);
  if (!Number.isFinite(value) || !isExact(plain, value)) return { rule: 'not-exact' };
  // Minus zero is not a number that anybody means, and JSON writes it as 0.
  return { value: value === 0 ? 0 : value };
}

function oddity(text: string): FieldRule {
  if (/^[+-]?[\d.,\s'\u2019\u00a0\u202f]*$/.test(text) && /\d/.test(text)) return 'decimal-comma';
  if (/\p{Nd}/u.test(text.replace(/\d/g, '')) && /^[\p{Nd}.,+\-\u066b\u066c\uff0e\uff0c\uff0b\uff0d\s]*$/u.test(text))
    return 'other-digits';
  return 'not-a-number';
}

/** A double carries 15 to 17 digits; what was typed beyond them would be sent changed. */
function isExact(text: string, value: number): boolean {
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && !/[eE]/.test(text)) return false;
  const typed = significant(text);
  return typed.length <= 15 || typed === significant(value.toPrecision(17)) || typed === significant(String(value));
}

function significant(text: string): string {
  const mantissa = text.replace(/[eE].*$/, '').replace(/[^\d.]/g, '');
  const digits = mantissa.replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '');
}

function hasDecimalComma(locale: string): boolean {
  try {
    return new Intl.NumberFormat(locale).formatToParts(1.5).some(part => part.type === 'decimal' && part.value === ',');
  } catch {
    return false;
  }
}
