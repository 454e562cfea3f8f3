/**
 * Change notices of a modern server for a legacy host: one `subscriptions/listen`, renewed when what the host wants
 * changes (requirements §3.4).
 *
 * Invariants:
 *  1. Nothing is asked for that the server does not offer; nothing is handed on that the host did not ask for.
 *  2. The new subscription is acknowledged before the old one is ended: no notice falls between them.
 */
import type { JsonObject } from '@midcall/core';
import type { NotificationMessage } from '../json-rpc/message.js';
import { isFailure, objectAt, request } from '../json-rpc/message.js';
import { notificationParamsForLegacy } from '../translate/results.js';
import type { SentRequest, Wire } from '../upstream/wire.js';

export interface ListenRelay {
  /** Begins to listen for what the server offers; nothing happens where it offers nothing. */
  start(): void;
  /** False when the server refused. */
  subscribe(uri: string): Promise<boolean>;
  unsubscribe(uri: string): Promise<boolean>;
  end(): void;
}

export interface ListenRelayOptions {
  readonly wire: () => Promise<Wire>;
  /** The server's capabilities, as discovered. */
  readonly capabilities: JsonObject;
  /** The envelope for a request of the bridge. */
  readonly meta: () => JsonObject;
  readonly toHost: (note: NotificationMessage) => void;
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

export function listenRelay(options: ListenRelayOptions): ListenRelay {
  const uris = new Set<string>();
  let current: SentRequest | undefined;
  let turn = 0;
  let over = false;

  const filter = (): JsonObject => {
    const offers = (kind: string): boolean => objectAt(options.capabilities, kind)?.listChanged === true;
    return {
      ...(offers('tools') && { toolsListChanged: true }),
      ...(offers('prompts') && { promptsListChanged: true }),
      ...(offers('resources') && { resourcesListChanged: true }),
      ...(uris.size > 0 && { resourceSubscriptions: [...uris] }),
    };
  };

  const renew = async (): Promise<boolean> => {
    const notifications = filter();
    const own = ++turn;
    const old = current;
    if (Object.keys(notifications).length === 0) {
      current = undefined;
      old?.cancel('nothing is subscribed any more');
      return true;
    }
    const wire = await options.wire().catch(() => undefined);
    if (wire === undefined || over) return false;
    return new Promise(resolve => {
      const next = wire.request(request(`midcall-listen-${own}`, 'subscriptions/listen', { notifications, _meta: options.meta() }), {
        onResponse(response) {
          if (current === next) current = undefined;
          resolve(!isFailure(response));
        },
        onNotification(note) {
          if (note.method === ACKNOWLEDGED) {
            old?.cancel('renewed');
            resolve(true);
            return;
          }
          const params = notificationParamsForLegacy(note.params);
          options.toHost({ jsonrpc: '2.0', method: note.method, ...(params && { params }) });
        },
      });
      current = next;
    });
  };

  return {
    start() {
      if (Object.keys(filter()).length > 0) void renew();
    },
    subscribe(uri) {
      if (uris.has(uri)) return Promise.resolve(true);
      uris.add(uri);
      return renew().then(taken => {
        if (!taken) uris.delete(uri);
        return taken;
      });
    },
    unsubscribe(uri) {
      return uris.delete(uri) ? renew() : Promise.resolve(true);
    },
    end() {
      over = true;
      current?.cancel('the host is gone');
    },
  };
}
