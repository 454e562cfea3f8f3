/**
 * How much of the other side's JSON is looked at (N11, E-J-15). Everything above is refused by counting, before any of
 * it is read; a choice of 10,000 options fits.
 */

/** The caps, in the units their names say. */
export const LIMITS = {
  /** UTF-8 bytes of one `requestedSchema`, as compact JSON would take. */
  schemaBytes: 750_000,
  /** Values in one schema, nested ones included. */
  schemaNodes: 50_000,
  /** Nesting of one schema. */
  schemaDepth: 24,
  fields: 250,
  /** Options of one field. */
  options: 20_000,
  /** UTF-16 units of a message. */
  messageLength: 65_536,
  /** UTF-16 units of an address. */
  urlLength: 8_192,
} as const;

/** What is wrong with the size or make of a value; undefined if it is JSON within the caps. */
export type SizeFault = 'too-large' | 'too-deep' | 'not-json';

/** Counts a schema, stopping at the first cap it passes; nothing is copied. */
export function measureSchema(schema: object): SizeFault | undefined {
  // No text has more bytes than three times its units: only what comes near the cap is counted byte by byte.
  const fault = measure(schema, 1, { bytes: 0, nodes: 0, size: most });
  return fault === 'too-large' ? measure(schema, 1, { bytes: 0, nodes: 0, size: utf8Bytes }) : fault;
}

function most(text: string): number {
  return text.length * 3;
}

interface Tally {
  bytes: number;
  nodes: number;
  readonly size: (text: string) => number;
}

/** Recursion is safe: the cap on depth is far below what any stack holds. */
function measure(node: object, depth: number, tally: Tally): SizeFault | undefined {
  if (depth > LIMITS.schemaDepth) return 'too-deep';
  tally.bytes += 2;
  if (Array.isArray(node)) {
    // Counted before walked: a list of a million items is refused without looking at one.
    if (tally.nodes + node.length > LIMITS.schemaNodes) return 'too-large';
    for (let i = 0; i < node.length; i += 1) {
      const fault = measureMember(node[i], depth, tally);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  for (const key in node) {
    tally.bytes += tally.size(key) + 3;
    const fault = measureMember((node as Record<string, unknown>)[key], depth, tally);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function measureMember(value: unknown, depth: number, tally: Tally): SizeFault | undefined {
  tally.nodes += 1;
  if (typeof value === 'string') tally.bytes += tally.size(value) + 3;
  else if (typeof value === 'object' && value !== null) {
    const fault = measure(value, depth + 1, tally);
    if (fault !== undefined) return fault;
  } else if (typeof value === 'number' || typeof value === 'boolean' || value === null) tally.bytes += 5;
  else if (value !== undefined) return 'not-json';
  return tally.bytes > LIMITS.schemaBytes || tally.nodes > LIMITS.schemaNodes ? 'too-large' : undefined;
}

function utf8Bytes(text: string): number {
  let bytes = text.length;
  // Longer than any cap: the exact count no longer matters.
  if (bytes > LIMITS.schemaBytes) return bytes;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    // A surrogate pair is two units and four bytes.
    if (code > 127) bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
