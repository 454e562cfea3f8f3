/** A time as it stands behind `--host-limit`: `60s`, `5m`, `90000ms`; a bare number is seconds. */

/** In milliseconds; undefined for what is no time. */
export function parseTime(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  return count === undefined ? undefined : Math.round(Number(count) * { ms: 1, s: 1_000, m: 60_000 }[unit as 'ms' | 's' | 'm']);
}
