/**
 * Reads `midcall.policy.json`: JSON with comments. Every fault is told with line and column, all of them at once; a
 * file with a fault changes nothing.
 */

import { MidcallError } from '@midcall/core';
import type { Node, ParseError } from 'jsonc-parser';
import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { DoNotDisturb, PolicyConfig, QuietMode, RatePolicy, ServerPolicy, ToolRule, Weekday } from './policy-config.js';
import { DEFAULT_POLICY, WEEKDAYS } from './policy-config.js';

export interface PolicyFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
}

export type ParsedPolicy =
  | { readonly ok: true; readonly config: PolicyConfig }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] };

export function parsePolicy(text: string): ParsedPolicy {
  const reader = new PolicyReader(text);
  const config = reader.read();
  return reader.faults.length > 0 ? { ok: false, faults: reader.faults } : { ok: true, config };
}

/** As `parsePolicy`. @throws MidcallError `CONFIG_INVALID`, its message naming the first fault, `data.faults` all. */
export function requirePolicy(text: string, file = 'midcall.policy.json'): PolicyConfig {
  const parsed = parsePolicy(text);
  if (parsed.ok) return parsed.config;
  const [first] = parsed.faults as [PolicyFault];
  throw new MidcallError('CONFIG_INVALID', `${file}:${first.line}:${first.column}: ${first.message}`, {
    hint: 'Nothing of the file was taken; what was in force before stays in force.',
    data: { faults: parsed.faults },
  });
}

type Reader<T> = (node: Node) => T | undefined;

class PolicyReader {
  readonly faults: PolicyFault[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PolicyConfig {
    const errors: ParseError[] = [];
    const root = parseTree(this.#text, errors, { allowTrailingComma: true });
    for (const error of errors) this.#fault(error.offset, words(printParseErrorCode(error.error)));
    if (root === undefined) {
      if (errors.length === 0) this.#fault(0, 'the file is empty; write at least {}');
      return DEFAULT_POLICY;
    }
    const read = this.#object(root, {
      $schema: node => this.#text_(node),
      version: node => this.#oneOf(node, [1] as const),
      rate: node => this.#rate(node),
      concurrent: node => this.#count(node, 1),
      queue: node => this.#count(node, 1),
      quietMode: node => this.#quietMode(node),
      doNotDisturb: node => this.#list(node, one => this.#doNotDisturb(one)),
      servers: node => this.#map(node, one => this.#server(one)),
    });
    const { $schema: _schema, ...config } = read ?? {};
    return { ...DEFAULT_POLICY, ...config };
  }

  #server(node: Node): ServerPolicy | undefined {
    return this.#object(node, {
      mute: one => this.#boolean(one),
      cutOff: one => this.#boolean(one),
      rate: one => this.#rate(one),
      concurrent: one => this.#count(one, 1),
      tools: one => this.#map(one, rule => this.#oneOf<ToolRule>(rule, ['ask', 'deny'])),
    });
  }

  #rate(node: Node): RatePolicy | undefined {
    const rate = this.#object(node, { perMinute: one => this.#number(one, 0.01), burst: one => this.#count(one, 1) });
    return rate === undefined ? undefined : { ...DEFAULT_POLICY.rate, ...rate };
  }

  #quietMode(node: Node): QuietMode | undefined {
    const quiet = this.#object(node, { after: one => this.#count(one, 0), for: one => this.#duration(one) });
    return quiet === undefined ? undefined : { ...DEFAULT_POLICY.quietMode, ...quiet };
  }

  #doNotDisturb(node: Node): DoNotDisturb | undefined {
    const read = this.#object(node, {
      from: one => this.#time(one),
      to: one => this.#time(one),
      days: one => this.#list(one, day => this.#oneOf<Weekday>(day, WEEKDAYS)),
    });
    if (read === undefined) return undefined;
    const { from, to } = read;
    if (from === undefined || to === undefined) {
      this.#fault(node.offset, 'say from and to, such as { "from": "22:00", "to": "07:00" }');
      return undefined;
    }
    return { from, to, ...(read.days !== undefined && { days: read.days }) };
  }

  #object<T extends Record<string, Reader<unknown>>>(
    node: Node,
    members: T,
  ): { [K in keyof T]?: NonNullable<ReturnType<T[K]>> } | undefined {
    if (node.type !== 'object') return this.#wrong(node, 'an object { … }');
    const read = new Map<string, unknown>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      if (read.has(name)) this.#fault(property.offset, `"${name}" is here twice`);
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      if (member === undefined)
        this.#fault(
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

  #map<T>(node: Node, read: Reader<T>): Readonly<Record<string, T>> | undefined {
    if (node.type !== 'object') return this.#wrong(node, 'an object { "name": … }');
    const entries = new Map<string, T>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      const got = value === undefined ? undefined : read(value);
      if (got !== undefined) entries.set(String(key?.value), got);
    }
    return Object.fromEntries(entries);
  }

  #list<T>(node: Node, read: Reader<T>): readonly T[] | undefined {
    if (node.type !== 'array') return this.#wrong(node, 'a list [ … ]');
    return (node.children ?? []).map(read).filter((one): one is NonNullable<typeof one> => one !== undefined);
  }

  #boolean(node: Node): boolean | undefined {
    return node.type === 'boolean' ? (node.value as boolean) : this.#wrong(node, 'true or false');
  }

  #text_(node: Node): string | undefined {
    return node.type === 'string' ? (node.value as string) : this.#wrong(node, 'text');
  }

  #number(node: Node, least: number): number | undefined {
    const value: unknown = node.value;
    return typeof value === 'number' && value >= least ? value : this.#wrong(node, `a number, ${least} or more`);
  }

  #count(node: Node, least: number): number | undefined {
    const value: unknown = node.value;
    return typeof value === 'number' && Number.isInteger(value) && value >= least
      ? value
      : this.#wrong(node, `a whole number, ${least} or more`);
  }

  #oneOf<T extends string | number>(node: Node, known: readonly T[]): T | undefined {
    const found = known.find(one => one === node.value);
    return found ?? this.#wrong(node, known.map(one => JSON.stringify(one)).join(' or '));
  }

  #time(node: Node): string | undefined {
    const value: unknown = node.value;
    return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? value : this.#wrong(node, 'a time such as "22:00"');
  }

  #duration(node: Node): number | undefined {
    const value: unknown = node.value;
    const match = typeof value === 'string' ? /^(\d+)(s|m|h|d)$/.exec(value) : null;
    if (match === null) return this.#wrong(node, 'a duration such as "90s", "10m", "2h" or "1d"');
    return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
  }

  #wrong(node: Node, wanted: string): undefined {
    this.#fault(node.offset, `this must be ${wanted}`);
  }

  #fault(offset: number, message: string): void {
    const before = this.#text.slice(0, offset).split('\n');
    this.faults.push({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message });
  }
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `PropertyNameExpected` as "property name expected". */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
