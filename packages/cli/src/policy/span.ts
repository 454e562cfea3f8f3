/** Spans of time as people type and read them. */
import { InvalidArgumentError } from 'commander';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `10m`, `2h`, `1d` in milliseconds. @throws InvalidArgumentError, for `commander`. */
export function span(value: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})(s|m|h|d)$/.exec(value) ?? [];
  const ms = Number(count) * UNITS[(unit === '' ? 's' : unit) as keyof typeof UNITS];
  if (unit === '' || ms === 0) throw new InvalidArgumentError('Give a time such as 90s, 10m, 2h or 1d.');
  return ms;
}

/** Milliseconds as the largest unit that divides them: `10m`. */
export function spanText(ms: number): string {
  const [name, size] = (Object.entries(UNITS).findLast(([, unit]) => ms >= unit && ms % unit === 0) ?? ['ms', 1]) as [string, number];
  return `${ms / size}${name}`;
}

/** `2026-11-30 14:05`, local time. */
export function localTime(at: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
