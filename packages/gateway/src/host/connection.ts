/**
 * One host on the line. Its frames are sorted by the era each claims (trap 65), and the first of an era decides how that
 * era is served: as a pump where the server speaks it too, over a bridge where it does not.
 *
 * Invariants:
 *  1. Frames that come while a side is still being connected wait, in order, and are then served.
 *  2. When the host is gone, both sides are ended, and only then does `closed` settle.
 *  3. A frame that is no message changes nothing; one that cannot be parsed at all is answered -32700 where JSON-RPC says so.
 */
import { RPC } from '@midcall/core/wire';
import type { Transport } from '@modelcontextprotocol/client';
import { claimsModern } from '../envelope.js';
import { paramHeaders } from '../http/headers.js';
import type { Link } from '../json-rpc/link.js';
import { openLink } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage, RpcError } from '../json-rpc/message.js';
import { failure, idKey, isId } from '../json-rpc/message.js';
import type { GatewayEvent, HostConnection } from '../options.js';
import type { HostSide } from './side.js';

export interface ConnectionOptions {
  readonly transport: Transport;
  readonly log: (event: GatewayEvent) => void;
  /** Connects the side of an era; `first` is the frame that opened it, and is served by the side itself. */
  readonly legacy: (host: Link, first: RequestMessage) => Promise<HostSide>;
  /** `first` is served by the side, too; `again` has the next modern request open the side anew: what it was opened for turned out to be another server. */
  readonly modern: (host: Link, first: RequestMessage, again: () => void) => Promise<HostSide>;
}

/** A side that is being connected, or stands. */
interface Slot {
  side?: HostSide;
  readonly held: ((side: HostSide) => void)[];
  ready: Promise<HostSide | undefined>;
}

export async function serveHost(options: ConnectionOptions): Promise<HostConnection> {
  const { log } = options;
  let legacy: Slot | undefined;
  let modern: Slot | undefined;
  /** Sides that serve nothing new any more. */
  const retired: Slot[] = [];
  const modernIds = new Set<string>();
  let ended: () => void = () => undefined;
  const closed = new Promise<void>(resolve => {
    ended = resolve;
  });

  const host = openLink(options.transport, {
    onFrame(sorted, headers) {
      if (sorted.kind === 'request') onRequest(sorted.message, headers && paramHeaders(headers));
      else if (sorted.kind === 'notification') onNotification(sorted.message);
      else if (legacy !== undefined) use(legacy, side => side.response(sorted.message));
      else log(dropped('The host answered a question that is not open.'));
    },
    onGarbage: why => log({ level: 'warn', event: 'frame-dropped', message: `The host sent something that is no message: ${why}.` }),
    onEnd() {
      void Promise.all([legacy, modern, ...retired].map(async slot => (await slot?.ready)?.end())).then(ended, ended);
    },
  });

  const onRequest = (message: RequestMessage, headers?: Readonly<Record<string, string>>): void => {
    if (claimsModern(message)) {
      modernIds.add(idKey(message.id));
      if (modernIds.size > REMEMBERED) modernIds.delete(String(modernIds.values().next().value));
      modern ??= openModern(message);
      use(modern, side => side.request(message, headers));
      return;
    }
    if (message.method === 'initialize' && legacy === undefined) {
      legacy = open(() => options.legacy(host, message), message);
      return;
    }
    if (legacy !== undefined) {
      use(legacy, side => side.request(message));
      return;
    }
    void host.send(failure(message.id, notInitialized(message.method)));
  };

  const openModern = (first: RequestMessage): Slot => {
    const again = (): void => {
      if (modern !== slot) return;
      retired.push(slot);
      modern = undefined;
    };
    const slot: Slot = open(() => options.modern(host, first, again), first);
    return slot;
  };

  const onNotification = (message: NotificationMessage): void => {
    const id = message.params?.requestId;
    const forModern = message.method === 'notifications/cancelled' && isId(id) && modernIds.has(idKey(id));
    const slot = forModern ? modern : (legacy ?? modern);
    if (slot !== undefined) use(slot, side => side.notification(message));
  };

  const open = (connect: () => Promise<HostSide>, first: RequestMessage): Slot => {
    const slot: Slot = { held: [], ready: Promise.resolve(undefined) };
    slot.ready = connect().then(
      side => {
        slot.side = side;
        for (const act of slot.held.splice(0)) act(side);
        return side;
      },
      (error: unknown) => {
        refuse(slot, first, error);
        return undefined;
      },
    );
    return slot;
  };

  /** The side could not be connected: every request that waited for it is told, and the next one tries again. */
  const refuse = (slot: Slot, first: RequestMessage, error: unknown): void => {
    const told = asRpcError(error);
    log({ level: 'error', event: 'upstream-unavailable', message: told.message });
    const refusing: HostSide = {
      request: message => void host.send(failure(message.id, told)),
      notification: () => undefined,
      response: () => undefined,
      end: async () => undefined,
    };
    if (slot === legacy) {
      legacy = undefined;
      refusing.request(first);
    } else modern = undefined;
    for (const act of slot.held.splice(0)) act(refusing);
  };

  await host.start();
  return { closed, close: () => host.close().then(() => closed) };
}

function use(slot: Slot, act: (side: HostSide) => void): void {
  if (slot.side !== undefined) act(slot.side);
  else slot.held.push(act);
}

function notInitialized(method: string): RpcError {
  return method === 'ping'
    ? { code: RPC.invalidRequest, message: 'The connection is not initialized.' }
    : { code: RPC.invalidRequest, message: 'The first request is initialize, or carries the protocol version in its _meta.' };
}

function dropped(message: string): GatewayEvent {
  return { level: 'warn', event: 'frame-dropped', message };
}

function asRpcError(error: unknown): RpcError {
  const given = error as Partial<RpcError> | undefined;
  if (typeof given?.code === 'number' && typeof given.message === 'string') return given as RpcError;
  return { code: RPC.internalError, message: 'The server could not be reached.', data: { code: 'SERVER_EXITED' } };
}

// Ids of modern requests that a cancellation may still name.
const REMEMBERED = 10_000;
