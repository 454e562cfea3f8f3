/**
 * -32042 during a call for a modern host (requirements §3.5): the server's call is over, its pages become a round or are
 * opened from the desk, and once all are agreed to the call is asked for anew, once for each round (E-N-05).
 */
import type { JsonObject } from '@midcall/core';
import { RPC } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Asker } from '../asking/asker.js';
import { whoIsAsked } from '../asking/modes.js';
import { urlRequired } from '../host/url-required.js';
import type { RequestMessage, RpcError } from '../json-rpc/message.js';
import { isObject, textAt } from '../json-rpc/message.js';
import { toolFailure } from '../translate/results.js';
import type { LegacySession } from '../upstream/legacy-session.js';
import type { Body, Carrier } from './carrier.js';

export interface CallPages {
  /** What the server listed. `round` hands the items to the host; `again` asks for the call anew; `end` ends it. */
  required(error: RpcError, carrier: Carrier | undefined): void;
  /** The host agreed to all pages of the round. */
  agreed(items: readonly JsonObject[]): void;
  /** One page was not opened. */
  refused(): void;
  /** A page is done at the server. */
  completed(elicitationId: string): void;
}

export interface CallPagesOptions {
  readonly asker: Asker;
  readonly clock: Clock;
  readonly principal: string;
  readonly message: RequestMessage;
  readonly session: () => LegacySession | undefined;
  readonly signal: AbortSignal;
  readonly round: (items: readonly JsonObject[]) => void;
  readonly again: () => void;
  readonly end: (body: Body) => void;
}

export function callPages(options: CallPagesOptions): CallPages {
  const { asker, principal, message, signal } = options;
  const pages = urlRequired({
    asker,
    clock: options.clock,
    principal,
    revision: () => options.session()?.revision,
    claim: () => options.session()?.claim,
  });

  const atDesk = async (error: RpcError, carrier: Carrier | undefined): Promise<void> => {
    const stop = carrier?.waiting('Waiting for a person to open a page of this server.');
    const agreed = await pages.atDesk(message, error, signal);
    stop?.();
    if (signal.aborted) return;
    if (agreed) options.again();
    else options.end(notOpened(message, NOT_OPENED));
  };

  return {
    required(error, carrier) {
      const listed = isObject(error.data) ? error.data.elicitations : undefined;
      const items = Array.isArray(listed) ? listed.filter(isObject).map(item => ({ ...item, mode: 'url' }) as JsonObject) : [];
      const who = carrier === undefined ? 'refuse' : whoIsAsked('url', carrier.modes, asker.reach(principal));
      if (items.length === 0 || who === 'refuse') {
        options.end(notOpened(message, 'This call needs a page to be opened, which this client cannot show.'));
      } else if (who === 'desk') void atDesk(error, carrier);
      else {
        pages.expect(idsOf(items));
        options.round(items);
      }
    },
    agreed(items) {
      void pages.done(idsOf(items), signal).then(() => {
        if (!signal.aborted) options.again();
      });
    },
    refused: () => options.end(notOpened(message, NOT_OPENED)),
    completed: elicitationId => void pages.completed(elicitationId),
  };
}

const NOT_OPENED = 'The page was not opened, so nothing was done.';

function idsOf(items: readonly JsonObject[]): readonly string[] {
  return items.flatMap(item => textAt(item, 'elicitationId') ?? []);
}

function notOpened(message: RequestMessage, text: string): Body {
  return message.method === 'tools/call'
    ? { result: { ...toolFailure(text), resultType: 'complete' } }
    : { error: { code: RPC.internalError, message: text } };
}
