/** Moments as people type them: a date, a date with a time, or how long ago. */
import { InvalidArgumentError } from 'commander';
import { span } from '../policy/span.js';

/** Which moment is meant; `7d` is seven days before now. */
export type Moment = (now: number) => number;

/** @throws InvalidArgumentError, for `commander`. */
export function moment(value: string): Moment {
  if (/^\d+[smhd]$/.test(value)) {
    const ago = span(value);
    return now => now - ago;
  }
  // A date alone is its beginning here, not in Greenwich.
  const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00` : value;
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(date.replace(' ', 'T')) ? new Date(date.replace(' ', 'T')).getTime() : Number.NaN;
  if (Number.isNaN(at)) throw new InvalidArgumentError('Give a date such as 2026-11-30, 2026-11-30T14:00, or how long ago, such as 7d.');
  return () => at;
}
