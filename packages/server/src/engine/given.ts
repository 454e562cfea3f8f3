/**
 * Values that are known without asking: what the caller passed as arguments. A valid one is not asked; an invalid one
 * counts as missing, and the question says so; it is never shown as if the person had typed it (D14).
 */
import type { Field, FieldIssue, JsonObject } from '@midcall/core';
import type { CompiledForm } from '../author/compiled-form.js';
import type { MissingArgument } from './question.js';

export interface Given {
  /** Valid values by field. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly FieldIssue[];
  /** Whether every required field is there. */
  readonly complete: boolean;
}

export interface GivenOptions {
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  /** Argument names by field, where they differ. */
  readonly argument?: Readonly<Record<string, string>> | undefined;
  /** Fields that only the person can fill in. */
  readonly personOnly?: readonly string[] | undefined;
}

export const NOTHING_GIVEN: Given = { values: new Map(), problems: [], complete: false };

export function readGiven(compiled: CompiledForm, options: GivenOptions): Given {
  const { given } = options;
  if (given === undefined) return NOTHING_GIVEN;
  const values = new Map<string, unknown>();
  const problems: FieldIssue[] = [];
  for (const field of compiled.form.fields) {
    const { name } = field;
    if (isPersonOnly(field, options)) continue;
    const value = own(given, name) ?? own(given, argumentOf(name, options));
    if (value === undefined) continue;
    const issues = compiled.checkField(name, value);
    if (issues.length === 0) values.set(name, value);
    else problems.push(...issues);
  }
  if (values.size === 0 && problems.length === 0) return NOTHING_GIVEN;
  const complete = problems.length === 0 && compiled.required.every(name => values.has(name));
  return { values, problems, complete };
}

/**
 * The arguments that would make asking unnecessary. @returns undefined if some required field has no argument: then
 * nothing the caller could pass would help
 */
export function missingArguments(
  compiled: CompiledForm,
  given: Given,
  options: GivenOptions,
  schemas: Readonly<Record<string, unknown>> | undefined,
): readonly MissingArgument[] | undefined {
  if (schemas === undefined) return undefined;
  const missing: MissingArgument[] = [];
  const properties = compiled.form.schema.properties as JsonObject;
  for (const field of compiled.form.fields) {
    const problem = given.problems.find(issue => issue.field === field.name)?.message;
    if (given.values.has(field.name) || (!field.required && problem === undefined)) continue;
    const argument = argumentOf(field.name, options);
    if (isPersonOnly(field, options) || !Object.hasOwn(schemas, argument)) return undefined;
    missing.push({ argument, schema: properties[field.name] as JsonObject, label: field.label, ...(problem !== undefined && { problem }) });
  }
  return missing.length > 0 ? missing : undefined;
}

function argumentOf(field: string, { argument }: GivenOptions): string {
  return argument !== undefined && Object.hasOwn(argument, field) ? (argument[field] as string) : field;
}

function isPersonOnly(field: Field, { personOnly }: GivenOptions): boolean {
  return field.personOnly === true || personOnly?.includes(field.name) === true;
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
