/** What a host would be given at the end of a call: a result, or a JSON-RPC error. */
import { isMidcallError } from '@midcall/core';
import { type AskingMethod, RPC } from '@midcall/core/wire';
import { textResult } from '../engine/conclude.js';
import { WireError } from '../gate/wire-error.js';

export interface WireFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface Outcome {
  readonly result?: unknown;
  readonly error?: WireFault;
  /** What the handler threw. */
  readonly thrown?: unknown;
}

/** What a thrown error becomes on its way out: an error result for tools, a JSON-RPC error for everything else (D1). */
export function thrownOutcome(method: AskingMethod, error: unknown): Outcome {
  if (error instanceof WireError) {
    return { error: { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) } };
  }
  const message = error instanceof Error ? error.message : String(error);
  const { code, data } = (isMidcallError(error) ? {} : (error ?? {})) as { readonly code?: unknown; readonly data?: unknown };
  if (method === 'tools/call' && code !== RPC.urlElicitationRequired) return { result: textResult(message, true), thrown: error };
  return {
    error: { code: typeof code === 'number' ? code : RPC.internalError, message, ...(data !== undefined && { data }) },
    thrown: error,
  };
}

/** Everything a person or a model would read of it. */
export function outcomeText({ result, error }: Outcome): string {
  if (error !== undefined) return error.message;
  const { content, messages, contents } = (result ?? {}) as Readonly<Record<string, unknown>>;
  const blocks = [
    ...list(content),
    ...list(messages).map(message => (message as { readonly content?: unknown }).content),
    ...list(contents),
  ];
  return blocks
    .map(block => (block as { readonly text?: unknown } | undefined)?.text)
    .filter(text => typeof text === 'string')
    .join('\n');
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
