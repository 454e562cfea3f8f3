/**
 * -32042 from a legacy server to a host that cannot show a page (requirements §3.3): the person is asked at the desk, and
 * the call is made anew once the pages are done.
 *
 * Invariants:
 *  1. The call is made again only after every listed page was agreed to (E-N-10), and at most once for each round.
 *  2. Completion is waited for at most `HOLD_MS`, then the server is asked itself (E-N-06).
 *  3. A refusal ends the call in words, as no error of the tool's.
 */
import type { JsonObject, Revision } from '@midcall/core';
import type { Clock } from '@midcall/store';
import type { Asker } from '../asking/asker.js';
import { callView, isAsking } from '../asking/call-view.js';
import type { RequestMessage, RpcError } from '../json-rpc/message.js';
import { isObject, textAt } from '../json-rpc/message.js';

export interface UrlRequired {
  /** True when the call may be made again. */
  atDesk(message: RequestMessage, error: RpcError, signal: AbortSignal): Promise<boolean>;
  /** Notes pages that somebody else shows, so that their completion is known whenever it comes. */
  expect(elicitationIds: readonly string[]): void;
  /** Settles when all of them are done, when `HOLD_MS` are over, or when `signal` is aborted. */
  done(elicitationIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** A page is done; true if it was one of ours. */
  completed(elicitationId: string): boolean;
}

export interface UrlRequiredOptions {
  readonly asker: Asker;
  readonly clock: Clock;
  readonly principal: string;
  readonly revision: () => Revision | undefined;
  readonly claim: () => { readonly name: string; readonly version?: string } | undefined;
}

const HOLD_MS = 45_000;

export function urlRequired(options: UrlRequiredOptions): UrlRequired {
  const waiting = new Map<string, (() => void) | undefined>();

  const expect = (ids: readonly string[]): void => {
    for (const id of ids) waiting.set(id, undefined);
  };

  const done = (ids: readonly string[], signal: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      const left = new Set(ids.filter(id => waiting.has(id)));
      const finish = (): void => {
        stop();
        signal.removeEventListener('abort', finish);
        for (const id of ids) waiting.delete(id);
        resolve();
      };
      const stop = options.clock.setTimeout(finish, ids.length > 0 && left.size === 0 ? 0 : HOLD_MS);
      signal.addEventListener('abort', finish, { once: true });
      for (const id of left) {
        waiting.set(id, () => {
          left.delete(id);
          if (left.size === 0) finish();
        });
      }
    });

  return {
    expect,
    done,
    async atDesk(message, error, signal) {
      const listed = isObject(error.data) ? error.data.elicitations : undefined;
      const items = Array.isArray(listed) ? listed.filter(isObject).map(item => ({ ...item, mode: 'url' }) as JsonObject) : [];
      if (items.length === 0 || !isAsking(message.method)) return false;
      const ids = items.flatMap(item => textAt(item, 'elicitationId') ?? []);
      expect(ids);
      const claim = options.claim();
      const replies = await Promise.all(
        items.map(params =>
          options.asker.desk({
            params,
            revision: options.revision() ?? '2025-11-25',
            principal: options.principal,
            call: callView(message),
            signal,
            ...(claim && { claim }),
          }),
        ),
      );
      const all = replies.every(reply => reply.kind === 'answer' && reply.result.action === 'accept');
      for (const reply of replies) if (reply.kind === 'answer') reply.settle(all && !signal.aborted);
      if (!all || signal.aborted) {
        for (const id of ids) waiting.delete(id);
        return false;
      }
      await done(ids, signal);
      return !signal.aborted;
    },
    completed(elicitationId) {
      if (!waiting.has(elicitationId)) return false;
      const told = waiting.get(elicitationId);
      waiting.delete(elicitationId);
      told?.();
      return true;
    },
  };
}
