/** A moment as people type it: with an offset it stands; without one it is a time on the clock of the given zone. */
import type { FieldRule } from './field-rule.js';
import { isDate, isDateTime } from './is-date.js';

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
const DAY = 86_400_000;

/** Every offset under which the zone's clocks really show this time: none in a gap, two where clocks go back. */
function offsetsAt(clock: number, zone: string): readonly number[] {
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-hc-h23', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const candidates = new Set([offsetOf(format, clock - DAY), offsetOf(format, clock + DAY)]);
  return [...candidates].filter(offset => offsetOf(format, clock - offset) === offset);
}

function offsetOf(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(part => [part.type, Number(part.value)]));
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = new Date(0);
  shown.setUTCFullYear(at('year'), at('month') - 1, at('day'));
  shown.setUTCHours(at('hour'), at('minute'), at('second'));
  return shown.getTime() - Math.floor(instant / 1000) * 1000;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
