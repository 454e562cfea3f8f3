/**
 * How a failure reads: one sentence, then what to do. A stack trace only with `--debug`: to a person it says nothing,
 * and it may carry what must not be printed (N9).
 */
import { isMidcallError, type MidcallErrorCode } from '@midcall/core';
import { EXIT, type ExitCode } from './exit-codes.js';
import type { Terminal } from './terminal/terminal.js';
import { UsageError } from './usage-error.js';

const STATUS: Partial<Record<MidcallErrorCode, ExitCode>> = {
  SERVER_EXITED: EXIT.noServer,
  SERVER_GARBAGE: EXIT.noServer,
  SERVER_SILENT: EXIT.noServer,
  SESSION_CLOSED: EXIT.noServer,
  UNSUPPORTED_REVISION: EXIT.noServer,
  SIGN_IN_REQUIRED: EXIT.noServer,
  PORT_IN_USE: EXIT.machine,
  NO_BROWSER: EXIT.machine,
  NO_TTY: EXIT.machine,
  STORE_FAILED: EXIT.machine,
  CONFIG_INVALID: EXIT.usage,
};

/** Prints `error` to standard error and returns the status to exit with. */
export function reportError(terminal: Terminal, error: unknown, debug: boolean): ExitCode {
  const { colors: c } = terminal;
  const { sentence, hint, code, status } = describeError(error);
  terminal.err(`${c.red('midcall:')} ${sentence}${code === undefined ? '' : c.dim(` [${code}]`)}`);
  if (hint !== undefined) terminal.err(`  ${hint}`);
  if (debug && error instanceof Error) {
    terminal.err(c.dim(error.stack ?? ''));
    if (error.cause instanceof Error) terminal.err(c.dim(`caused by ${error.cause.stack ?? error.cause.message}`));
  } else if (!(error instanceof UsageError) && !isMidcallError(error))
    terminal.err(c.dim('  Run it again with --debug to see where it happened.'));
  return status;
}

/** A failure in words, and the status that it ends with. */
export interface DescribedError {
  readonly sentence: string;
  /** What to do now; a line break parts what is known from what to do. */
  readonly hint?: string | undefined;
  readonly code?: string;
  readonly status: ExitCode;
}

/** What `reportError` prints, for those who print it as JSON. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof UsageError) return { sentence: error.message, hint: error.hint, status: EXIT.usage };
  if (isMidcallError(error))
    return { sentence: error.message, hint: error.hint, code: error.code, status: STATUS[error.code] ?? EXIT.toolFailed };
  return { sentence: error instanceof Error ? error.message : 'Something failed that does not say what it is.', status: EXIT.toolFailed };
}
