/** Small truths about results that the SDK reads more narrowly than the protocol. */

import type { InputRequiredResult } from '@midcall/core/wire';
import type { Client } from '@modelcontextprotocol/client';

/** A result that asks for input, as the SDK hands it over in manual mode. */
export function isInputRequired(result: unknown): result is InputRequiredResult {
  return typeof result === 'object' && result !== null && (result as { resultType?: unknown }).resultType === 'input_required';
}

const wired = new WeakSet<object>();

/**
 * A result without `resultType` is complete (E-M-38), `inputRequests` beside it or not. The SDK refuses it on
 * 2026-07-28, so the missing word is put in before the SDK looks.
 */
export function completeByDefault(client: Client): void {
  const { transport } = client;
  if (transport === undefined || wired.has(transport)) return;
  wired.add(transport);
  const inner = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ('result' in message && !Object.hasOwn(message.result, 'resultType')) {
      inner?.({ ...message, result: { ...message.result, resultType: 'complete' } }, extra);
    } else inner?.(message, extra);
  };
}
