/**
 * Requests of the gateway's own to a legacy host: questions that are not the server's own frames.
 *
 * Invariants:
 *  1. Ids are unguessable and never reused on the connection (E-R-21, requirements §3.3).
 *  2. An aborted request is taken back at the host and its late answer dropped (E-L-06c).
 */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@midcall/core';
import type { HostReply } from '../asking/asker.js';
import type { Link } from '../json-rpc/link.js';
import type { ResponseMessage, RpcId } from '../json-rpc/message.js';
import { idKey, isFailure, notification, request } from '../json-rpc/message.js';

export interface HostRequests {
  ask(
    method: string,
    params: JsonObject | undefined,
    options: { readonly relatedTo?: RpcId; readonly signal: AbortSignal },
  ): Promise<HostReply>;
  /** True if the response answered one of ours. */
  answered(response: ResponseMessage): boolean;
}

export function hostRequests(host: Link): HostRequests {
  const open = new Map<string, (reply: HostReply) => void>();
  const prefix = randomBytes(9).toString('base64url');
  let asked = 0;
  return {
    ask(method, params, { relatedTo, signal }) {
      const sendOptions = relatedTo === undefined ? undefined : { relatedTo };
      if (signal.aborted) return Promise.resolve({ kind: 'gone' });
      const id = `${prefix}-${++asked}`;
      return new Promise(resolve => {
        const finish = (reply: HostReply): void => {
          open.delete(idKey(id));
          signal.removeEventListener('abort', withdraw);
          resolve(reply);
        };
        const withdraw = (): void => {
          void host.send(notification('notifications/cancelled', { requestId: id, reason: 'no longer needed' }), sendOptions);
          finish({ kind: 'gone' });
        };
        open.set(idKey(id), finish);
        signal.addEventListener('abort', withdraw, { once: true });
        void host.send(request(id, method, params), sendOptions).then(error => {
          // The host could not be handed the question: nobody saw it.
          if (error !== undefined && open.has(idKey(id))) finish({ kind: 'result', result: { action: 'cancel' } });
        });
      });
    },
    answered(response) {
      const finish = open.get(idKey(response.id));
      if (finish === undefined) return false;
      finish(isFailure(response) ? { kind: 'error', error: response.error } : { kind: 'result', result: response.result });
      return true;
    },
  };
}
