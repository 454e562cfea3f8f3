/**
 * Where the servers of a configuration are reached, and who may call them: what a gateway for several people is told
 * beside its servers.
 */
import { TOKEN_ALGORITHMS, type TokenAlgorithm } from '../auth/algorithms.js';
import { isUntapped } from '../auth/is-untapped.js';
import { isObject } from '../json-rpc/message.js';
import { type Path, type Reader, readAddress, readChoice, readList, readText } from './reader.js';

export interface ListenAt {
  readonly host: string;
  readonly port: number;
}

/** Whose tokens are taken (D21). */
export interface AuthConfig {
  /** To the letter as it stands in tokens. */
  readonly issuer: string;
  /** Default: the address of the server that is called. */
  readonly audience?: readonly string[];
  readonly jwks?: URL;
  readonly scopes?: readonly string[];
  readonly algorithms?: readonly TokenAlgorithm[];
  readonly clockSkewS?: number;
  /** The inbox as a client of the same issuer: its people sign in there. Absent: nobody can be asked on a page. */
  readonly inbox?: {
    readonly clientId: string;
    readonly clientSecret?: string;
    readonly clientAuthentication?: 'basic' | 'post';
  };
}

export interface FaceConfig {
  readonly listen?: ListenAt;
  /** As it is reached from outside, without a path. */
  readonly publicUrl?: URL;
  /** Further names under which it is reached. */
  readonly allowedHosts: readonly string[];
  /** Hosts of pages that may call it. */
  readonly allowedOrigins: readonly string[];
  readonly auth?: AuthConfig;
}

export function readFaceConfig(reader: Reader, root: Record<string, unknown>): FaceConfig {
  const listen = readListen(reader, ['listen'], root.listen);
  const publicUrl = readAddress(reader, ['publicUrl'], root.publicUrl);
  if (publicUrl !== undefined && (publicUrl.pathname !== '/' || publicUrl.search !== '' || publicUrl.hash !== ''))
    reader.wrong(['publicUrl'], 'The public address has no path.', 'Write "https://mcp.example".');
  const auth = readAuth(reader, root.auth);
  return {
    allowedHosts: readList(reader, ['allowedHosts'], root.allowedHosts) ?? [],
    allowedOrigins: readList(reader, ['allowedOrigins'], root.allowedOrigins) ?? [],
    ...(listen !== undefined && { listen }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(auth !== undefined && { auth }),
  };
}

/** `HOST:PORT` or `PORT`; undefined for anything else. IPv6 addresses stand in brackets. */
export function parseListen(text: string): ListenAt | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(\[[\da-fA-F:.]+\]|[^\s:[\]]+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  return digits === '' || port > 65_535 ? undefined : { host: host.replace(/^\[|\]$/g, ''), port };
}

function readListen(reader: Reader, path: Path, given: unknown): ListenAt | undefined {
  if (given === undefined) return undefined;
  const found = typeof given === 'string' ? parseListen(given) : undefined;
  return found ?? reader.wrong(path, 'Where to listen is HOST:PORT.', 'Write "0.0.0.0:4330", or leave it out for this machine only.');
}

function readAuth(reader: Reader, given: unknown): AuthConfig | undefined {
  if (given === undefined) return undefined;
  const path = ['auth'];
  if (!isObject(given)) return reader.wrong(path, '"auth" is an object.', 'Write { "issuer": "https://id.example" }.');
  const { issuer } = given;
  if (typeof issuer !== 'string' || !URL.canParse(issuer) || !isUntapped(new URL(issuer)))
    return reader.wrong([...path, 'issuer'], 'The issuer is an https address.', 'Write it as it stands in tokens: "https://id.example".');
  const jwks = readAddress(reader, [...path, 'jwks'], given.jwks);
  if (jwks !== undefined && !isUntapped(jwks))
    reader.wrong([...path, 'jwks'], 'Keys come over https.', 'Leave it out to find them by discovery.');
  const algorithms = readList(reader, [...path, 'algorithms'], given.algorithms);
  for (const one of algorithms ?? []) readChoice(reader, [...path, 'algorithms'], one, TOKEN_ALGORITHMS);
  const skew = given.clockSkewSeconds;
  if (skew !== undefined && (typeof skew !== 'number' || !(skew >= 0 && skew <= 300)))
    reader.wrong([...path, 'clockSkewSeconds'], 'Clocks may differ by 0 to 300 seconds.', 'Leave it out for 30.');
  const audience = readList(reader, [...path, 'audience'], given.audience);
  const scopes = readList(reader, [...path, 'scopes'], given.scopes);
  const inbox = readInbox(reader, [...path, 'inbox'], given.inbox);
  return {
    issuer,
    ...(audience !== undefined && { audience }),
    ...(jwks !== undefined && { jwks }),
    ...(scopes !== undefined && { scopes }),
    ...(algorithms !== undefined && { algorithms: algorithms as readonly TokenAlgorithm[] }),
    ...(typeof skew === 'number' && { clockSkewS: skew }),
    ...(inbox !== undefined && { inbox }),
  };
}

function readInbox(reader: Reader, path: Path, given: unknown): AuthConfig['inbox'] {
  if (given === undefined) return undefined;
  if (!isObject(given)) return reader.wrong(path, '"inbox" is an object.', 'Write { "clientId": "midcall-inbox" }.');
  const clientId = readText(reader, [...path, 'clientId'], given.clientId);
  if (clientId === undefined)
    return reader.wrong(path, 'The inbox has no "clientId".', 'Register it at the issuer and write its client id.');
  const clientSecret = readText(reader, [...path, 'clientSecret'], given.clientSecret);
  const clientAuthentication = readChoice(reader, [...path, 'clientAuthentication'], given.clientAuthentication, [
    'basic',
    'post',
  ] as const);
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(clientAuthentication !== undefined && { clientAuthentication }),
  };
}
