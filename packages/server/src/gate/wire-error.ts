/**
 * An error that goes onto the wire as a JSON-RPC error with its own code, outside the catch that would make it an
 * ordinary tool result (D1). The SDK reads `code`, `message` and `data` from whatever is thrown, so no class of its own
 * is needed. Nothing from answers, keys or states stands in it (N9).
 */
import { RPC } from '@midcall/core/wire';

export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Why a retry is refused. Tampered, foreign, of an unknown key or of another call look exactly alike, so that nobody
 * can learn which it was (D7); only what its rightful holder may know has a reason of its own.
 */
export type StateFault = 'invalid_request_state' | 'request_completed' | 'request_superseded';

const SENTENCE = {
  invalid_request_state: 'Invalid or expired requestState',
  request_completed: 'This request was already completed',
  request_superseded: 'This request was already continued in another way',
} as const satisfies Record<StateFault, string>;

/** -32602: the state of a retry was not taken; the handler was not entered. */
export function stateError(reason: StateFault): WireError {
  return new WireError(RPC.invalidParams, SENTENCE[reason], { reason });
}

/** -32602: `inputResponses` is not a map of objects, or too large (E-X-02, E-X-03). */
export function answersError(): WireError {
  return new WireError(RPC.invalidParams, 'inputResponses must be a map of objects of at most 64 keys and 256 KiB', {
    reason: 'invalid_input_responses',
  });
}

/** -32602: arguments that no state can be bound to, such as 1e999, which is no number any more once it is read (N11). */
export function argumentsError(): WireError {
  return new WireError(RPC.invalidParams, 'arguments must be JSON with finite numbers, at most 128 levels deep', {
    reason: 'invalid_arguments',
  });
}

/** Own code, outside the reserved ranges (E-X-06). */
export const RATE_LIMITED = 1029;

/** The caller retries too often. */
export function rateError(retryAfterMs: number): WireError {
  return new WireError(RATE_LIMITED, 'Too many retries; wait before the next one', { reason: 'rate_limited', retryAfterMs });
}
