/**
 * Reads a JSON text with comments member by member, and remembers the place of whatever is wrong instead of stopping at
 * it. What is not known is a fault: a misspelt rule that silently does nothing is worse than none.
 */
import type { Node } from 'jsonc-parser';

/** A fault and where it is. */
export interface PolicyFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
}

/** Undefined where the value was wrong; the fault is noted then. */
export type Read<T> = (node: Node) => T | undefined;

export class PlaceReader {
  readonly faults: PolicyFault[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  object<T extends Record<string, Read<unknown>>>(node: Node, members: T): { [K in keyof T]?: NonNullable<ReturnType<T[K]>> } | undefined {
    if (node.type !== 'object') return this.wrong(node, 'an object { … }');
    const read = new Map<string, unknown>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      if (read.has(name)) this.fault(property.offset, `"${name}" is here twice`);
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      if (member === undefined)
        this.fault(
          property.offset,
          `"${name}" is not known here; known are ${Object.keys(members)
            .map(known => `"${known}"`)
            .join(', ')}`,
        );
      else if (value !== undefined) {
        const got = member(value);
        if (got !== undefined) read.set(name, got);
      }
    }
    return Object.fromEntries(read) as { [K in keyof T]?: NonNullable<ReturnType<T[K]>> };
  }

  map<T>(node: Node, read: Read<T>): Readonly<Record<string, T>> | undefined {
    if (node.type !== 'object') return this.wrong(node, 'an object { "name": … }');
    const entries = new Map<string, T>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      const got = value === undefined ? undefined : read(value);
      if (got !== undefined) entries.set(String(key?.value), got);
    }
    return Object.fromEntries(entries);
  }

  list<T>(node: Node, read: Read<T>): readonly T[] | undefined {
    if (node.type !== 'array') return this.wrong(node, 'a list [ … ]');
    return (node.children ?? []).map(read).filter((one): one is NonNullable<typeof one> => one !== undefined);
  }

  boolean(node: Node): boolean | undefined {
    return node.type === 'boolean' ? (node.value as boolean) : this.wrong(node, 'true or false');
  }

  string(node: Node): string | undefined {
    return node.type === 'string' ? (node.value as string) : this.wrong(node, 'text');
  }

  /** A path; taken as it stands, relative to where the file is used. */
  path(node: Node): string | undefined {
    const value: unknown = node.value;
    return typeof value === 'string' && value !== '' && !value.includes('\0') ? value : this.wrong(node, 'a path');
  }

  /** Text that travels in a header and is told to nobody. */
  secret(node: Node): string | undefined {
    const value: unknown = node.value;
    return typeof value === 'string' && /^[\x21-\x7e]{1,1024}$/.test(value) ? value : this.wrong(node, 'a token without spaces');
  }

  number(node: Node, least: number): number | undefined {
    const value: unknown = node.value;
    return typeof value === 'number' && value >= least ? value : this.wrong(node, `a number, ${least} or more`);
  }

  count(node: Node, least: number): number | undefined {
    const value: unknown = node.value;
    return typeof value === 'number' && Number.isInteger(value) && value >= least
      ? value
      : this.wrong(node, `a whole number, ${least} or more`);
  }

  oneOf<T extends string | number>(node: Node, known: readonly T[]): T | undefined {
    const found = known.find(one => one === node.value);
    return found ?? this.wrong(node, known.map(one => JSON.stringify(one)).join(' or '));
  }

  time(node: Node): string | undefined {
    const value: unknown = node.value;
    return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? value : this.wrong(node, 'a time such as "22:00"');
  }

  duration(node: Node): number | undefined {
    const value: unknown = node.value;
    const match = typeof value === 'string' ? /^(\d+)(s|m|h|d)$/.exec(value) : null;
    if (match === null) return this.wrong(node, 'a duration such as "90s", "10m", "2h" or "1d"');
    return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
  }

  wrong(node: Node, wanted: string): undefined {
    this.fault(node.offset, `this must be ${wanted}`);
  }

  fault(offset: number, message: string): void {
    const before = this.#text.slice(0, offset).split('\n');
    this.faults.push({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message });
  }
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
