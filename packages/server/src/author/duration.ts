/** Lengths of time as authors write them: milliseconds, or `45s`, `10m`, `2h`, `90d`. */
export type Duration = number | `${number}${'s' | 'm' | 'h' | 'd'}`;

const UNIT = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @returns milliseconds, `Infinity` allowed. @throws RangeError if it is not a length of time above zero */
export function milliseconds(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : spelled(duration);
  if (Number.isNaN(ms) || ms <= 0)
    throw new RangeError(`not a length of time above zero: ${String(duration)}; write milliseconds or '45s', '10m', '2h', '90d'`);
  return ms;
}

function spelled(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text);
  return match === null ? Number.NaN : Number(match[1]) * UNIT[match[2] as keyof typeof UNIT];
}
