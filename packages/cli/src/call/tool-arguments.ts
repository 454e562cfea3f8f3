/**
 * Turns `k=v` words into the arguments of a tool, read by the tool's own input schema, so that a mistake is told in
 * words before the server is bothered. What the schema says beyond the top level is the server's to check.
 */
import type { Json, JsonObject } from '@midcall/core';
import { nearest } from '../nearest.js';
import { UsageError } from '../usage-error.js';

/** What of a tool this module needs. */
export interface ToolShape {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/**
 * @param pairs `name=value`, or `name:=json` for a value that is JSON as typed.
 * @param whole All arguments as one JSON object; pairs win over it.
 * @throws UsageError naming every argument that does not fit.
 */
export function readArguments(tool: ToolShape, pairs: readonly string[], whole: string | undefined): JsonObject {
  const properties = propertiesOf(tool.inputSchema);
  const values: Record<string, Json> = Object.create(null) as Record<string, Json>;
  const wrong: string[] = [];
  if (whole !== undefined) Object.assign(values, parseWhole(whole));
  for (const pair of pairs) {
    const [, name = '', asJson = '', text = ''] = /^([^=]+?)(:?)=([\s\S]*)$/.exec(pair) ?? [];
    const schema = properties.get(name);
    if (schema === undefined && tool.inputSchema.additionalProperties !== true && properties.size > 0) {
      const meant = nearest(name, properties.keys());
      wrong.push(`There is no argument "${name}"${meant === undefined ? '.' : `; did you mean "${meant}"?`}`);
      continue;
    }
    if (schema === undefined && tool.inputSchema.additionalProperties === false) {
      wrong.push(`There is no argument "${name}"; this tool takes none.`);
      continue;
    }
    const read = asJson === ':' ? parseJson(name, text) : readValue(name, text, schema ?? {});
    if (read.ok) values[name] = read.value;
    else wrong.push(read.sentence);
  }
  for (const name of requiredOf(tool.inputSchema)) {
    if (!Object.hasOwn(values, name) && properties.get(name)?.default === undefined) {
      wrong.push(`"${name}" is needed: ${describeSchema(properties.get(name) ?? {})}.`);
    }
  }
  for (const [name, value] of Object.entries(values)) {
    const schema = properties.get(name);
    if (schema !== undefined && !fitsType(value, schema)) wrong.push(`"${name}" is not ${describeSchema(schema)}.`);
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('\n  '), usageLine(tool));
  return values;
}

/** `deploy_service service=TEXT [environment=staging|production]`. */
export function usageLine(tool: ToolShape): string {
  const required = new Set(requiredOf(tool.inputSchema));
  const words = [...propertiesOf(tool.inputSchema)].map(([name, schema]) => {
    const word = `${name}${takesJson(schema) ? ':' : ''}=${placeholder(schema)}`;
    return required.has(name) ? word : `[${word}]`;
  });
  return `It is called like this: ${[tool.name, ...words].join(' ')}`;
}

/** The top-level properties, in the order written. */
export function propertiesOf(schema: JsonObject): Map<string, JsonObject> {
  const properties = schema.properties;
  return new Map(isObject(properties) ? Object.entries(properties).map(([name, value]) => [name, isObject(value) ? value : {}]) : []);
}

/** Names of the required properties. */
export function requiredOf(schema: JsonObject): readonly string[] {
  const required = schema.required;
  return Array.isArray(required) ? required.filter(name => typeof name === 'string') : [];
}

/** What a value has to be, in words. */
export function describeSchema(schema: JsonObject): string {
  const options = schema.enum;
  if (Array.isArray(options)) return `one of ${options.map(option => JSON.stringify(option)).join(', ')}`;
  const types = typesOf(schema);
  if (types.length === 0) return 'any value';
  return types.map(type => TYPE_WORDS[type] ?? type).join(' or ');
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a JSON list',
  object: 'a JSON object',
  null: 'null',
};

type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly sentence: string };

function readValue(name: string, text: string, schema: JsonObject): Read {
  const types = typesOf(schema);
  const options = schema.enum;
  if (Array.isArray(options) && !options.some(option => String(option) === text)) {
    const meant = nearest(text, options.map(String));
    return {
      ok: false,
      sentence: `"${name}" must be ${describeSchema(schema)}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    };
  }
  if (types.includes('string') || (types.length === 0 && !takesJson(schema))) return { ok: true, value: text };
  if (
    (types.includes('integer') && /^[+-]?\d+$/.test(text)) ||
    (types.includes('number') && text.trim() !== '' && Number.isFinite(Number(text)))
  )
    return { ok: true, value: Number(text) };
  if (types.includes('boolean') && /^(true|false|yes|no)$/i.test(text)) return { ok: true, value: /^(true|yes)$/i.test(text) };
  if (types.includes('null') && text === 'null') return { ok: true, value: null };
  if (types.includes('array') || types.includes('object') || types.length === 0) {
    const json = parseJson(name, text);
    if (json.ok) return json;
    return {
      ok: false,
      sentence: `"${name}" must be ${describeSchema(schema)}, such as ${name}:=${types.includes('array') ? '\'["a","b"]\'' : '\'{"a":1}\''}.`,
    };
  }
  return { ok: false, sentence: `"${name}" must be ${describeSchema(schema)}.` };
}

function parseJson(name: string, text: string): Read {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch {
    return { ok: false, sentence: `"${name}:=" must be followed by JSON, with its quotes kept from the shell.` };
  }
}

function parseWhole(text: string): JsonObject {
  let value: Json | undefined;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new UsageError('--arguments is not JSON.', `For example: --arguments '{"service":"api"}'`);
  }
  if (!isObject(value)) throw new UsageError('--arguments must be a JSON object.', `For example: --arguments '{"service":"api"}'`);
  return value;
}

function fitsType(value: Json, schema: JsonObject): boolean {
  const types = typesOf(schema);
  if (types.length === 0) return true;
  return types.some(type => {
    if (type === 'integer') return Number.isInteger(value);
    if (type === 'null') return value === null;
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return isObject(value);
    return type === typeof value;
  });
}

function typesOf(schema: JsonObject): readonly string[] {
  const type = schema.type;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter(one => typeof one === 'string');
  const options = schema.enum;
  return Array.isArray(options) ? [...new Set(options.map(option => typeof option))] : [];
}

function takesJson(schema: JsonObject): boolean {
  const types = typesOf(schema);
  if (types.length === 0) return ['anyOf', 'oneOf', 'allOf', '$ref'].some(key => key in schema);
  return !types.some(type => ['string', 'number', 'integer', 'boolean'].includes(type));
}

function placeholder(schema: JsonObject): string {
  const options = schema.enum;
  if (Array.isArray(options) && options.length <= 4) return options.join('|');
  const words: Readonly<Record<string, string>> = { string: 'TEXT', number: 'NUMBER', integer: 'NUMBER', boolean: 'true|false' };
  return words[typesOf(schema)[0] ?? ''] ?? 'JSON';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
