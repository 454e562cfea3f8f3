/**
 * Field builders: with them a form that the dialect does not have cannot be written, and the answer's types follow.
 * Every builder makes the property schema that goes onto the wire in every revision from 2025-11-25 on (E-J-03, E-J-04).
 */
import type { JsonObject } from './json.js';

/** One field of `defineForm({ … })`: its schema, whether it must be answered, and (in the types only) its answer. */
export interface FieldBuilder<Value, Required extends boolean = boolean> {
  readonly '~field': true;
  readonly schema: JsonObject;
  readonly required: Required;
  readonly personOnly?: boolean;
  /** Types only; never set. */
  readonly '~value'?: Value;
}

/** What every field may say about itself. */
export interface FieldOptions {
  /** What a person reads above the input; without it, the property name made readable. */
  readonly title?: string;
  /** One sentence under the title. */
  readonly description?: string;
  /** The person may leave it blank; its key is then missing from the answer. */
  readonly optional?: boolean;
  /** A model's argument may not fill it in: only the person (D14). */
  readonly personOnly?: boolean;
}

/** Limits and format of a text. */
export interface TextOptions extends FieldOptions {
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  /** In code points. */
  readonly minLength?: number;
  /** In code points. */
  readonly maxLength?: number;
  /** ECMAScript source, linear subset. No revision has it: it is checked when the answer arrives, so describe it in words too. */
  readonly pattern?: string;
  readonly default?: string;
}

/** Limits of a number, both included. */
export interface NumberOptions extends FieldOptions {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** A default is shown ticked or unticked; without one, a required box starts unticked. */
export interface YesNoOptions extends FieldOptions {
  readonly default?: boolean;
}

/** Options as `{ value: title }`, as values that are their own titles, or as a list where the order of digits matters. */
export type OptionList<Value extends string> = Readonly<Record<Value, string>> | readonly (Value | OptionEntry<Value>)[];

/** One option with its own title. */
export interface OptionEntry<Value extends string> {
  readonly value: Value;
  readonly title: string;
}

/** The default is one of the values. */
export interface ChoiceOptions<Value extends string> extends FieldOptions {
  readonly default?: NoInfer<Value>;
}

/** How many may be chosen, both included; the default is a list of values. */
export interface ChoicesOptions<Value extends string> extends FieldOptions {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly NoInfer<Value>[];
}

type RequiredOf<Options> = Options extends { readonly optional: true } ? false : true;

/** A text; `format` is really checked, on both sides. */
export function text<const Options extends TextOptions = object>(options?: Options): FieldBuilder<string, RequiredOf<Options>> {
  return build({ type: 'string' }, options);
}

/** A number, fractions included. */
export function number<const Options extends NumberOptions = object>(options?: Options): FieldBuilder<number, RequiredOf<Options>> {
  return build({ type: 'number' }, options);
}

/** A whole number. */
export function integer<const Options extends NumberOptions = object>(options?: Options): FieldBuilder<number, RequiredOf<Options>> {
  return build({ type: 'integer' }, options);
}

/** Yes or no. Required, it is a tick that starts unticked; optional, it can stay unanswered (N3). */
export function yesNo<const Options extends YesNoOptions = object>(options?: Options): FieldBuilder<boolean, RequiredOf<Options>> {
  return build({ type: 'boolean' }, options);
}

/** One of several: `choice({ staging: 'Staging', production: 'Production (live traffic)' })` or `choice(['s', 'm', 'l'])`. */
export function choice<const Value extends string, const Options extends ChoiceOptions<Value> = object>(
  options: OptionList<Value>,
  more?: Options,
): FieldBuilder<Value, RequiredOf<Options>> {
  const entries = entriesOf(options);
  return build(
    { type: 'string', ...(isPlain(entries) ? { enum: entries.map(entry => entry.value) } : { oneOf: branches(entries) }) },
    more,
  );
}

/** Any number of several; on 2025-06-18 it is asked as one yes/no each (see `convertForm`). */
export function choices<const Value extends string, const Options extends ChoicesOptions<Value> = object>(
  options: OptionList<Value>,
  more?: Options,
): FieldBuilder<readonly Value[], RequiredOf<Options>> {
  const entries = entriesOf(options);
  const items = isPlain(entries) ? { type: 'string', enum: entries.map(entry => entry.value) } : { anyOf: branches(entries) };
  return build({ type: 'array', items }, more);
}

/** True for what the builders make. */
export function isFieldBuilder(value: unknown): value is FieldBuilder<unknown> {
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, '~field') && (value as FieldBuilder<unknown>)['~field'] === true
  );
}

/** Written out member by member: a form that stands in a handler is built again on every run. */
function build<Value, Required extends boolean>(
  { type, ...rest }: JsonObject,
  given: FieldOptions | undefined,
): FieldBuilder<Value, Required> {
  const options = (given ?? {}) as FieldOptions & JsonObject;
  const { title, description, optional, personOnly } = options;
  const schema: Record<string, JsonObject[string]> = { type };
  if (title !== undefined) schema.title = title;
  if (description !== undefined) schema.description = description;
  for (const key of Object.keys(rest)) schema[key] = rest[key];
  for (const key of Object.keys(options)) {
    const limit = options[key];
    if (limit !== undefined && !SAID_APART.has(key)) schema[key] = limit;
  }
  const required = (optional !== true) as Required;
  return personOnly === true ? { '~field': true, schema, required, personOnly } : { '~field': true, schema, required };
}

const SAID_APART: ReadonlySet<string> = new Set(['title', 'description', 'optional', 'personOnly']);

function entriesOf<Value extends string>(options: OptionList<Value>): readonly OptionEntry<Value>[] {
  if (!Array.isArray(options))
    return Object.entries<string>(options as Readonly<Record<string, string>>).map(([value, title]) => ({ value: value as Value, title }));
  return (options as readonly (Value | OptionEntry<Value>)[]).map(option =>
    typeof option === 'string' ? { value: option, title: option } : option,
  );
}

function isPlain(entries: readonly OptionEntry<string>[]): boolean {
  return entries.every(entry => entry.title === entry.value);
}

function branches(entries: readonly OptionEntry<string>[]): readonly JsonObject[] {
  return entries.map(entry => ({ const: entry.value, title: entry.title }));
}
