/** The zone of this browser, an IANA name. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
