/**
 * A date and time as a person means it (wall clock in a zone) made into RFC 3339 with the offset that holds then. The offset
 * is shown before anything is sent; a time that happens twice or never is said to be so (N3).
 */
import { offsetOf, offsetsAt, offsetText } from '@midcall/core';

export interface ZonedTime {
  /** RFC 3339, for example `2026-11-29T14:30:00+01:00`. */
  readonly value: string;
  /** `twice`: the clocks go back then. `never`: they go forward. */
  readonly oddity?: 'twice' | 'never';
}

/**
 * @param date `YYYY-MM-DD`
 * @param time `HH:MM` or `HH:MM:SS`
 * @param zone IANA name, or a fixed offset such as `+05:30`
 */
export function zonedTime(date: string, time: string, zone: string): ZonedTime | undefined {
  const clock = time.length === 5 ? `${time}:00` : time;
  const wall = Date.parse(`${date}T${clock}Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}:\d{2}$/.test(clock) || Number.isNaN(wall)) return undefined;
  if (FIXED.test(zone)) return { value: `${date}T${clock}${zone}` };
  if (zone === 'UTC') return { value: `${date}T${clock}Z` };
  const offsets = offsetsAt(wall, zone);
  if (offsets.length > 0) {
    const value = `${date}T${clock}${offsetText(Math.max(...offsets))}`;
    return { value, ...(offsets.length > 1 && { oddity: 'twice' }) };
  }
  // In the gap the clock has already moved on: keep the offset that held before it.
  const instant = wall - offsetOf(wall - DAY, zone);
  const offset = offsetOf(instant, zone);
  return { value: `${new Date(instant + offset).toISOString().slice(0, 19)}${offsetText(offset)}`, oddity: 'never' };
}

const DAY = 86_400_000;
const FIXED = /^[+-]\d{2}:\d{2}$/;

/** Takes an RFC 3339 text apart for the three inputs; parts that are missing come back as `''`. */
export function splitZoned(raw: string): { readonly date: string; readonly time: string; readonly zone: string } {
  const match = /^(\d{4}-\d{2}-\d{2})?[Tt ]?(\d{2}:\d{2}(?::\d{2})?)?(?:\.\d+)?([Zz]|[+-]\d{2}:\d{2})?$/.exec(raw);
  const zone = match?.[3] ?? '';
  return { date: match?.[1] ?? '', time: match?.[2] ?? '', zone: /^z$/i.test(zone) ? 'UTC' : zone };
}

/** All zones this browser knows, UTC first. */
export function allZones(): readonly string[] {
  const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return ['UTC', ...zones.filter(zone => zone !== 'UTC')];
}
