/** `"oauth"` of a server that is reached over HTTP: the gateway signs in there as a client of its own (E-Q-06). */
import { isObject } from '../json-rpc/message.js';
import { type Path, type Reader, readList, readText } from './reader.js';

export interface OAuthConfig {
  /** Asked for beside what the server itself says it needs. */
  readonly scopes?: readonly string[];
  /** A client that was registered by hand; absent: registered by itself where the server allows it. */
  readonly clientId?: string;
  readonly clientSecret?: string;
}

export function readOAuth(reader: Reader, path: Path, given: unknown): OAuthConfig | undefined {
  if (given === undefined || given === false) return undefined;
  if (given === true) return {};
  if (!isObject(given)) return reader.wrong(path, '"oauth" is true or an object.', 'Write "oauth": true.');
  const scopes = readList(reader, [...path, 'scopes'], given.scopes);
  const clientId = readText(reader, [...path, 'clientId'], given.clientId);
  const clientSecret = readText(reader, [...path, 'clientSecret'], given.clientSecret);
  if (clientSecret !== undefined && clientId === undefined)
    reader.wrong([...path, 'clientSecret'], 'A secret without a client id.', 'Write the "clientId" beside it.');
  return {
    ...(scopes !== undefined && { scopes }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
  };
}
