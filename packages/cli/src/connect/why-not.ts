/** Why a server could not be talked to, from what its transport and its process show. */
import { isMidcallError, MidcallError, type Revision } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import type { ChildExit } from '@midcall/gateway/node';
import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { ChildServer } from './child-server.js';
import { adviceFor, lastWords } from './last-words.js';
import { describeTarget, type ServerTarget } from './server-target.js';

export interface Circumstances {
  readonly target: ServerTarget;
  readonly child: ChildServer | undefined;
  readonly timeoutMs: number;
  readonly revision: Revision | undefined;
}

/** An exit is reported by its own event, a moment after its pipes closed. */
const EXIT_SETTLES_MS = 3_000;

/** Returns the `MidcallError` that `error` stands for, or `error` itself where it is the server's own answer. */
export async function whyNot(error: unknown, at: Circumstances): Promise<unknown> {
  if (!(error instanceof Error) || (isMidcallError(error) && error.code !== 'SESSION_CLOSED')) return error;
  const code = SdkError.isInstance(error) ? error.code : undefined;
  const { child } = at;
  if (child?.endedByItself === true)
    await Promise.race([child.ended, new Promise(resolve => setTimeout(resolve, EXIT_SETTLES_MS).unref())]);
  if (child?.garbage !== undefined && !child.spoke) return garbage(child, error);
  if (child?.exit !== undefined && child.endedByItself) return exited(at, child, child.exit, error);
  if (code === SdkErrorCode.RequestTimeout) return silent(at, error);
  if (at.target.kind === 'http' && code === SdkErrorCode.ClientHttpUnexpectedContent) {
    return new MidcallError('SERVER_GARBAGE', `${at.target.url.origin} answers at ${at.target.url.pathname}, but not with MCP.`, {
      hint: 'Is the path right? Many servers answer at /mcp.',
      cause: error,
    });
  }
  if (at.target.kind === 'http' && SdkHttpError.isInstance(error)) return refused(at.target.url, error);
  if (at.target.kind === 'http' && isConnectionFailure(error)) {
    return new MidcallError('SERVER_EXITED', `Nothing answers at ${at.target.url.origin}.`, {
      hint: 'Is the server running, and is the address right?',
      cause: error,
    });
  }
  if (code === SdkErrorCode.EraNegotiationFailed || /protocol version/i.test(error.message)) {
    if (/timed? ?out/i.test(error.message)) return silent(at, error);
    return new MidcallError('UNSUPPORTED_REVISION', `The server does not speak ${at.revision ?? 'a revision that midcall knows'}.`, {
      hint: 'Leave out --revision to use the newest that it speaks.',
      cause: error,
    });
  }
  if (code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected) {
    return new MidcallError('SERVER_EXITED', 'The server closed the connection.', {
      hint: `It was: ${describeTarget(at.target)}`,
      cause: error,
    });
  }
  return error;
}

function garbage(child: ChildServer, cause: Error): MidcallError {
  const line = showText(child.garbage ?? '').slice(0, 120);
  return new MidcallError('SERVER_GARBAGE', `The server prints text where the protocol belongs: "${line}".`, {
    hint: 'Standard output is for the protocol only. Print to standard error: console.error instead of console.log.',
    cause,
  });
}

function exited(at: Circumstances, child: ChildServer, exit: ChildExit, cause: Error): MidcallError {
  const how = exit.signal === null ? `with status ${exit.code ?? 'unknown'}` : `by ${exit.signal}`;
  const said = lastWords(child.lastStderr);
  const advice = said === undefined ? undefined : adviceFor(said);
  const when = child.spoke ? 'The server exited' : 'The server exited before it answered,';
  return new MidcallError('SERVER_EXITED', `${when} ${how}.`, {
    hint:
      said === undefined
        ? `Try it by itself first: ${describeTarget(at.target)}`
        : `Its last words: ${said}${advice === undefined ? '' : `\n  ${advice}`}`,
    cause,
  });
}

function silent(at: Circumstances, cause: Error): MidcallError {
  return new MidcallError('SERVER_SILENT', `The server did not answer within ${Math.round(at.timeoutMs / 100) / 10} seconds.`, {
    hint: 'Is it an MCP server on this transport? A slow one gets more time with --timeout.',
    cause,
  });
}

/** An answer of HTTP instead of the protocol. Its body is the other side's text and is left out (N11). */
function refused(url: URL, cause: SdkHttpError): MidcallError {
  const { status } = cause;
  if (status === 401 || status === 403) {
    return new MidcallError('SERVER_EXITED', `The server at ${url.origin} wants to know who you are (HTTP ${status}).`, {
      hint: 'Send its credentials with --header "Authorization: Bearer …".',
      cause,
    });
  }
  if (status === 404 || status === 405) {
    return new MidcallError('SERVER_EXITED', `There is no MCP server at ${url.pathname} on ${url.origin} (HTTP ${status}).`, {
      hint: 'Is the path right? Many servers answer at /mcp.',
      cause,
    });
  }
  return new MidcallError('SERVER_EXITED', `The server at ${url.origin} answered with HTTP ${status}.`, {
    hint: 'What it says about this stands in its own log.',
    cause,
  });
}

function isConnectionFailure(error: Error): boolean {
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    if (/ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|fetch failed/.test(`${(one as NodeJS.ErrnoException).code ?? ''} ${one.message}`))
      return true;
  }
  return false;
}
