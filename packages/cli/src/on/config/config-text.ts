/**
 * A host's configuration as text: TOML, or JSON with comments, trailing commas; a byte-order mark or none, either line
 * ending. Nothing is decoded that could not be encoded again to the same bytes.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { TomlError } from 'smol-toml';
import { tomlTree } from './toml-text.js';

export type ConfigFormat = 'json' | 'toml';

/** A configuration that could be read. */
export interface ConfigText {
  readonly format: ConfigFormat;
  /** Without the byte-order mark. */
  readonly text: string;
  readonly bom: boolean;
  /** Undefined where the file holds nothing at all, as some hosts leave it. */
  readonly root: Node | undefined;
}

/** Why it cannot be read, and where, counted from 1; without a place where the file could not be opened at all. */
export interface ConfigFault {
  readonly line?: number;
  readonly column?: number;
  /** One sentence without a value in it. */
  readonly message: string;
}

/** Nested deeper than this, a file is no configuration. */
const DEEPEST = 256;

export function readConfigText(bytes: Uint8Array, format: ConfigFormat): ConfigText | { readonly fault: ConfigFault } {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { fault: { line: 1, column: 1, message: 'It is UTF-16; hosts read UTF-8.' } };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { fault: { line: 1, column: 1, message: 'It is not UTF-8 text.' } };
  }
  const bom = text.charCodeAt(0) === 0xfeff;
  if (bom) text = text.slice(1);
  return parse(text, bom, format);
}

/** The same text read again after an edit. @throws TypeError where the edit broke it, which it cannot. */
export function reread(config: ConfigText, text: string): ConfigText {
  const read = parse(text, config.bom, config.format);
  if ('fault' in read) throw new TypeError(`an edit broke the configuration: ${read.fault.message}`);
  return read;
}

/** The bytes to write. */
export function configBytes(config: Pick<ConfigText, 'text' | 'bom'>): Uint8Array {
  return new TextEncoder().encode((config.bom ? '\ufeff' : '') + config.text);
}

/** The fault with its place in front, for people. */
export function faultText({ line, column, message }: ConfigFault): string {
  return line === undefined ? message : `line ${line}, column ${column ?? 1}: ${message}`;
}

/** Where an offset is, counted from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function parse(text: string, bom: boolean, format: ConfigFormat): ConfigText | { readonly fault: ConfigFault } {
  if (text.trim() === '') return { format, text, bom, root: undefined };
  const deep = tooDeep(text);
  if (deep !== undefined) return { fault: { ...placeOf(text, deep), message: 'It is nested too deeply.' } };
  return format === 'toml' ? parseToml(text, bom) : parseJson(text, bom);
}

function parseToml(text: string, bom: boolean): ConfigText | { readonly fault: ConfigFault } {
  try {
    return { format: 'toml', text, bom, root: tomlTree(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) return { fault: { message: error instanceof Error ? error.message : 'It cannot be read.' } };
    // The parser's message quotes lines of the file below its first one (N9).
    const [said = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    return { fault: { line: error.line, column: error.column, message: `${said.charAt(0).toUpperCase()}${said.slice(1)}.` } };
  }
}

function parseJson(text: string, bom: boolean): ConfigText | { readonly fault: ConfigFault } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) return { fault: { ...placeOf(text, first.offset), message: SENTENCES[first.error] ?? said(first) } };
  if (root === undefined || root.type !== 'object')
    return { fault: { ...placeOf(text, root?.offset ?? 0), message: 'It is not an object: { … }.' } };
  return { format: 'json', text, bom, root };
}

/** Brackets counted without strings and comments: the parser below recurses. */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (const match of text.matchAll(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[[\]{}]/g)) {
    if (match[0] === '[' || match[0] === '{') depth += 1;
    else if (match[0] === ']' || match[0] === '}') depth -= 1;
    if (depth > DEEPEST) return match.index;
  }
  return undefined;
}

/** By the parser's own numbers. */
const SENTENCES: Readonly<Record<number, string>> = {
  1: 'This is no value: text stands in double quotes.',
  2: 'This is no number.',
  3: 'A key in double quotes is missing here.',
  4: 'A value is missing here.',
  5: 'A colon is missing here.',
  6: 'A comma is missing here.',
  7: 'A closing } is missing here.',
  8: 'A closing ] is missing here.',
  9: 'There is more after the end.',
  11: 'This comment has no end.',
  12: 'This text has no closing quote.',
  13: 'This number has no end.',
  14: 'This escape is not finished.',
  15: 'JSON has no such escape.',
  16: 'This character may not stand in text.',
};

function said(error: ParseError): string {
  return `${printParseErrorCode(error.error)}.`;
}
