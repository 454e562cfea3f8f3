/** What every kind of field starts from. */
import type { Field } from './form.js';

/** What every field starts from. */
export interface FieldHead {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
}

/** A field under construction. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A field of one kind with nothing but its head. Written out, since a form is read at every question and spreads are dear. */
export function begin<Kind extends Field['kind']>(kind: Kind, head: FieldHead): { kind: Kind } & Mutable<FieldHead> {
  const field: { kind: Kind } & Mutable<FieldHead> = { kind, name: head.name, label: head.label, required: head.required };
  if (head.description !== undefined) field.description = head.description;
  return field;
}
