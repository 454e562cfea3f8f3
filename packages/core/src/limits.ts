/**
 * How much of the other side's JSON is looked at (N11, E-J-15). Everything above is refused by counting, before any of
 * it is read; a choice of 10,000 options fits.
 */

/** The caps, in the units their names say. */
export const LIMITS = {
  /** UTF-8 bytes of one `requestedSchema`, as compact JSON would take. */
  schemaBytes: 750_000,
  /** Values in one schema, nested ones included. */
  schemaNodes: 100_000,
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

/** Counts a schema, stopping at the first cap it passes. Never recurses, never copies. */
export function measureSchema(schema: object): SizeFault | undefined {
  let bytes = 0;
  let nodes = 0;
  const stack: object[] = [schema];
  const depths: number[] = [1];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const depth = depths.pop() as number;
    if (depth > LIMITS.schemaDepth) return 'too-deep';
    const list = Array.isArray(node);
    const keys = list ? undefined : Object.keys(node);
    const length = keys === undefined ? (node as readonly unknown[]).length : keys.length;
    nodes += length;
    bytes += 2 + length;
    if (nodes > LIMITS.schemaNodes || bytes > LIMITS.schemaBytes) return 'too-large';
    for (let i = 0; i < length; i += 1) {
      const key = keys?.[i];
      if (key !== undefined) bytes += utf8Bytes(key) + 3;
      const value: unknown = key === undefined ? (node as readonly unknown[])[i] : (node as Record<string, unknown>)[key];
      switch (typeof value) {
        case 'string':
          bytes += utf8Bytes(value) + 2;
          break;
        case 'object':
          if (value === null) {
            bytes += 4;
          } else {
            stack.push(value);
            depths.push(depth + 1);
          }
          break;
        case 'number':
        case 'boolean':
          bytes += 5;
          break;
        case 'undefined':
          break;
        default:
          return 'not-json';
      }
      if (bytes > LIMITS.schemaBytes) return 'too-large';
    }
  }
  return undefined;
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
