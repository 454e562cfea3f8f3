/** How a number was read, shown only where a person may doubt it: marks, signs, exponents or many digits. */
import { type NumberField, parseInput } from '@midcall/core';
import type { Say } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import { sayNumber } from './number-field.js';

export function sayReading(say: Say, field: NumberField, raw: string, locale: string): TemplateResult | typeof nothing {
  if (!/[.,'’\s\u00a0e]|\d{5}/i.test(raw.trim())) return nothing;
  const parsed = parseInput(field, raw, { locale });
  if (!parsed.ok || typeof parsed.value !== 'number') return nothing;
  const read = sayNumber(parsed.value, locale);
  return read === raw.trim() ? nothing : html`<span class="reading">${say('readAs', { number: read })}</span>`;
}
