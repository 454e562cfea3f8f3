/** Standard Schema (https://standardschema.dev), the few members that are needed: no adapter packages, no dependency. */
import type { AnswerContent, FieldIssue } from './form.js';
import type { JsonObject } from './json.js';
import { MidcallError } from './midcall-error.js';

/** A schema of zod, valibot (through `toStandardJsonSchema`), ArkType or any other library that gives JSON Schema. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly validate?: (value: unknown, ...more: never[]) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema?: {
      readonly input: (options: {
        readonly target: 'draft-2020-12';
        readonly libraryOptions?: Record<string, unknown>;
      }) => Record<string, unknown>;
    };
  };
}

export declare namespace StandardSchema {
  /** What `validate` gives back: defaults filled in, transforms applied. */
  export type Output<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** The source schema's own checks on content that the form already took; the value may be transformed. */
export type Refinement = (
  content: AnswerContent,
) => Promise<{ readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issues: readonly FieldIssue[] }>;

/** True for objects (and ArkType's functions) that carry `~standard`. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard: unknown = (value as { '~standard'?: unknown })['~standard'];
  return typeof standard === 'object' && standard !== null && (standard as { version?: unknown }).version === 1;
}

/** The schema as JSON Schema 2020-12. @throws MidcallError `FORM_INVALID` if the library cannot write it. */
export function jsonSchemaOf(schema: StandardSchema): JsonObject {
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined) {
    throw new MidcallError('FORM_INVALID', `This ${vendor} schema does not give JSON Schema.`, {
      hint:
        vendor === 'valibot'
          ? 'Wrap it: toStandardJsonSchema(schema) of @valibot/to-json-schema.'
          : 'Pass the JSON Schema itself, or use the field builders.',
    });
  }
  try {
    return jsonSchema.input({ target: 'draft-2020-12', libraryOptions: LENIENT.get(vendor) ?? {} }) as JsonObject;
  } catch (cause) {
    throw new MidcallError('FORM_INVALID', 'A part of this schema has no JSON Schema (dates, bigint, functions, transforms of input).', {
      hint: 'Ask for a text with a format, and convert it after the answer.',
      cause,
    });
  }
}

/**
 * By these the libraries leave out what JSON Schema cannot say (refinements run on arrival anyway) and leave a hole where
 * a whole type cannot be said, so that the reader names its path instead of the library failing without one.
 */
const LENIENT: ReadonlyMap<string, Record<string, unknown>> = new Map([
  ['valibot', { errorMode: 'ignore' }],
  ['zod', { unrepresentable: 'any' }],
]);

/** `~standard.validate` as a refinement; undefined where the library has none. Blank `nullable` members are given as null. */
export function refinementOf(schema: StandardSchema, nullable: readonly string[]): Refinement | undefined {
  const { validate } = schema['~standard'];
  if (validate === undefined) return undefined;
  return async content => {
    const blank = nullable.filter(name => !Object.hasOwn(content, name)).map(name => [name, null] as const);
    const result = await validate({ ...Object.fromEntries(blank), ...content });
    if (result.issues === undefined) return { ok: true, value: result.value };
    return {
      ok: false,
      issues: result.issues.map(issue => ({ field: fieldOf(issue.path), rule: 'refused', message: issue.message })),
    };
  };
}

function fieldOf(path: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined): string {
  const first = path?.[0];
  return first === undefined ? '' : String(typeof first === 'object' ? first.key : first);
}
