/** What the clocks of a zone show, as offsets from UTC in milliseconds: a time may happen once, twice, or never. */
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Every offset under which the zone's clocks really show this time: none in a gap, two where clocks go back.
 * @param clock the time on the wall, as if it were UTC, in milliseconds
 * @param zone IANA name. @throws RangeError if it is none.
 */
export function offsetsAt(clock: number, zone: string): readonly number[] {
  const candidates = new Set([offsetOf(clock - DAY, zone), offsetOf(clock + DAY, zone)]);
  return [...candidates].filter(offset => offsetOf(clock - offset, zone) === offset);
}

/** The offset that holds in a zone at an instant, milliseconds since the epoch. @throws RangeError if the zone is none. */
export function offsetOf(instant: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map(part => [part.type, Number(part.value)]),
  );
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = new Date(0);
  shown.setUTCFullYear(at('year'), at('month') - 1, at('day'));
  shown.setUTCHours(at('hour'), at('minute'), at('second'));
  return shown.getTime() - Math.floor(instant / 1000) * 1000;
}

/** `+05:30`, to the minute, as RFC 3339 has it. */
export function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

let last: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;

/** Making one costs more than using it, and one time asks several times. */
function formatOf(zone: string): Intl.DateTimeFormat {
  if (last?.zone !== zone) {
    const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-hc-h23', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    last = { zone, format };
  }
  return last.format;
}
