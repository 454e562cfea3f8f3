/**
 * Reads what a server asked into what a person can be shown, or says why it cannot be shown at all.
 *
 * Refused (the caller answers -32602): an unknown mode, params without their required parts, a schema that no form can
 * be made of, a `$ref` anywhere (never followed, E-J-13, E-J-14), a required field that does not exist, an address that
 * a browser must never get (E-U-22), and anything above the size limits. Everything else is drawn, with warnings.
 * Nothing that was sent enters an error's text (N9, N11).
 */
import type { Form, FormIssue, Json, JsonObject, Revision } from '@midcall/core';
import { MidcallError, readForm } from '@midcall/core';
import type { Finding, UrlView } from '@midcall/core/contract';
import { inspectForm, inspectMessage, inspectUrl, viewUrl } from '@midcall/core/inspect';

/** Limits on one question (N11). Lengths in UTF-16 units. */
export const QUESTION_LIMITS = { message: 64_000, fields: 256, schemaNodes: 100_000, schemaText: 2_000_000, url: 16_000 } as const;

export interface ReadQuestion {
  readonly message: string;
  readonly form?: Form;
  readonly url?: UrlView;
  /** URL mode of 2025-11-25: how the server names this interaction. Opaque (E-R-14). */
  readonly elicitationId?: string;
  readonly findings: readonly Finding[];
  readonly issues: readonly FormIssue[];
}

/**
 * @throws MidcallError `QUESTION_INVALID`, `data.reason` in kebab-case.
 */
export function readQuestion(params: unknown, revision: Revision): ReadQuestion {
  if (!isObject(params)) throw invalid('params', 'The question has no parameters.');
  const { message } = params;
  if (typeof message !== 'string') throw invalid('message', 'The question has no message.');
  if (message.length > QUESTION_LIMITS.message) throw invalid('too-large', 'The message of the question is too long to be shown.');
  const mode = Object.hasOwn(params, 'mode') ? params.mode : undefined;
  if (mode === undefined || mode === 'form') return readFormQuestion(params, message, revision);
  if (mode === 'url' && revision !== '2025-06-18') return readUrlQuestion(params, message, revision);
  throw invalid('mode', 'The question has a mode that this host does not know.');
}

function readFormQuestion(params: JsonObject, message: string, revision: Revision): ReadQuestion {
  const schema = params.requestedSchema;
  if (!isObject(schema)) throw invalid('schema', 'The question has no requestedSchema.');
  checkSize(schema);
  const properties = schema.properties;
  if (schema.type !== 'object' || !isObject(properties))
    throw invalid('schema', 'The requestedSchema is not a flat object with properties.');
  const names = Object.keys(properties);
  if (names.length > QUESTION_LIMITS.fields) throw invalid('too-large', 'The question has too many fields to be shown.');
  for (const name of names) {
    const property = properties[name];
    if (!isObject(property)) throw invalid('schema', 'A field of the requestedSchema is not a schema.');
  }
  if (refersElsewhere(schema)) throw invalid('ref', 'The requestedSchema refers to another schema; references are not followed.');
  const required = schema.required;
  if (
    required !== undefined &&
    !(Array.isArray(required) && required.every(name => typeof name === 'string' && Object.hasOwn(properties, name)))
  ) {
    throw invalid('required', 'The requestedSchema requires a field that it does not have.');
  }
  const { form, issues } = readForm(schema, { revision });
  if (form === undefined) throw invalid('schema', 'No form can be made of the requestedSchema.', issues);
  return { message, form, issues, findings: once([...inspectMessage(message, { revision }), ...inspectForm(form, { message, revision })]) };
}

/** The inspections of message and form may find the same thing; a person reads it once. */
function once(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(finding => {
    const key = JSON.stringify([finding.id, finding.where, finding.span]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function readUrlQuestion(params: JsonObject, message: string, revision: Revision): ReadQuestion {
  const href = params.url;
  if (typeof href !== 'string') throw invalid('url', 'The question has no address.');
  if (href.length > QUESTION_LIMITS.url) throw invalid('too-large', 'The address of the question is too long to be shown.');
  const parsed = parseUrl(href);
  if (parsed === undefined) throw invalid('invalid', 'The address of the question is not a URL.');
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    throw invalid('scheme', 'The address of the question is not a web address.');
  const url = viewUrl(href); // what is not openable (plain http to a stranger) is shown all the same: the person can say no
  const id = params.elicitationId;
  return {
    message,
    url,
    ...(typeof id === 'string' && { elicitationId: id }),
    issues: [],
    findings: [...inspectMessage(message, { revision }), ...inspectUrl(href, { revision })],
  };
}

function parseUrl(href: string): URL | undefined {
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}

/** Counts, without recursion in the call stack, so that neither depth nor breadth can hurt. */
function checkSize(schema: JsonObject): void {
  const stack: Json[] = [schema];
  let nodes = 0;
  let text = 0;
  while (stack.length > 0) {
    const value = stack.pop() as Json;
    nodes += 1;
    if (typeof value === 'string') text += value.length;
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        text += key.length;
        if (inner !== undefined) stack.push(inner);
      }
    }
    if (nodes > QUESTION_LIMITS.schemaNodes || text > QUESTION_LIMITS.schemaText) {
      throw invalid('too-large', 'The requestedSchema is too large to be shown.');
    }
  }
}

/** A `$ref` as a keyword of the root, of a property or of a property's items; a property *named* `$ref` is data. */
function refersElsewhere(schema: JsonObject): boolean {
  if (Object.hasOwn(schema, '$ref')) return true;
  const properties = schema.properties as JsonObject;
  return Object.values(properties).some(property => {
    if (!isObject(property)) return false;
    const items = property.items;
    return Object.hasOwn(property, '$ref') || (isObject(items) && Object.hasOwn(items, '$ref'));
  });
}

function invalid(reason: string, message: string, issues?: readonly FormIssue[]): MidcallError {
  return new MidcallError('QUESTION_INVALID', message, {
    hint: 'Answer the server with -32602; it has to ask a question that a person can be shown.',
    data: { reason, ...(issues !== undefined && { issues }) },
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
