/** `elicitation/create` params and results off the wire, checked by the TypeScript meaning of the revisions (§2.6). */
import type { JsonObject } from './json.js';
import { LIMITS } from './limits.js';
import { isRecord } from './record.js';
import type { Revision } from './revision.js';
import { parseUrl } from './url-view.js';
import type { ElicitAction, ElicitParams, ElicitResult } from './wire.js';

/** One thing wrong with a message: a stable rule and a sentence for the peer, which never quotes the peer. */
export interface WireIssue {
  readonly rule:
    | 'not-an-object'
    | 'missing-message'
    | 'message-too-long'
    | 'unknown-mode'
    | 'url-not-in-revision'
    | 'missing-url'
    | 'relative-url'
    | 'invalid-url'
    | 'url-too-long'
    | 'missing-schema'
    | 'schema-in-url-mode'
    | 'url-in-form-mode'
    | 'missing-elicitation-id'
    | 'missing-action'
    | 'unknown-action'
    | 'bad-content';
  readonly message: string;
}

/** Who reads: a host is lenient, an author is not. */
export interface ReadElicitOptions {
  /** `author`: what a host would let pass with a warning is refused (both an address and a schema, no id in 2025-11-25). */
  readonly reader?: 'host' | 'author';
}

/** Typed params with what is odd about them, or the first thing that makes them unusable. */
export type ElicitParamsReading =
  | { readonly ok: true; readonly params: ElicitParams; readonly warnings: readonly WireIssue[] }
  | { readonly ok: false; readonly issue: WireIssue };

/**
 * Reads the params of one elicitation. No `mode` is form mode, whatever else stands there (trap 8); 2025-06-18 has no
 * other (trap 72). The schema itself is read by `readForm`, the address judged by `inspectUrl`.
 */
export function readElicitParams(params: unknown, revision: Revision, options: ReadElicitOptions = {}): ElicitParamsReading {
  if (!isRecord(params)) return refuse('not-an-object', 'params must be an object.');
  const { mode, message } = params;
  if (typeof message !== 'string') return refuse('missing-message', 'message must be a string.');
  if (message.length > LIMITS.messageLength)
    return refuse('message-too-long', `message must be at most ${LIMITS.messageLength} characters long.`);
  if (mode === undefined || mode === 'form') return readFormParams(params, message, options);
  if (mode === 'url') return readUrlParams(params, message, revision, options);
  return refuse('unknown-mode', 'mode must be "form" or "url".');
}

/** A typed result, or what makes it unusable. */
export type ElicitResultReading = { readonly ok: true; readonly result: ElicitResult } | { readonly ok: false; readonly issue: WireIssue };

/**
 * Reads an answer: one of the three actions (E-A-01), content only with an accepted form (E-A-05, traps 12 and 13). Null
 * content is read as missing; whether it fits the form is for `checkAnswer`.
 * @param mode what was asked: an accepted URL carries no content (E-A-04).
 */
export function readElicitResult(value: unknown, mode: 'form' | 'url' = 'form'): ElicitResultReading {
  if (!isRecord(value)) return refuse('not-an-object', 'The result must be an object.');
  const action = Object.hasOwn(value, 'action') ? value.action : undefined;
  if (action === undefined) return refuse('missing-action', 'action is missing.');
  if (!isAction(action)) return refuse('unknown-action', 'action must be "accept", "decline" or "cancel".');
  if (action !== 'accept' || mode === 'url') return { ok: true, result: { action } };
  const content = Object.hasOwn(value, 'content') ? value.content : undefined;
  if (content === undefined || content === null) return { ok: true, result: { action } };
  if (!isRecord(content)) return refuse('bad-content', 'content must be an object.');
  return { ok: true, result: { action, content: content as JsonObject } };
}

function readFormParams(params: Readonly<Record<string, unknown>>, message: string, options: ReadElicitOptions): ElicitParamsReading {
  const schema = params.requestedSchema;
  if (!isRecord(schema)) return refuse('missing-schema', 'requestedSchema must be an object.');
  const warnings: WireIssue[] = [];
  if (params.url !== undefined) {
    const issue = say('url-in-form-mode', 'A form has no url; set mode to "url" to send the person to an address.');
    if (options.reader === 'author') return { ok: false, issue };
    warnings.push(issue);
  }
  const shape = { message, requestedSchema: schema as JsonObject };
  return { ok: true, params: params.mode === 'form' ? { mode: 'form', ...shape } : shape, warnings };
}

function readUrlParams(
  params: Readonly<Record<string, unknown>>,
  message: string,
  revision: Revision,
  options: ReadElicitOptions,
): ElicitParamsReading {
  if (revision === '2025-06-18') return refuse('url-not-in-revision', 'This revision has no URL mode.');
  const { url, elicitationId } = params;
  if (typeof url !== 'string' || url === '') return refuse('missing-url', 'url must be a string.');
  if (url.length > LIMITS.urlLength) return refuse('url-too-long', `url must be at most ${LIMITS.urlLength} characters long.`);
  if (parseUrl(url) === undefined) {
    return /^[a-z][a-z0-9+.-]*:/i.test(url)
      ? refuse('invalid-url', 'url is not a valid address.')
      : refuse('relative-url', 'url must be absolute.');
  }
  const warnings: WireIssue[] = [];
  if (params.requestedSchema !== undefined) warnings.push(say('schema-in-url-mode', 'URL mode has no requestedSchema.'));
  const known = typeof elicitationId === 'string' && elicitationId !== '';
  if (!known && revision === '2025-11-25') warnings.push(say('missing-elicitation-id', 'elicitationId is required in this revision.'));
  const [first] = warnings;
  if (first !== undefined && options.reader === 'author') return { ok: false, issue: first };
  const shape = { mode: 'url', message, url } as const;
  // 2026-07-28 has no such member: what an old server left in is not passed on (E-R-11).
  return { ok: true, params: known && revision === '2025-11-25' ? { ...shape, elicitationId } : shape, warnings };
}

function isAction(value: unknown): value is ElicitAction {
  return value === 'accept' || value === 'decline' || value === 'cancel';
}

function say(rule: WireIssue['rule'], message: string): WireIssue {
  return { rule, message };
}

function refuse(rule: WireIssue['rule'], message: string): { readonly ok: false; readonly issue: WireIssue } {
  return { ok: false, issue: say(rule, message) };
}
