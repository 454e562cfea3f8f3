/** From 2025-06-18 on: everything it has is still legal; titles move from `enumNames`, which is on its way out, to `oneOf`. */
import type { Form } from './form.js';
import type { Json, JsonObject } from './json.js';
import { readForm } from './read-form.js';
import { isRecord } from './record.js';
import type { Revision } from './revision.js';

/** Converts a form of the first revision; nothing is lost. */
export function toLaterRevision(form: Form, to: Revision): Form {
  const received = form.schema.properties;
  if (!isRecord(received)) return { ...form, revision: to };
  const properties = form.fields.map((field): [string, Json] => {
    const schema = received[field.name] as Json;
    // Only where each option has its own name; a list of names that does not fit is kept as it came.
    if (field.kind !== 'choice' || !isRecord(schema) || !fits(schema as JsonObject)) return [field.name, schema];
    const { enum: _values, enumNames: _names, ...rest } = schema as JsonObject;
    return [field.name, { ...rest, oneOf: field.options.map(option => ({ const: option.value, title: option.title })) }];
  });
  const schema: JsonObject = { ...form.schema, properties: Object.fromEntries(properties) };
  return readForm(schema, { revision: to }).form ?? { ...form, revision: to };
}

function fits(schema: JsonObject): boolean {
  const { enum: values, enumNames: names } = schema;
  return (
    Array.isArray(values) &&
    Array.isArray(names) &&
    values.length === names.length &&
    names.every(name => typeof name === 'string') &&
    values.every(value => typeof value === 'string')
  );
}
