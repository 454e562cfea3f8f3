/**
 * `subscriptions/listen` of a modern host, served from a legacy server's change notices (requirements §3.5).
 *
 * Invariants:
 *  1. The acknowledgement comes first and names only what the server offers; nothing else is ever sent on it (E-N-14).
 *  2. Every notice carries the id of the listening request.
 *  3. What was subscribed at the server for it is unsubscribed when nobody listens any more.
 */
import type { JsonObject } from '@midcall/core';
import type { Link } from '../json-rpc/link.js';
import type { NotificationMessage, RequestMessage } from '../json-rpc/message.js';
import { failure, notification, objectAt, request, result, textAt } from '../json-rpc/message.js';
import type { LegacySession } from '../upstream/legacy-session.js';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

const LISTS = {
  toolsListChanged: ['tools', 'notifications/tools/list_changed'],
  promptsListChanged: ['prompts', 'notifications/prompts/list_changed'],
  resourcesListChanged: ['resources', 'notifications/resources/list_changed'],
} as const;

export interface OpenListen {
  /** Ends it; with `graceful`, the host is told by a result. */
  end(graceful: boolean): void;
}

/** Serves one listening request; undefined when it was refused. */
export function serveListen(host: Link, message: RequestMessage, session: LegacySession): OpenListen | undefined {
  const wanted = objectAt(message.params, 'notifications');
  if (wanted === undefined) {
    void host.send(failure(message.id, { code: -32602, message: 'subscriptions/listen names the notifications it wants.' }), {
      relatedTo: message.id,
    });
    return undefined;
  }
  const capabilities = objectAt(session.initialize, 'capabilities') ?? {};
  const honored: Record<string, JsonObject[string]> = {};
  const methods = new Set<string>();
  for (const [name, [kind, method]] of Object.entries(LISTS)) {
    if (wanted[name] !== true || objectAt(capabilities, kind)?.listChanged !== true) continue;
    honored[name] = true;
    methods.add(method);
  }
  const asked = wanted.resourceSubscriptions;
  const canSubscribe = objectAt(capabilities, 'resources')?.subscribe === true;
  const uris = new Set(Array.isArray(asked) && canSubscribe ? asked.filter(uri => typeof uri === 'string') : []);
  if (uris.size > 0) honored.resourceSubscriptions = [...uris];

  const stamp = { [SUBSCRIPTION]: message.id };
  const send = (method: string, params: JsonObject): void =>
    void host.send(notification(method, { ...params, _meta: { ...objectAt(params, '_meta'), ...stamp } }), { relatedTo: message.id });

  send('notifications/subscriptions/acknowledged', { notifications: honored });
  for (const uri of uris) atServer(session, 'resources/subscribe', uri, 1);
  const stop = session.watch((note: NotificationMessage) => {
    const uri = textAt(note.params, 'uri');
    const fits = note.method === 'notifications/resources/updated' ? uri !== undefined && uris.has(uri) : methods.has(note.method);
    if (fits) send(note.method, note.params ?? {});
  });

  return {
    end(graceful) {
      stop();
      for (const uri of uris) atServer(session, 'resources/unsubscribe', uri, -1);
      if (graceful) void host.send(result(message.id, { resultType: 'complete', _meta: stamp }), { relatedTo: message.id });
    },
  };
}

const subscribed = new WeakMap<LegacySession, Map<string, number>>();

/** Subscribes with the first listener of a URI and unsubscribes with the last. */
function atServer(session: LegacySession, method: string, uri: string, by: 1 | -1): void {
  const counts = subscribed.get(session) ?? new Map<string, number>();
  subscribed.set(session, counts);
  const before = counts.get(uri) ?? 0;
  counts.set(uri, before + by);
  if ((by === 1 && before === 0) || (by === -1 && before === 1)) {
    session.wire.request(request(`midcall-${method}`, method, { uri }), { onResponse: () => undefined });
  }
}
