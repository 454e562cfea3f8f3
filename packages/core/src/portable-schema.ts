/** What goes onto the wire: the dialect's own keywords; the rest stays with the form and is checked on arrival. */
import type { Form } from './form.js';
import type { JsonObject } from './json.js';

/** Keywords that no revision has, though open objects let them through; strict hosts refuse them (trap 21). */
const OFF_WIRE: ReadonlySet<string> = new Set(['pattern', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems']);

/** The form's schema without those keywords; the same object if it has none. */
export function portableSchema(form: Form): JsonObject {
  const properties = form.schema.properties as Readonly<Record<string, JsonObject>>;
  let changed = false;
  const portable = form.fields.map(field => {
    const schema = properties[field.name] as JsonObject;
    const kept = Object.entries(schema).filter(([key]) => !OFF_WIRE.has(key) && (key !== 'format' || field.kind === 'text'));
    if (kept.length === Object.keys(schema).length) return [field.name, schema] as const;
    changed = true;
    return [field.name, Object.fromEntries(kept)] as const;
  });
  return changed ? { ...form.schema, properties: Object.fromEntries(portable) } : form.schema;
}
