/** What a definition makes of the arguments of a call, and what it promises about its result. */
import type { JsonObject } from '@midcall/core';
import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Call } from '../author/call.js';
import type { Definition, ResourceDefinition } from '../author/define.js';
import { schemaOf } from '../run-definition.js';
import { failure } from './failure.js';
import type { Outcome } from './outcome.js';

export interface PreparedCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly handler: (call: Call) => unknown;
  /** @throws MidcallError REHEARSAL_FAILED if the tool's own `outputSchema` refuses the result */
  check(outcome: Outcome): Promise<void>;
}

/** @throws MidcallError REHEARSAL_FAILED if the arguments do not fit */
export async function prepare(definition: Definition, args: Readonly<Record<string, unknown>> | string | undefined): Promise<PreparedCall> {
  if (definition.kind === 'resource') return prepareResource(definition, args);
  if (typeof args === 'string') throw new TypeError(`${definition.name} takes arguments, not an address`);
  const schema = schemaOf(definition);
  const sent = args ?? {};
  const handler = definition.handler as (args: unknown, call: Call) => unknown;
  const parsed =
    schema === undefined ? undefined : await validated(schema, sent, 'arguments', `${definition.name} does not take these arguments`);
  return {
    name: definition.name,
    args: sent as JsonObject,
    handler: call => handler(parsed, call),
    async check({ result }) {
      const output = definition.kind === 'tool' ? definition.config.outputSchema : undefined;
      const { isError, structuredContent } = (result ?? {}) as { readonly isError?: boolean; readonly structuredContent?: unknown };
      if (output === undefined || result === undefined || isError === true) return;
      await validated(output, structuredContent, 'result', `${definition.name} returned what its outputSchema does not take`);
    },
  };
}

function prepareResource(definition: ResourceDefinition, address: unknown): PreparedCall {
  const { name, uri, handler } = definition;
  const href = address ?? uri;
  if (typeof href !== 'string') throw new TypeError(`${name} needs an address that fits its template`);
  const variables = typeof uri === 'string' ? (href === uri ? {} : null) : uri.uriTemplate.match(href);
  if (variables === null) throw failure({ rule: 'arguments' }, [`${name} is not read at ${href}`]);
  return { name: href, args: {}, handler: call => handler(new URL(href), variables, call), check: async () => {} };
}

async function validated(schema: StandardSchemaV1, value: unknown, rule: 'arguments' | 'result', what: string): Promise<unknown> {
  const verdict = await schema['~standard'].validate(value);
  if (verdict.issues === undefined) return verdict.value;
  throw failure({ rule }, [
    `${what}:`,
    ...verdict.issues.map(issue =>
      `  ${(issue.path ?? []).map(part => String(typeof part === 'object' ? part.key : part)).join('.')} ${issue.message}`.trimEnd(),
    ),
  ]);
}
