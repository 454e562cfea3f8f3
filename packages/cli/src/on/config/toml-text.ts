/**
 * A TOML file as a tree with places, in the same nodes as JSON has, so that both are read and changed in one way. What is
 * TOML and what is not, smol-toml says; here it is only found where in the text each value stands.
 *
 * Invariants:
 *  1. Only a text that smol-toml takes is looked at, and the tree says the same as smol-toml does, or there is no tree.
 *  2. Names are data: `__proto__` is a server (N11).
 */
import type { Node, NodeType } from 'jsonc-parser';
import { parse, TomlDate } from 'smol-toml';

type Table = Node & { readonly children: Node[] };

/** @throws TomlError with line and column; Error where the text is TOML and no tree of it could be made. */
export function tomlTree(text: string): Node {
  const said = parse(text);
  const root = new Scanner(text).document();
  if (!says(root, said)) throw unread();
  return root;
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Node {
    const root = node('object', 0, this.#text.length) as Table;
    let table = root;
    for (;;) {
      this.#blank();
      if (this.#at >= this.#text.length) return root;
      if (this.#text.startsWith('[[', this.#at)) table = this.#header(root, 2);
      else if (this.#text[this.#at] === '[') table = this.#header(root, 1);
      else this.#pair(table);
    }
  }

  /** `[a.b]` leads to one table, `[[a.b]]` to a new one at the end of a list. */
  #header(root: Table, brackets: 1 | 2): Table {
    const start = this.#at;
    this.#at += brackets;
    const path = this.#path();
    this.#at += brackets;
    const last = path.at(-1);
    if (brackets === 1 || last === undefined) return within(root, path, start);
    const above = within(root, path.slice(0, -1), start);
    const list = (find(above, last.key) ?? put(above, last, node('array', start, 0))) as Table;
    const fresh = node('object', start, 0) as Table;
    adopt(list, fresh);
    return fresh;
  }

  #pair(table: Table): void {
    const path = this.#path();
    this.#expect('=');
    const value = this.#value();
    const last = path.at(-1);
    if (last !== undefined) put(within(table, path.slice(0, -1), last.offset), last, value);
  }

  #path(): Key[] {
    const keys: Key[] = [];
    do {
      this.#space();
      const offset = this.#at;
      const quote = this.#text[offset];
      const raw = quote === '"' || quote === "'" ? this.#string(quote) : this.#take(/[\w-]+/y);
      keys.push({ key: quote === '"' ? decoded(raw) : quote === "'" ? raw.slice(1, -1) : raw, offset, length: raw.length });
      this.#space();
    } while (this.#next('.'));
    return keys;
  }

  #value(): Node {
    this.#space();
    const offset = this.#at;
    const first = this.#text[offset] ?? '';
    if (first === '"' || first === "'") {
      const raw = this.#string(first);
      return node('string', offset, raw.length, decoded(raw));
    }
    if (first === '[') return this.#list();
    if (first === '{') return this.#inline();
    const raw = this.#take(/[^,\]}#\r\n]*/y).trimEnd();
    this.#at = offset + raw.length;
    const value: unknown = parse(`v = ${raw}`).v;
    return value instanceof TomlDate ? node('null', offset, raw.length, value) : node(typeof value as NodeType, offset, raw.length, value);
  }

  #list(): Node {
    const list = node('array', this.#at, 0) as Table;
    this.#at += 1;
    for (this.#blank(); !this.#next(']'); this.#blank()) {
      adopt(list, this.#value());
      this.#blank();
      this.#next(',');
    }
    return closed(list, this.#at);
  }

  #inline(): Node {
    const table = node('object', this.#at, 0) as Table;
    this.#at += 1;
    for (this.#blank(); !this.#next('}'); this.#blank()) {
      this.#pair(table);
      this.#blank();
      this.#next(',');
    }
    return closed(table, this.#at);
  }

  /** A text of any of the four kinds, with its quotes. */
  #string(quote: string): string {
    const three = quote.repeat(3);
    const long = this.#text.startsWith(three, this.#at);
    const start = this.#at;
    let at = start + (long ? 3 : 1);
    const end = long ? three : quote;
    while (!this.#text.startsWith(end, at)) at += quote === '"' && this.#text[at] === '\\' ? 2 : 1;
    at += end.length;
    // Up to two quotes may stand in front of the closing three.
    while (long && this.#text[at] === quote) at += 1;
    this.#at = at;
    return this.#text.slice(start, at);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #space(): void {
    this.#take(/[ \t]*/y);
  }

  /** White space, line breaks and comments. */
  #blank(): void {
    this.#take(/(?:\s|#[^\n]*)*/y);
  }

  #next(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #expect(text: string): void {
    this.#space();
    if (!this.#next(text)) throw unread();
  }
}

function unread(): Error {
  return new Error('It is written in a way that midcall does not read.');
}

interface Key {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

function node(type: NodeType, offset: number, length: number, value?: unknown): Node {
  return type === 'object' || type === 'array' ? { type, offset, length, children: [] } : { type, offset, length, value };
}

function adopt(parent: Node, child: Node): void {
  (child as { parent?: Node }).parent = parent;
  parent.children?.push(child);
}

function closed(parent: Node, end: number): Node {
  (parent as { length: number }).length = end - parent.offset;
  return parent;
}

function put(table: Node, { key, offset, length }: Key, value: Node): Node {
  const property: Node = { type: 'property', offset, length: Math.max(length, value.offset + value.length - offset), children: [] };
  adopt(property, node('string', offset, length, key));
  adopt(property, value);
  adopt(table, property);
  return value;
}

function find(table: Node, key: string): Node | undefined {
  return table.children?.find(property => property.children?.[0]?.value === key)?.children?.[1];
}

/** The table at a path; the last of a list, where the path leads through one. */
function within(table: Table, path: readonly Key[], offset: number): Table {
  let at = table;
  for (const key of path) {
    const found = find(at, key.key) ?? put(at, { ...key, offset }, node('object', offset, 0));
    at = (found.type === 'array' ? found.children?.at(-1) : found) as Table;
  }
  return at;
}

function decoded(raw: string): string {
  return String(parse(`v = ${raw}`).v);
}

/** Whether the tree holds what the parser says, all of it and nothing else. */
function says(tree: Node | undefined, value: unknown): boolean {
  if (tree === undefined) return false;
  const children = tree.children ?? [];
  if (tree.type === 'array')
    return Array.isArray(value) && value.length === children.length && children.every((child, index) => says(child, value[index]));
  if (tree.type !== 'object') return value instanceof TomlDate || Object.is(tree.value, value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length === children.length && keys.every(key => says(find(tree, key), (value as Record<string, unknown>)[key]));
}
