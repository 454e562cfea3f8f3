/** The answer that a JSON Schema literal asks for, in the types only. */

/** The answer of a root schema: required members present, others optional; unknown shapes are `unknown`. */
export type SchemaAnswer<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      { readonly [Name in keyof Properties as Name extends RequiredOf<Schema> ? Name : never]: PropertyAnswer<Properties[Name]> } & {
        readonly [Name in keyof Properties as Name extends RequiredOf<Schema> ? never : Name]?: PropertyAnswer<Properties[Name]>;
      }
    >
  : never;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;
type Flat<T> = { [Name in keyof T]: T[Name] };

type PropertyAnswer<Schema> = Schema extends { readonly type: 'number' | 'integer' }
  ? number
  : Schema extends { readonly type: 'boolean' }
    ? boolean
    : Schema extends { readonly type: 'array'; readonly items: infer Items }
      ? readonly OptionsOf<Items, string>[]
      : OptionsOf<Schema, Schema extends { readonly type: 'string' } ? string : unknown>;

type OptionsOf<Schema, Fallback> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { readonly oneOf: readonly { readonly const: infer Value }[] }
    ? Value
    : Schema extends { readonly anyOf: readonly { readonly const: infer Value }[] }
      ? Value
      : Schema extends { readonly const: infer Value }
        ? Value
        : Fallback;
