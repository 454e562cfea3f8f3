/**
 * Finding out which era a server speaks (E-V-05, E-V-05b), and connecting in it.
 *
 * Invariants:
 *  1. Only a discovery result, or an error that only a modern server gives, counts as modern. Every other error, silence
 *     and an exit count as legacy; the fallback hangs on no single code.
 *  2. A server that left, or stayed silent, while it was probed gets a fresh start for `initialize`: some end themselves on
 *     any request before it.
 *  3. Every wait has a limit, and what went wrong is said in an error with a code: SERVER_EXITED, SERVER_SILENT.
 */
import type { JsonObject } from '@midcall/core';
import { META, RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Transport } from '@modelcontextprotocol/client';
import { MODERN } from '../envelope.js';
import type { NotificationMessage, RequestMessage, ResponseMessage, RpcError } from '../json-rpc/message.js';
import { isFailure, objectAt, request, textAt } from '../json-rpc/message.js';
import type { GatewayEvent } from '../options.js';
import type { Wire } from './wire.js';
import { openWire } from './wire.js';
import { withParamHeaders } from './with-param-headers.js';

export interface ConnectDeps {
  readonly open: () => Transport;
  readonly clock: Clock;
  readonly log: (event: GatewayEvent) => void;
  readonly connectMs: number;
  readonly probeMs: number;
  /** How long a question is held whose call is not known. */
  readonly holdMs: number;
  readonly clientInfo: JsonObject;
}

/** A server that speaks the modern era. */
export interface ModernUpstream {
  readonly wire: Wire;
  /** Its discovery result, as given. */
  readonly discover: JsonObject;
  readonly claim: { readonly name: string; readonly version?: string } | undefined;
}

export type Probed =
  | { readonly era: 'modern'; readonly upstream: ModernUpstream }
  /** `wire` is there if the server answered the probe and can still take `initialize` on it. */
  | { readonly era: 'legacy'; readonly wire?: Wire };

/** Starts a fresh connection. @throws RpcError-shaped object when the server cannot be started. */
export async function startWire(deps: ConnectDeps): Promise<Wire> {
  const transport = deps.open();
  const plain = openWire(transport, deps.log);
  const wire = transport.hasPerRequestStream === true ? withParamHeaders(plain) : plain;
  try {
    await wire.link.start();
  } catch {
    await wire.close();
    throw notStarted();
  }
  return wire;
}

/** Asks with a time limit. `silent` leaves the request withdrawn. */
export function askWithin(
  wire: Wire,
  message: RequestMessage,
  limit: { readonly ms: number; readonly clock: Clock },
  onNotification?: (note: NotificationMessage) => void,
): Promise<ResponseMessage | 'silent'> {
  return new Promise(resolve => {
    const sent = wire.request(message, {
      onResponse(response) {
        stop();
        resolve(response);
      },
      ...(onNotification && { onNotification }),
    });
    const stop = limit.clock.setTimeout(() => {
      sent.cancel('no answer in time');
      resolve('silent');
    }, limit.ms);
  });
}

/** Probes for the modern era on a fresh connection, or on one that is open already. */
export async function probe(deps: ConnectDeps, open?: Wire): Promise<Probed> {
  const wire = open ?? (await startWire(deps));
  const found = await discover(deps, wire, MODERN);
  if (found === 'silent' || wire.link.ended) {
    await wire.close();
    return { era: 'legacy' };
  }
  if (!isFailure(found)) {
    const modern = readDiscovery(wire, found.result);
    return modern === undefined ? { era: 'legacy', wire } : { era: 'modern', upstream: modern };
  }
  return { era: 'legacy', wire };
}

function discover(deps: ConnectDeps, wire: Wire, version: string): Promise<ResponseMessage | 'silent'> {
  const _meta = { [META.protocolVersion]: version, [META.clientInfo]: deps.clientInfo, [META.clientCapabilities]: {} };
  return askWithin(wire, request('midcall-probe', 'server/discover', { _meta }), { ms: deps.probeMs, clock: deps.clock });
}

function readDiscovery(wire: Wire, result: JsonObject): ModernUpstream | undefined {
  const versions = result.supportedVersions;
  if (!Array.isArray(versions) || !versions.includes(MODERN)) return undefined;
  return { wire, discover: result, claim: claimOf(objectAt(objectAt(result, '_meta'), META.serverInfo)) };
}

/** What a server calls itself: display only (E-C-14c). */
export function claimOf(info: JsonObject | undefined): { readonly name: string; readonly version?: string } | undefined {
  const name = textAt(info, 'name');
  const version = textAt(info, 'version');
  return name === undefined ? undefined : { name, ...(version !== undefined && { version }) };
}

export function notStarted(): RpcError {
  return { code: RPC.internalError, message: 'The server could not be started.', data: { code: 'SERVER_EXITED' } };
}

export function silent(): RpcError {
  return {
    code: RPC.internalError,
    message: 'The server did not answer when it was connected. It may be starting slowly, or print to its output what is no message.',
    data: { code: 'SERVER_SILENT' },
  };
}
