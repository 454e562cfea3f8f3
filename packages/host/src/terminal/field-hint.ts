/** What a person should know before filling in a field, and how what stands in it is read. */
import type { ChoicesField, Field, NumberField, RawInput } from '@midcall/core';
import { parseInput } from '@midcall/core';
import type { Say } from '@midcall/core/words';
import type { DrawOptions } from './draw-options.js';
import { parsing } from './draw-options.js';

/** One line, or nothing where the field speaks for itself. */
export function fieldHint(field: Field, raw: RawInput, options: DrawOptions): string | undefined {
  const { say } = options;
  switch (field.kind) {
    case 'number':
    case 'integer':
      return joined(
        numberBounds(say, field) ?? say(field.kind === 'integer' ? 'wholeNumber' : 'decimalPoint'),
        numberReading(field, raw, options),
      );
    case 'choices':
      return joined(boundsHint(say, field), say('chosenCount', { count: Array.isArray(raw) ? raw.length : 0 }));
    case 'opaque':
      return say('opaqueHint');
    case 'text':
      return textHint(field, raw, options);
    default:
      return undefined;
  }
}

function textHint(field: Extract<Field, { kind: 'text' }>, raw: RawInput, options: DrawOptions): string | undefined {
  const { say } = options;
  if (field.format === 'date') return say('dateHint', { date: '2026-11-29' });
  if (field.format === 'date-time') {
    const example = say('dateHint', { date: options.zone === undefined ? '2026-11-29T14:30:00Z' : '2026-11-29 14:30' });
    const read = parseInput(field, raw, parsing(options));
    return joined(
      example,
      read.ok && typeof read.value === 'string' && read.value !== raw ? say('sentAs', { value: read.value }) : undefined,
    );
  }
  const { minLength: min = 0, maxLength: max } = field;
  const length = typeof raw === 'string' ? [...raw].length : 0;
  if (max !== undefined && length > max) return say('charactersOver', { count: length - max });
  if (max !== undefined && min === max) return say('exactLength', { count: max });
  return joined(
    min > 1 ? say('atLeastLength', { count: min }) : undefined,
    max === undefined ? undefined : say('charactersLeft', { count: max - length }),
  );
}

function numberBounds(say: Say, { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberField): string | undefined {
  const number = (value: number): string =>
    new Intl.NumberFormat(say.locale, { maximumFractionDigits: 20, useGrouping: false }).format(value);
  if (minimum !== undefined && maximum !== undefined) return say('between', { min: number(minimum), max: number(maximum) });
  const bounds = [
    minimum === undefined ? undefined : say('atLeast', { min: number(minimum) }),
    exclusiveMinimum === undefined ? undefined : say('moreThan', { min: number(exclusiveMinimum) }),
    maximum === undefined ? undefined : say('atMost', { max: number(maximum) }),
    exclusiveMaximum === undefined ? undefined : say('lessThan', { max: number(exclusiveMaximum) }),
  ];
  return joined(...bounds);
}

/** Said where the number is long enough to be misread. */
function numberReading(field: NumberField, raw: RawInput, options: DrawOptions): string | undefined {
  if (typeof raw !== 'string' || raw.trim() === '') return undefined;
  const read = parseInput(field, raw, parsing(options));
  if (!read.ok || typeof read.value !== 'number') return undefined;
  const text = new Intl.NumberFormat(options.say.locale, { maximumFractionDigits: 20 }).format(read.value);
  return text === raw.trim() ? undefined : options.say('readAs', { number: text });
}

function boundsHint(say: Say, { minItems: min = 0, maxItems: max }: ChoicesField): string {
  if (max !== undefined && min === max) return say('chooseExactly', { count: max });
  if (min > 0 && max !== undefined) return say('chooseBetween', { min, max });
  if (min > 0) return say('chooseAtLeast', { count: min });
  return max === undefined ? say('chooseAny') : say('chooseAtMost', { count: max });
}

function joined(...parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter(part => part !== undefined);
  return said.length === 0 ? undefined : said.join(' · ');
}
