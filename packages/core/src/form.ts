/**
 * The form model: what a `requestedSchema` means, in the order the server wrote its properties.
 *
 * Every enum spelling of every revision reads as `choice` or `choices`. `opaque` is what a lenient reading makes of a
 * property it cannot draw: shown as a JSON box with a warning, never lost (N12).
 */
import type { Json, JsonObject } from './json.js';
import type { Revision } from './revision.js';

/** The formats that elicitation knows; all of them are really checked (E-J-02). */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

interface FieldBase {
  /** The property name: arbitrary data, `__proto__` included. Never used as a key of a plain object. */
  readonly name: string;
  /** What a person reads above the input: the title, else the name made readable. Untrusted text. */
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
  /** Authors only, never sent: a model's argument may not fill it in (D14). */
  readonly personOnly?: boolean;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly format?: TextFormat;
  /** In code points. */
  readonly minLength?: number;
  /** In code points. */
  readonly maxLength?: number;
  /** ECMAScript source, matched anywhere in the text, in linear time (N11). Present only if it can be checked. */
  readonly pattern?: string;
  readonly default?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly default?: number;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  readonly default?: boolean;
}

export interface Option {
  /** What is sent, and the handle by which surfaces name the option. */
  readonly value: string;
  /** What is sent instead of `value`, where a server listed numbers: outside the dialect, read leniently. */
  readonly number?: number;
  /** What a person reads; unique among the options of one field. Untrusted text. */
  readonly title: string;
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  readonly default?: string;
}

export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: readonly Option[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

export interface OpaqueField extends FieldBase {
  readonly kind: 'opaque';
  /** The property's own schema, as received. */
  readonly schema: Json;
  readonly default?: Json;
}

export type Field = TextField | NumberField | BooleanField | ChoiceField | ChoicesField | OpaqueField;

export type FieldKind = Field['kind'];

export interface Form {
  readonly fields: readonly Field[];
  /** The schema exactly as it was read; what goes back onto the wire. */
  readonly schema: JsonObject;
  readonly revision: Revision;
}

/** One thing wrong with a schema: data, never a throw while reading. */
export interface FormIssue {
  /** Property name, or '' for the whole schema. */
  readonly path: string;
  /** Stable id in kebab-case, for example `nested-object`, `default-not-in-enum`. */
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  /** One sentence for the author. */
  readonly message: string;
  /** What to do about it. */
  readonly mend: string;
}

/** One thing wrong with an answer. */
export interface FieldIssue {
  /** Property name; '' when the answer as a whole is wrong. */
  readonly field: string;
  /** Stable id in kebab-case: `required`, `too-short`, `not-an-option` … */
  readonly rule: string;
  /** One sentence for the person that says what to do: "Enter a date such as 2026-11-29". Never quotes what was typed (N9). */
  readonly message: string;
  /** The limit that the sentence names, for surfaces that speak another language. */
  readonly limit?: number;
}

/** Values that may travel in an answer (E-A-06). */
export type AnswerValue = string | number | boolean | readonly string[];

/** A checked answer. Prototype-less, so that a field named `__proto__` is data (N11). */
export type AnswerContent = Readonly<Record<string, AnswerValue>>;
