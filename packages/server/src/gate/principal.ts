/**
 * Who calls (D21): `{iss, sub}` from verified credentials, this machine's user on stdio, else anonymous.
 * What a client says about itself (client info, arguments, session id) never counts (E-S-02, E-S-05, E-C-14c).
 */
import { MidcallError } from '@midcall/core';
import type { ServerContext } from '@modelcontextprotocol/server';

export interface Principal {
  /** `verified`: from credentials. `local`: the OS user of a stdio server. `anonymous`: HTTP without credentials. */
  readonly kind: 'verified' | 'local' | 'anonymous';
  /** Issuer of the subject; empty where there is none. */
  readonly iss: string;
  readonly sub: string;
}

/** Takes the subject from a request. @returns undefined where the credentials name nobody, which refuses the call */
export type PrincipalReader = (ctx: ServerContext) => { readonly iss: string; readonly sub: string } | undefined;

/**
 * @throws MidcallError PRINCIPAL_REQUIRED if there are credentials that name nobody: falling back to the client id
 * would make all users of one host application the same person
 */
export function readPrincipal(ctx: ServerContext, serverName: string, reader: PrincipalReader | undefined): Principal {
  const credentials = ctx.http?.authInfo;
  if (reader !== undefined) {
    const named = reader(ctx);
    if (named !== undefined) return verified(named.iss, named.sub);
    if (credentials !== undefined) throw unnamed();
  } else if (credentials !== undefined) {
    return verified(credentials.extra?.iss, credentials.extra?.sub);
  }
  if (ctx.http !== undefined || ctx.sessionId !== undefined) return ANONYMOUS;
  return { kind: 'local', iss: '', sub: `local:${serverName}` };
}

/** One string per principal, unambiguous whatever stands inside. */
export function principalKey(principal: Principal): string {
  return JSON.stringify([principal.kind, principal.iss, principal.sub]);
}

const ANONYMOUS: Principal = { kind: 'anonymous', iss: '', sub: 'anonymous' };

function verified(iss: unknown, sub: unknown): Principal {
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '') throw unnamed();
  return { kind: 'verified', iss, sub };
}

function unnamed(): MidcallError {
  return new MidcallError('PRINCIPAL_REQUIRED', 'The credentials of this request do not name a user', {
    hint: 'Put the verified issuer and subject into authInfo.extra.iss and authInfo.extra.sub, or give createMidcall({ principal: ctx => ({ iss, sub }) }).',
  });
}
