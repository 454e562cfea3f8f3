/**
 * Reads a `requestedSchema`. What is promised:
 * 1. Never throws, never fetches, never follows a reference out of the schema (E-J-13), whatever it is given.
 * 2. Every enum spelling of every revision is read; properties keep their order; names are data (trap 28).
 * 3. For a host: what is odd but means one thing is read as that, with a warning; what cannot be drawn as a field is
 *    `opaque`; a schema that must not be drawn has no form and at least one issue of severity `error`.
 * 4. For an author: everything outside the dialect is an error, all of them are listed, and a form comes only without.
 */
import type { Field, Form, FormIssue } from './form.js';
import { type FormRule, formIssue } from './form-rule.js';
import type { JsonObject } from './json.js';
import { LIMITS, measureSchema } from './limits.js';
import { readField } from './read-field.js';
import { isRecord } from './record.js';
import { isRemote } from './remote-ref.js';
import type { Revision } from './revision.js';

/** For which revision, and for whom a schema is read. */
export interface ReadFormOptions {
  /** The negotiated revision: it, not what a schema tries, decides what a form may hold (trap 72). */
  readonly revision: Revision;
  /** `host` (default) is lenient towards a stranger, `author` lists every departure from the dialect as an error. */
  readonly reader?: 'host' | 'author';
}

/** What a schema means, as far as it may be drawn, and everything odd or wrong about it. */
export interface FormReading {
  /** Missing if there is an issue of severity `error`. */
  readonly form?: Form;
  readonly issues: readonly FormIssue[];
}

/** What the readers of one schema share. */
export interface ReadContext {
  readonly root: JsonObject;
  readonly revision: Revision;
  readonly strict: boolean;
  /** Something the dialect does not have: an error for authors, a warning for hosts. */
  odd(path: string, rule: FormRule): void;
  /** Legal, but not good. */
  warn(path: string, rule: FormRule): void;
  /** Must not be drawn, by anybody. */
  refuse(path: string, rule: FormRule): void;
}

/** Reads a schema into a form; see the module's promises. */
export function readForm(schema: unknown, options: ReadFormOptions): FormReading {
  const issues: FormIssue[] = [];
  const strict = options.reader === 'author';
  const add = (path: string, rule: FormRule, severity: FormIssue['severity']): void => {
    issues.push(formIssue(path, rule, severity));
  };
  if (!isRecord(schema)) return { issues: [formIssue('', 'not-json-schema', 'error')] };
  const fault = hasTooManyFields(schema.properties) ? 'too-many-fields' : measureSchema(schema);
  if (fault !== undefined) return { issues: [formIssue('', fault, 'error')] };
  const root = schema as JsonObject;
  const context: ReadContext = {
    root,
    revision: options.revision,
    strict,
    odd: (path, rule) => add(path, rule, strict ? 'error' : 'warning'),
    warn: (path, rule) => add(path, rule, 'warning'),
    refuse: (path, rule) => add(path, rule, 'error'),
  };
  const fields = readRoot(context);
  if (issues.some(issue => issue.severity === 'error')) return { issues };
  return { form: { fields, schema: root, revision: options.revision }, issues };
}

/** Cheaper than counting everything inside them. */
function hasTooManyFields(properties: unknown): boolean {
  let count = 0;
  if (isRecord(properties)) {
    for (const _name in properties) {
      count += 1;
      if (count > LIMITS.fields) return true;
    }
  }
  return false;
}

/**
 * The dialects that `$schema` may name; without one it is the first (E-J-10, E-J-12c). For what a flat form holds they
 * mean the same. Any other is refused by name (E-J-11).
 */
export const DIALECTS = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema',
] as const;

/** Members of a root that say nothing about which answers are valid, or nothing that a flat form does not already say. */
const HARMLESS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  '$anchor',
  'definitions',
  'type',
  'properties',
  'required',
  'title',
  'description',
  'additionalProperties',
  'unevaluatedProperties',
  'examples',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

const CONSTRAINTS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'enum',
  'const',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
]);

function readRoot(context: ReadContext): readonly Field[] {
  const { root } = context;
  checkDialect(context);
  if (root.$ref !== undefined || root.$dynamicRef !== undefined || root.$recursiveRef !== undefined) {
    context.refuse('', isRemote(root.$ref) ? 'remote-ref' : 'local-ref');
  }
  for (const key of Object.keys(root)) {
    if (!HARMLESS.has(key) && CONSTRAINTS.has(key)) context.odd('', 'unsupported-keyword');
  }
  const { type, properties } = root;
  if (type === undefined && properties === undefined) {
    context.refuse('', 'not-json-schema');
    return [];
  }
  if (type === undefined) context.odd('', 'root-type');
  else if (type !== 'object') context.refuse('', 'root-type');
  if (properties === undefined) context.odd('', 'root-type');
  else if (!isRecord(properties)) context.refuse('', 'root-type');
  const defined = isRecord(properties) ? (properties as JsonObject) : {};
  const names = Object.keys(defined);
  const required = readRequired(context, defined);
  return names.map(name => {
    if (name === '__proto__' && context.strict) context.refuse(name, 'unsafe-name');
    return readField(context, name, defined[name], required.has(name));
  });
}

function checkDialect(context: ReadContext): void {
  const dialect = context.root.$schema;
  if (dialect === undefined) return;
  // A trailing empty fragment is how draft-07 is usually written, and the same address.
  if (typeof dialect !== 'string' || !(DIALECTS as readonly string[]).includes(dialect.replace(/#$/, '')))
    context.refuse('', 'unknown-dialect');
  else if (context.revision === '2025-06-18') context.odd('', 'not-in-revision');
}

function readRequired(context: ReadContext, properties: JsonObject): ReadonlySet<string> {
  const { required } = context.root;
  const names = new Set<string>();
  if (required === undefined) return names;
  if (!Array.isArray(required)) {
    context.odd('', 'bad-required');
    return names;
  }
  for (const name of required as readonly unknown[]) {
    if (typeof name !== 'string' || names.has(name)) context.odd('', 'bad-required');
    else if (!Object.hasOwn(properties, name)) context.refuse(name, 'required-unknown');
    else names.add(name);
  }
  return names;
}
