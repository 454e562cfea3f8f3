/**
 * What a store throws. This package imports nothing, so the class stands here; it carries the name and the shape that
 * `isMidcallError` of `@midcall/core` recognises, and its codes are part of the one closed union there.
 * Neither keys nor values enter a message (N9).
 */
export type StoreErrorCode =
  /** The store was closed; nothing was read or written. */
  | 'STORE_CLOSED'
  /** The medium failed (disk full, file damaged, locked for too long); `cause` says how. */
  | 'STORE_FAILED'
  /** The optional package that the driver needs is not installed; the message names it. */
  | 'STORE_DRIVER_MISSING'
  /** The data was written by a newer midcall and is left untouched. */
  | 'STORE_TOO_NEW';

export class StoreError extends Error {
  override readonly name = 'MidcallError';
  readonly code: StoreErrorCode;
  readonly hint: string | undefined;
  readonly data: unknown = undefined;

  constructor(code: StoreErrorCode, message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

export function storeClosed(): StoreError {
  return new StoreError('STORE_CLOSED', 'The store is closed.', { hint: 'Close the store last, after everything that uses it.' });
}
