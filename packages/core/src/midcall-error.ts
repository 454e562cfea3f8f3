/**
 * The one error class of midcall. A wrong argument is a native `TypeError` or `RangeError`; a person's refusal is a
 * value; everything else that fails is this, with a code to branch on and a hint that says what to do now.
 * Nothing derived from answers, keys or states enters `message`, `hint` or `data` (N9).
 */
export type MidcallErrorCode =
  // authoring (server)
  | 'FORM_INVALID'
  | 'SECRET_ASK'
  | 'ATTACH_TOO_LATE'
  | 'ATTACH_TWICE'
  | 'KEY_REUSED'
  | 'KEY_INVALID'
  | 'NO_OPTIONS'
  | 'MODE_UNKNOWN'
  | 'URL_INVALID'
  | 'OTHERWISE_REQUIRED'
  | 'OUTSIDE_CALL'
  | 'ROUND_OVER'
  | 'NOT_DETERMINISTIC'
  | 'REHEARSAL_FAILED'
  // server configuration
  | 'KEYS_REQUIRED'
  | 'KEY_WEAK'
  | 'KEY_UNKNOWN'
  | 'STORE_REQUIRED'
  | 'IDENTIFY_REQUIRED'
  | 'PRINCIPAL_REQUIRED'
  | 'PAGE_ADDRESS_REQUIRED'
  | 'PAGE_UNKNOWN'
  // flows
  | 'STATE_INVALID'
  | 'STATE_TOO_LARGE'
  | 'ANSWER_INVALID'
  | 'CANNOT_ASK'
  | 'EFFECT_IN_DOUBT'
  | 'TOO_MANY_ROUNDS'
  | 'RATE_LIMITED'
  // pages
  | 'PAGE_REFUSED'
  | 'PAGE_FAILED'
  | 'VISIT_REQUIRED'
  // store
  | 'STORE_CLOSED'
  | 'STORE_FAILED'
  | 'STORE_DRIVER_MISSING'
  | 'STORE_TOO_NEW'
  // host, gateway, command line
  | 'QUESTION_INVALID'
  | 'SESSION_CLOSED'
  | 'ROUND_INVALID'
  | 'RESULT_INVALID'
  | 'CALL_ABORTED'
  | 'NO_TTY'
  | 'NO_BROWSER'
  | 'PORT_IN_USE'
  | 'SERVER_EXITED'
  | 'SERVER_GARBAGE'
  | 'SERVER_SILENT'
  | 'CONFIG_INVALID'
  | 'UNSUPPORTED_REVISION'
  | 'SIGN_IN_REQUIRED';

export interface MidcallErrorOptions {
  /** What to do now, one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Machine-readable details, safe to show. */
  readonly data?: unknown;
}

export class MidcallError extends Error {
  override readonly name = 'MidcallError';
  readonly code: MidcallErrorCode;
  readonly hint: string | undefined;
  readonly data: unknown;

  constructor(code: MidcallErrorCode, message: string, options: MidcallErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.data = options.data;
  }
}

/** Holds across two copies of the package, where `instanceof` does not. */
export function isMidcallError(error: unknown): error is MidcallError {
  return error instanceof Error && error.name === 'MidcallError' && typeof (error as Partial<MidcallError>).code === 'string';
}
