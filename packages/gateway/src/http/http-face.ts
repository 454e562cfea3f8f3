/**
 * Servers behind the gateway, each at `/NAME/mcp`, for hosts that speak streamable HTTP in either era on that one address.
 *
 * Invariants:
 *  1. Host and Origin are checked before anything else is (D30, E-T-15); who calls, before anything is looked at.
 *  2. The era is the request's own: what carries the modern envelope is stateless, all else belongs to a session (trap 65).
 *  3. Bodies are capped before they are read, and are one message, never a batch (E-R-24).
 */
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@midcall/store';
import { systemClock } from '@midcall/store';
import { hostHeaderValidationResponse, isJsonContentType, originValidationResponse, readRequestBody } from '@modelcontextprotocol/server';
import { claimsModern } from '../envelope.js';
import { sortFrame } from '../json-rpc/message.js';
import type { Gateway } from '../options.js';
import { checkLegacyHeaders } from './headers.js';
import { modernExchange } from './modern-exchange.js';
import { errorReply, idOfBody, invalid } from './replies.js';
import type { Sessions } from './sessions.js';
import { createSessions } from './sessions.js';

/** Who calls: a verified principal, or the answer that turns the caller away. */
export type Authenticate = (request: Request) => Promise<{ readonly principal: string } | Response>;

export interface HttpFaceOptions {
  /**
   * By the name in the address; letters, digits, `-` and `_`. Read anew on every request: a name that is given another
   * gateway sends new sessions there, while those of the one before are served until it is closed.
   */
  readonly servers: ReadonlyMap<string, Gateway>;
  readonly authenticate: Authenticate;
  /** Answers what needs nobody's name, such as the metadata of a token gate; undefined = not its address. */
  readonly open?: (request: Request) => Promise<Response | undefined>;
  /** Host names under which this face may be reached; default the loopback ones. */
  readonly hosts?: readonly string[];
  /** Host names of pages that may call it; default the loopback ones. Requests without Origin are no page's. */
  readonly origins?: readonly string[];
  /** Largest body in bytes; default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** A sign of life on open streams; default every 15,000 ms. */
  readonly keepAliveMs?: number;
  /** How long a session without any request is kept; default one hour. */
  readonly idleMs?: number;
  readonly clock?: Clock;
}

export interface HttpFace {
  fetch(request: Request): Promise<Response>;
  /** Sessions open now, over all servers. */
  readonly sessions: number;
  close(): Promise<void>;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const PATH = /^\/([A-Za-z0-9_-]{1,64})\/mcp\/?$/;

export function createHttpFace(options: HttpFaceOptions): HttpFace {
  const keepAliveMs = options.keepAliveMs ?? 15_000;
  const clock = options.clock ?? systemClock;
  const current = new Map<string, { readonly gateway: Gateway; readonly sessions: Sessions }>();
  const replaced = new Map<string, Sessions[]>();

  /** Sessions with the gateway that has the name now. */
  const sessionsOf = (name: string): Sessions | undefined => {
    const gateway = options.servers.get(name);
    const known = current.get(name);
    if (known !== undefined && known.gateway === gateway) return known.sessions;
    if (known !== undefined) {
      current.delete(name);
      replaced.set(
        name,
        [known.sessions, ...(replaced.get(name) ?? [])].filter(left => left.size > 0),
      );
    }
    if (gateway === undefined) return undefined;
    const sessions = createSessions({ gateway, clock, idleMs: options.idleMs ?? 3_600_000, keepAliveMs });
    current.set(name, { gateway, sessions });
    return sessions;
  };
  const all = (): readonly Sessions[] => [...[...current.values()].map(({ sessions }) => sessions), ...[...replaced.values()].flat()];

  const serve = async (request: Request): Promise<Response> => {
    const foreign =
      hostHeaderValidationResponse(request, [...(options.hosts ?? LOOPBACK)]) ??
      originValidationResponse(request, [...(options.origins ?? LOOPBACK)]);
    if (foreign !== undefined) return foreign;
    const known = await options.open?.(request);
    if (known !== undefined) return known;
    const name = PATH.exec(new URL(request.url).pathname)?.[1];
    const caller = await options.authenticate(request);
    if (caller instanceof Response) return caller;
    const newest = name === undefined ? undefined : sessionsOf(name);
    const session = request.headers.get('mcp-session-id');
    const before = name === undefined || session === null ? undefined : replaced.get(name)?.find(left => left.has(session));
    const own = before ?? newest;
    const gateway = name === undefined ? undefined : options.servers.get(name);
    if (own === undefined) return invalid(404, 'There is no server at this address.');
    if (request.method !== 'POST') return session === null ? onlyPost() : own.handle(request, undefined, caller.principal);

    if (!isJsonContentType(request.headers.get('content-type'))) return invalid(415, 'The body is JSON.');
    const read = await readBody(request, options.maxBodyBytes ?? 4 * 1024 * 1024);
    if (read instanceof Response) return read;
    if (Array.isArray(read.body)) return invalid(400, 'The body is one message; batches are not taken.');
    const sorted = sortFrame(read.body);
    if (sorted.kind === 'garbage') return invalid(400, 'The body is no JSON-RPC message.');
    const modern =
      sorted.kind === 'request' ? claimsModern(sorted.message) : isModernHeader(request) && !request.headers.has('mcp-session-id');
    if (modern && gateway !== undefined)
      return modernExchange(request, read.body, { gateway, principal: caller.principal, clock, keepAliveMs });
    const forged = sorted.kind === 'request' ? checkLegacyHeaders(request.headers, sorted.message) : undefined;
    if (forged !== undefined) return errorReply(400, forged, idOfBody(read.body));
    return own.handle(request, read.body, caller.principal);
  };

  return {
    fetch: serve,
    get sessions() {
      return all().reduce((sum, own) => sum + own.size, 0);
    },
    async close() {
      await Promise.all(all().map(own => own.close()));
    },
  };
}

/**
 * Lets in who shows `token`, as `principal`. For a machine of one person: it keeps other users of the machine out (D30).
 * @throws RangeError for a token of fewer than 32 characters.
 */
export function bearerGate(token: string, principal: string): Authenticate {
  if (token.length < 32) throw new RangeError('The token has at least 32 characters');
  const wanted = Buffer.from(token);
  return async request => {
    const shown = Buffer.from(/^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '');
    if (shown.length === wanted.length && timingSafeEqual(shown, wanted)) return { principal };
    return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer realm="midcall"' } });
  };
}

/** Without a session there is nothing to listen to and nothing to end (E-T-16). */
function onlyPost(): Response {
  return new Response(null, { status: 405, headers: { allow: 'POST' } });
}

async function readBody(request: Request, maxBytes: number): Promise<{ readonly body: unknown } | Response> {
  const read = await readRequestBody(request, maxBytes).catch(() => undefined);
  if (read === undefined) return invalid(400, 'The body could not be read.');
  if (read.tooLarge) return invalid(413, 'The body is larger than this server takes.');
  try {
    return { body: JSON.parse(read.text) };
  } catch {
    return errorReply(400, { code: -32_700, message: 'The body is no JSON.' });
  }
}

function isModernHeader(request: Request): boolean {
  return (request.headers.get('mcp-protocol-version') ?? '') >= '2026-07-28';
}
