/** A moment as people type it: with an offset it stands; without one it is a time on the clock of the given zone. */
import type { FieldRule } from './field-rule.js';
import { isDate, isDateTime } from './is-date.js';
import { offsetsAt, offsetText } from './zone-offset.js';

export type DateTimeReading = { readonly value: string } | { readonly rule: FieldRule };

/**
 * Reads `2026-11-29T14:30`, `2026-11-29 14:30:05`, or a full RFC 3339 date-time, into a full one.
 * A time that the zone's clocks skip or show twice is refused: both would be sent as a guess (N3).
 * @param zone IANA name such as `Europe/Helsinki`. @throws RangeError if it is none.
 */
export function parseDateTime(text: string, zone?: string): DateTimeReading {
  const typed = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (isDateTime(typed)) return { value: typed };
  const local = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?$/.exec(typed);
  if (local === null) return { rule: 'date-time' };
  const [, date = '', hours = '', minutes = '', seconds = '00', fraction = ''] = local;
  if (!isDate(date) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return { rule: 'date-time' };
  if (zone === undefined) return { rule: 'no-offset' };
  const clock = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  const offsets = offsetsAt(clock, zone);
  const [only] = offsets;
  if (only === undefined) return { rule: 'skipped-time' };
  if (offsets.length > 1) return { rule: 'repeated-time' };
  // Local mean time before standard zones ran to the second; RFC 3339 offsets do not.
  if (only % MINUTE !== 0) return { rule: 'no-offset' };
  return { value: `${date}T${hours}:${minutes}:${seconds}${fraction}${offsetText(only)}` };
}

const MINUTE = 60_000;
