/**
 * Where `midcall gateway --config` is reached and whose tokens it takes: the file, and over it the command line.
 *
 * Promises:
 *  1. Without verified tokens only this machine can reach it (D30).
 *  2. Where others can, they reach it under an address that is told, over https: a token in clear text is anybody's.
 */
import { type AuthConfig, type FaceConfig, type ListenAt, parseListen } from '@midcall/gateway';
import { UsageError } from '../usage-error.js';

export interface FaceFlags {
  /** `HOST:PORT`. */
  readonly listen?: string;
  /** Of the servers; `listen` says more. */
  readonly port?: number;
  readonly publicUrl?: URL;
  readonly allowedHost?: readonly string[];
  readonly auth?: string;
  readonly audience?: readonly string[];
  readonly jwks?: URL;
  readonly scope?: readonly string[];
}

export interface FaceSettings {
  readonly listen: ListenAt;
  readonly publicUrl: URL | undefined;
  /** Names and hosts of pages that are answered. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  readonly auth: AuthConfig | undefined;
}

/** Where the servers are by default: hosts keep the address. */
const PORT = 4330;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** @throws UsageError for an address that others could reach unasked, or in clear text. */
export function faceSettings(flags: FaceFlags, file: FaceConfig): FaceSettings {
  const auth = authOf(flags, file.auth);
  const listen = listenOf(flags.listen) ??
    (flags.port === undefined ? file.listen : undefined) ?? { host: '127.0.0.1', port: flags.port ?? PORT };
  const publicUrl = flags.publicUrl ?? file.publicUrl;
  const near = isNear(listen.host);
  if (!near && auth === undefined)
    throw new UsageError(`Others could reach ${listen.host}, and nothing says who they are.`, 'Add --auth ISSUER, or listen on 127.0.0.1.');
  if (!near && publicUrl === undefined)
    throw new UsageError('Tokens are issued for an address, and this one is not known.', 'Add --public-url https://NAME.');
  if (publicUrl !== undefined && publicUrl.protocol !== 'https:' && !isNear(publicUrl.hostname.replace(/^\[|\]$/g, '')))
    throw new UsageError(
      'Over http others can read every token on the way.',
      'Put it behind a proxy with TLS, and give its https address as --public-url.',
    );
  const named = [...(publicUrl === undefined ? [] : [publicUrl.hostname]), ...file.allowedHosts, ...(flags.allowedHost ?? [])];
  const own = publicUrl === undefined ? [] : [publicUrl.hostname];
  return { listen, publicUrl, hosts: [...LOOPBACK, ...named], origins: [...(near ? LOOPBACK : []), ...own, ...file.allowedOrigins], auth };
}

function listenOf(text: string | undefined): ListenAt | undefined {
  const at = text === undefined ? undefined : parseListen(text);
  if (text !== undefined && at === undefined) throw new UsageError('--listen is HOST:PORT.', 'For example: --listen 0.0.0.0:4330');
  return at;
}

function authOf(flags: FaceFlags, file: AuthConfig | undefined): AuthConfig | undefined {
  const issuer = flags.auth ?? file?.issuer;
  if (issuer === undefined) {
    const lone = (['audience', 'jwks', 'scope'] as const).find(flag => flags[flag] !== undefined);
    if (lone !== undefined) throw new UsageError(`--${lone} says how tokens are verified, and nothing says whose.`, 'Add --auth ISSUER.');
    return undefined;
  }
  // Another issuer than the file's: what the file says of its own is about somebody else.
  const base = flags.auth === undefined || flags.auth === file?.issuer ? file : undefined;
  return {
    ...base,
    issuer,
    ...(flags.audience !== undefined && { audience: flags.audience }),
    ...(flags.jwks !== undefined && { jwks: flags.jwks }),
    ...(flags.scope !== undefined && { scopes: flags.scope }),
  };
}

function isNear(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
