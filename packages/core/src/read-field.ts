/** One property of a `requestedSchema` as a field. Unfolds references and nullable unions first, then reads by kind. */
import { begin, type FieldHead, type Mutable } from './field-head.js';
import type { BooleanField, Field, OpaqueField } from './form.js';
import type { Json, JsonObject } from './json.js';
import { tellComposition, warnOfUnknown } from './property-keywords.js';
import { typeOf } from './property-type.js';
import type { ReadContext } from './read-form.js';
import { readNumber } from './read-number.js';
import { readChoice, readChoices } from './read-options.js';
import { readText } from './read-text.js';
import { readableName } from './readable-name.js';
import { isRecord } from './record.js';
import { unfold } from './unfold-property.js';

/** Reads one property; always returns a field, with what is wrong told to the context. */
export function readField(context: ReadContext, name: string, received: unknown, required: boolean): Field {
  if (!isRecord(received)) {
    // `true` is a schema that allows anything; everything else here is not a schema at all.
    if (received === true) context.odd(name, 'unknown-type');
    else context.refuse(name, 'not-json-schema');
    return opaque({ name, label: readableName(name), required }, received as Json);
  }
  const schema = unfold(context, name, received as JsonObject);
  const head = headOf(context, name, schema, required);
  tellComposition(context, name, schema);
  const type = typeOf(context, name, schema);
  if (context.strict && type !== undefined) warnOfUnknown(context, name, schema, type);
  switch (type) {
    case 'string':
      return readChoice(context, head, schema) ?? readText(context, head, schema);
    case 'number':
      return readChoice(context, head, schema) ?? readNumber(context, head, schema, 'number');
    case 'integer':
      return readChoice(context, head, schema) ?? readNumber(context, head, schema, 'integer');
    case 'boolean':
      return readBoolean(context, head, schema);
    case 'array': {
      const field = readChoices(context, head, schema);
      if (field !== undefined) return field;
      context.odd(name, 'free-list');
      return opaque(head, received as Json, schema);
    }
    case 'object':
      context.odd(name, 'nested-object');
      return opaque(head, received as Json, schema);
    default:
      return opaque(head, received as Json, schema);
  }
}

/** A field that cannot be drawn: kept as it came, so that nothing is lost (N12). */
function opaque(head: FieldHead, received: Json, schema?: JsonObject): OpaqueField {
  const field: Mutable<OpaqueField> = { ...begin('opaque', head), schema: received };
  const fallback = schema?.default;
  if (fallback !== undefined && fallback !== null) field.default = fallback;
  return field;
}

function headOf(context: ReadContext, name: string, schema: JsonObject, required: boolean): FieldHead {
  const { title, description } = schema;
  if ((title !== undefined && typeof title !== 'string') || (description !== undefined && typeof description !== 'string')) {
    context.odd(name, 'bad-text');
  }
  const label = typeof title === 'string' && title.trim() !== '' ? title : readableName(name);
  return typeof description === 'string' && description !== '' ? { name, label, description, required } : { name, label, required };
}

function readBoolean(context: ReadContext, head: FieldHead, schema: JsonObject): BooleanField {
  if (schema.enum !== undefined || schema.const !== undefined) context.odd(head.name, 'unsupported-keyword');
  if (schema.format !== undefined) context.warn(head.name, 'format-ignored');
  const field: Mutable<BooleanField> = begin('boolean', head);
  if (typeof schema.default === 'boolean') field.default = schema.default;
  else if (schema.default !== undefined) context.odd(head.name, 'default-type');
  return field;
}
