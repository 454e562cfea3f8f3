/** Which keywords mean something on a property, and which narrow an answer in ways that no field has. */
import type { JsonObject } from './json.js';
import type { ReadContext } from './read-form.js';

/** Keywords that narrow an answer and that no field has. Drawn all the same by a host: the server checks again. */
const COMPOSITION: ReadonlySet<string> = new Set([
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'contentSchema',
  'prefixItems',
  'contains',
]);

/** Tells keywords that the field will not check: the server checks again. */
export function tellComposition(context: ReadContext, name: string, schema: JsonObject): void {
  for (const keyword in schema) {
    if (COMPOSITION.has(keyword)) {
      context.odd(name, 'unsupported-keyword');
      return;
    }
  }
}

const ANNOTATIONS = [
  'type',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$id',
  'format',
];
const OPTIONS = ['enum', 'enumNames', 'oneOf', 'anyOf', 'const'];
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** What means something on each type; everything else is a slip of the author's, or an extension that says so (`x-…`). */
const KEYWORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['string', new Set([...ANNOTATIONS, ...OPTIONS, 'minLength', 'maxLength', 'pattern'])],
  ['number', new Set([...ANNOTATIONS, ...OPTIONS, ...BOUNDS])],
  ['integer', new Set([...ANNOTATIONS, ...OPTIONS, ...BOUNDS])],
  ['boolean', new Set([...ANNOTATIONS, ...OPTIONS])],
  ['array', new Set([...ANNOTATIONS, ...OPTIONS, 'items', 'minItems', 'maxItems', 'uniqueItems'])],
]);

/** Warns an author of a keyword that means nothing on this type. */
export function warnOfUnknown(context: ReadContext, name: string, schema: JsonObject, type: string): void {
  const known = KEYWORDS.get(type);
  if (known === undefined) return;
  for (const keyword in schema) {
    if (!known.has(keyword) && !COMPOSITION.has(keyword) && !keyword.startsWith('x-') && keyword !== '$ref') {
      context.warn(name, 'unknown-keyword');
      return;
    }
  }
}
