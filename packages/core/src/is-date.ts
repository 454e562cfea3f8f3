/**
 * `date` and `date-time` as RFC 3339 means them: real calendar days, an offset with a colon, leap seconds only where
 * they can fall (E-J-02, trap 26). Every string accepted here is accepted by ajv-formats in full mode; the reverse is
 * not true, because that one also takes a blank for the `T` and offsets without a colon.
 */

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** `2026-11-29`: four, two and two ASCII digits that name a day of the Gregorian calendar. */
export function isDate(text: string): boolean {
  return text.length === 10 && isDateAt(text);
}

/** `2026-11-29T09:30:00Z`, `…T09:30:00.25+05:30`: the offset is required, `t` and `z` may be lower case. */
export function isDateTime(text: string): boolean {
  const end = text.length;
  if (end < 20 || end > 64 || !isDateAt(text)) return false;
  if ((text.charCodeAt(10) | 32) !== 116) return false;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return false;
  let at = 19;
  if (text.charCodeAt(at) === 46) {
    at += 1;
    const start = at;
    while (isDigit(text.charCodeAt(at))) at += 1;
    if (at === start) return false;
  }
  const offset = offsetMinutes(text, at, end);
  if (offset === undefined) return false;
  return second < 60 || (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

/** Days of a month of the Gregorian calendar; `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}

function isDateAt(text: string): boolean {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  const century = twoDigits(text, 0);
  const rest = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (century < 0 || rest < 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= daysInMonth(century * 100 + rest, month);
}

function offsetMinutes(text: string, at: number, end: number): number | undefined {
  const sign = text.charCodeAt(at);
  if ((sign | 32) === 122) return at + 1 === end ? 0 : undefined;
  if ((sign !== 43 && sign !== 45) || at + 6 !== end || text.charCodeAt(at + 3) !== 58) return undefined;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  return (sign === 45 ? -1 : 1) * (hours * 60 + minutes);
}

/** The value of two ASCII digits, or -1. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
