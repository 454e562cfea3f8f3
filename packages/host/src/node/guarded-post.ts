/**
 * One POST to an address of the policy file, and its status. Written against a network in which names change their
 * addresses and servers answer with traps (D35).
 *
 * Promises:
 *  1. The name is resolved once, every address of it is judged, and the connection goes to one of these: what it would
 *     resolve to a moment later does not matter.
 *  2. Redirects are not followed. The reply is dropped behind its status line and headers, unread.
 *  3. It ends within five seconds, name and handshake included.
 *  4. Errors name no address, header or body (N9).
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressRefused } from '../notify/deliver.js';
import type { OutgoingRequest } from '../notify/notice.js';
import { webhookFault } from '../policy/webhook-address.js';
import { isForbidden } from './address-guard.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface GuardedPostOptions {
  /** All addresses of a name. Default: the system's. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Milliseconds, all in all. Default 5,000. */
  readonly timeout?: number;
  /** Certificates to trust beside the system's, for servers with their own authority. */
  readonly ca?: string;
}

/** @throws AddressRefused; Error if no reply came. */
export async function guardedPost(request: OutgoingRequest, options: GuardedPostOptions = {}): Promise<number> {
  const fault = webhookFault(request.url, request.private);
  if (fault !== undefined) throw new AddressRefused(fault);
  const signal = AbortSignal.timeout(options.timeout ?? 5_000);
  const url = new URL(request.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const resolve = options.resolve ?? (name => systemLookup(name, { all: true }));
  const found = isIP(host) === 0 ? await within(signal, resolve(host)) : [{ address: host, family: isIP(host) }];
  const [pinned] = found;
  if (pinned === undefined) throw new Error('the name has no address');
  if (found.some(one => isForbidden(one.address, request.private)))
    throw new AddressRefused('the name leads to an address that is not allowed');
  return status(url, request, { pinned, signal, ca: options.ca });
}

interface Connection {
  readonly pinned: ResolvedAddress;
  readonly signal: AbortSignal;
  readonly ca: string | undefined;
}

function status(url: URL, { headers, body }: OutgoingRequest, { pinned, signal, ca }: Connection): Promise<number> {
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all === true) done(null, [{ address: pinned.address, family: pinned.family }]);
    else done(null, pinned.address, pinned.family);
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'midcall' },
      lookup,
      signal,
      agent: false,
      maxHeaderSize: 16_384,
      ...(ca !== undefined && { ca }),
    });
    outgoing.once('response', response => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    outgoing.on('error', error => reject(quiet(error, signal)));
    outgoing.end(body);
  });
}

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(quiet(signal.reason, signal)), { once: true });
  });
  return Promise.race([work.catch((error: unknown) => Promise.reject(quiet(error, signal))), late]);
}

/** Only its code: messages of the network name hosts, and paths are secrets. */
function quiet(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return new Error('no reply in time');
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return new Error(`no reply${code}`);
}
