/**
 * The questions of one legacy call that are open at the desk.
 *
 * Invariants:
 *  1. Each is answered at the server once: with the person's answer, or with `cancel` when the call ends first.
 *  2. One that the server took back is withdrawn, and nothing is answered for it.
 */
import type { JsonObject, Revision } from '@midcall/core';
import type { Asker } from '../asking/asker.js';
import { callView } from '../asking/call-view.js';
import type { RequestMessage, RpcId } from '../json-rpc/message.js';
import { idKey } from '../json-rpc/message.js';
import type { LegacySession } from '../upstream/legacy-session.js';

export interface DeskQuestions {
  ask(id: RpcId, params: JsonObject, revision: Revision): Promise<void>;
  /** Whether a person is being asked now. */
  readonly open: boolean;
  /** The server took one back. */
  withdrawn(id: RpcId): void;
  /** The call ends: all are withdrawn, and the server gets `cancel` for each. */
  close(): void;
}

export interface DeskQuestionsOptions {
  readonly asker: Asker;
  readonly principal: string;
  /** The call they belong to. */
  readonly message: RequestMessage;
  readonly session: () => LegacySession | undefined;
  /** Signs of life to the host until the returned function is called. */
  readonly waiting: () => (() => void) | undefined;
}

export function deskQuestions(options: DeskQuestionsOptions): DeskQuestions {
  const open = new Map<string, { readonly id: RpcId; readonly withdraw: AbortController }>();
  return {
    get open() {
      return open.size > 0;
    },
    async ask(id, params, revision) {
      const entry = { id, withdraw: new AbortController() };
      open.set(idKey(id), entry);
      const stop = options.waiting();
      const claim = options.session()?.claim;
      const reply = await options.asker.desk({
        params,
        revision,
        principal: options.principal,
        call: callView(options.message),
        signal: entry.withdraw.signal,
        ...(claim && { claim }),
      });
      stop?.();
      if (open.get(idKey(id)) !== entry || reply.kind === 'gone') {
        if (reply.kind === 'answer') reply.settle(false);
        return;
      }
      open.delete(idKey(id));
      const session = options.session();
      if (reply.kind === 'error') void session?.answer(id, { error: reply.error });
      else reply.settle((await session?.answer(id, { result: reply.result })) ?? false);
    },
    withdrawn(id) {
      const entry = open.get(idKey(id));
      open.delete(idKey(id));
      entry?.withdraw.abort('withdrawn by the server');
    },
    close() {
      const left = [...open.values()];
      open.clear();
      for (const { id, withdraw } of left) {
        withdraw.abort('the call has ended');
        void options.session()?.answer(id, { result: { action: 'cancel' } });
      }
    },
  };
}
