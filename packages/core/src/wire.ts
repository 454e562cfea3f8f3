/**
 * The MCP shapes that elicitation needs, by hand from the revisions' `schema.ts` (the generated schema.json is narrower
 * than the types: it refuses 95.5). No SDK type: this file is what `server` and `host` agree on without meeting.
 */
import type { Json, JsonObject } from './json.js';

export { paramHeaders } from './param-headers.js';

/** The three-way answer (E-A-01). */
export type ElicitAction = 'accept' | 'decline' | 'cancel';

/** Form mode; `mode` may be absent and is absent towards 2025-06-18 (E-R-07, E-R-08). */
export interface ElicitFormParams {
  readonly mode?: 'form';
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

/** URL mode (2025-11-25 and later); `elicitationId` is required in 2025-11-25 and gone in 2026-07-28 (E-R-11). */
export interface ElicitUrlParams {
  readonly mode: 'url';
  readonly message: string;
  readonly url: string;
  readonly elicitationId?: string;
}

export type ElicitParams = ElicitFormParams | ElicitUrlParams;

export interface ElicitResult {
  readonly action: ElicitAction;
  /** On accept of a form only. */
  readonly content?: JsonObject;
}

/** One entry of `inputRequests` (2026-07-28): bare, without `jsonrpc` and `id` (E-R-23). */
export interface InputRequest {
  readonly method: string;
  readonly params?: JsonObject;
}

/** `resultType: 'input_required'`: at least one of the two fields is present (E-M-08). */
export interface InputRequiredResult {
  readonly resultType: 'input_required';
  readonly inputRequests?: Readonly<Record<string, InputRequest>>;
  readonly requestState?: string;
  readonly _meta?: JsonObject;
}

/** What a client declares under `capabilities.elicitation`. `{}` means form only (E-C-04). */
export interface ElicitationCapability {
  readonly form?: JsonObject;
  readonly url?: JsonObject;
}

export interface ElicitationModes {
  readonly form: boolean;
  readonly url: boolean;
}

/** The methods during which a person may be asked in every revision (E-M-02). */
export type AskingMethod = 'tools/call' | 'prompts/get' | 'resources/read';

/** `_meta` keys of the 2026-07-28 request envelope. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/** JSON-RPC and MCP error codes that midcall reads or writes. */
export const RPC = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
  urlElicitationRequired: -32042,
  declined: 1001,
  cancelled: 1002,
  invalidAnswer: 1003,
} as const;

/**
 * Root key of a `requestedSchema` by which a midcall server tells a host, field by field, why the last answer was not
 * taken: `{ [field]: sentence }`. Hosts that do not know it ignore it; the message says the same in words.
 */
export const REJECTED_KEY = 'x-midcall-rejected';

/**
 * Reads a declared elicitation capability. Absent, not an object, or without a known mode: nothing may be asked.
 * In 2025-06-18 any object means form, whatever stands inside (trap 1); later `{}` means form only (E-C-04).
 */
export function readModes(capability: unknown, revision: string): ElicitationModes {
  if (typeof capability !== 'object' || capability === null || Array.isArray(capability)) return { form: false, url: false };
  if (revision < '2025-11-25') return { form: revision >= '2025-06-18', url: false };
  const declared = capability as Record<string, Json | undefined>;
  const has = (mode: string): boolean => Object.hasOwn(declared, mode) && declared[mode] !== undefined;
  const empty = Object.keys(declared).length === 0;
  return { form: empty || has('form'), url: has('url') };
}

export type { ElicitParamsReading, ElicitResultReading, ReadElicitOptions, WireIssue } from './elicit-params.js';
export { readElicitParams, readElicitResult } from './elicit-params.js';
