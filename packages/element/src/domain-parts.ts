/**
 * Splits a host so that the part that says who is really there can be set apart (E-U-10): `good.com.` + `evil.io`.
 * Without a public-suffix list the last two labels count, or three where the second-level label is one that registries
 * sell under; the whole host is shown either way, so a miss only moves the emphasis.
 */
const SECOND_LEVEL = new Set(['co', 'com', 'net', 'org', 'gov', 'edu', 'ac', 'or', 'ne', 'go', 'gob', 'mil', 'nom', 'sch', 'ltd', 'plc']);

export interface DomainParts {
  readonly before: string;
  /** What decides who answers. */
  readonly domain: string;
  /** Port, with its colon. */
  readonly after: string;
}

export function domainParts(host: string): DomainParts {
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const name = host.slice(0, host.length - port.length);
  if (name.startsWith('[') || /^[\d.]+$/.test(name)) return { before: '', domain: name, after: port };
  const labels = name.split('.');
  const top = labels.at(-1) ?? '';
  const count = labels.length > 2 && top.length === 2 && SECOND_LEVEL.has(labels.at(-2) ?? '') ? 3 : 2;
  const domain = labels.slice(-count).join('.');
  return { before: name.slice(0, name.length - domain.length), domain, after: port };
}
