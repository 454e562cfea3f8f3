/**
 * Forms by their authors. What is promised:
 * 1. What is defined can be asked in every revision that knows it: everything else fails here, all problems at once.
 * 2. Nothing secret is asked in a form (N4, E-P-02): such a form is refused with a pointer to `visit`.
 * 3. What the dialect cannot say (patterns, exclusive bounds, refinements) stays off the wire and is checked on arrival.
 */
import { type FieldBuilder, isFieldBuilder } from './builders.js';
import type { AnswerContent, Field, Form, FormIssue } from './form.js';
import { inspectForm } from './inspect-form.js';
import type { JsonObject } from './json.js';
import type { SchemaAnswer } from './literal-types.js';
import { MidcallError } from './midcall-error.js';
import { portableSchema } from './portable-schema.js';
import { readForm } from './read-form.js';
import { isRecord } from './record.js';
import { reduceSchema } from './reduce-schema.js';
import { LATEST_REVISION } from './revision.js';
import { isStandardSchema, jsonSchemaOf, type Refinement, refinementOf, type StandardSchema } from './standard-schema.js';

/** A form with what only its author knows: the type of its answer, and the checks that run on arrival. */
export interface DefinedForm<Answer = AnswerContent> extends Form {
  /** What is legal but not good, for lint. */
  readonly warnings: readonly FormIssue[];
  /** The source schema's own checks, run by `receiveAnswer` after the form's. */
  readonly refine?: Refinement;
  /** Types only; never set. */
  readonly '~answer'?: Answer;
}

/** A record of builders. */
export type FieldRecord = Readonly<Record<string, FieldBuilder<unknown>>>;

/** The answer that a record of builders asks for; what is optional may be missing. */
export type FieldAnswer<Fields extends FieldRecord> = Flat<
  { readonly [Name in RequiredNames<Fields>]: ValueOf<Fields[Name]> } & {
    readonly [Name in Exclude<keyof Fields, RequiredNames<Fields>>]?: ValueOf<Fields[Name]>;
  }
>;

/** The answer of a defined form. */
export type AnswerOf<Defined> = Defined extends DefinedForm<infer Answer> ? Answer : never;

type ValueOf<Builder> = Builder extends FieldBuilder<infer Value> ? Value : never;
type RequiredNames<Fields extends FieldRecord> = {
  [Name in keyof Fields]: Fields[Name] extends FieldBuilder<unknown, true> ? Name : never;
}[keyof Fields];
type Flat<T> = { [Name in keyof T]: T[Name] };

/**
 * Defines a form from (1) a record of builders, (2) a JSON Schema, types inferred where it is a literal, or (3) a
 * Standard Schema with JSON output (zod 4, valibot through `toStandardJsonSchema`, ArkType).
 * @throws MidcallError `FORM_INVALID` with every problem in `data`; `SECRET_ASK` with the findings in `data`.
 */
export function defineForm<const Schema extends StandardSchema>(schema: Schema): DefinedForm<StandardSchema.Output<Schema>>;
export function defineForm<const Fields extends FieldRecord>(fields: Fields): DefinedForm<FieldAnswer<Fields>>;
export function defineForm<const Schema extends { readonly type: 'object'; readonly properties: object }>(
  schema: Schema,
): DefinedForm<SchemaAnswer<Schema>>;
export function defineForm(source: unknown): DefinedForm<unknown> {
  if (isStandardSchema(source)) {
    const { schema, nullable } = reduceSchema(jsonSchemaOf(source), source['~standard'].validate !== undefined);
    const refine = refinementOf(source, nullable);
    return settle(schema, refine === undefined ? {} : { refine });
  }
  if (isRecord(source) && Object.values(source).every(isFieldBuilder)) return fromBuilders(source as FieldRecord);
  // TypeBox writes plain JSON Schema, but optional unions the way that code generators do.
  return settle(isRecord(source) && isTypeBox(source) ? reduceSchema(source as JsonObject, false).schema : (source as JsonObject), {});
}

function fromBuilders(fields: FieldRecord): DefinedForm<unknown> {
  const entries = Object.entries(fields);
  const properties: JsonObject = Object.fromEntries(entries.map(([name, field]) => [name, field.schema]));
  const required = entries.filter(([, field]) => field.required).map(([name]) => name);
  const form = settle({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) }, {});
  const personOnly = new Set(entries.filter(([, field]) => field.personOnly).map(([name]) => name));
  if (personOnly.size === 0) return form;
  return { ...form, fields: form.fields.map((field): Field => (personOnly.has(field.name) ? { ...field, personOnly: true } : field)) };
}

function settle(schema: JsonObject, more: { readonly refine?: Refinement }): DefinedForm<unknown> {
  const { form, issues } = readForm(schema, { revision: LATEST_REVISION, reader: 'author' });
  if (form === undefined) throw invalid(issues);
  const secrets = inspectForm(form, { revision: form.revision }).filter(finding => finding.id === 'secret-ask');
  if (secrets.length > 0) {
    throw new MidcallError('SECRET_ASK', 'A form must not ask for secrets: they would pass through the client and its model.', {
      hint: 'Ask on a page of your own with call.visit(), where only this server sees what is entered.',
      data: secrets,
    });
  }
  return { fields: form.fields, schema: portableSchema(form), revision: form.revision, warnings: issues, ...more };
}

function invalid(issues: readonly FormIssue[]): MidcallError {
  const errors = issues.filter(issue => issue.severity === 'error');
  const lines = errors.map(issue => `${issue.path === '' ? 'form' : issue.path}: ${issue.message} ${issue.mend} (${issue.rule})`);
  return new MidcallError('FORM_INVALID', `This form cannot be asked:\n${lines.join('\n')}`, {
    hint: 'Mend every line above; the dialect is flat: texts, numbers, yes/no, and choices.',
    data: errors,
  });
}

function isTypeBox(schema: Readonly<Record<string, unknown>>): boolean {
  return '~kind' in schema;
}
