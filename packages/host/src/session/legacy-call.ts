/**
 * One call of the 2025 revisions. The server asks by requests of its own while the call is suspended (see
 * `answer-push.ts`); what is handled here is `-32042`: the call fails until pages are opened, and is then sent again.
 *
 * Invariants:
 *  1. Only URL items are shown, with the same consent as any URL question; nothing is answered to the server for them (E-N-12).
 *  2. The wait for a completion notice is bounded, and the person can retry or give up at any time (E-N-06).
 *  3. What is returned when the person refuses names neither address nor text of the server (it goes to a model).
 */
import type { Json, JsonObject, Revision } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import { RPC } from '@midcall/core/wire';
import type { DeskAnswer } from '../desk.js';
import { notDone } from './not-done.js';
import type { OpenCall } from './open-calls.js';
import type { CallOptions } from './session.js';
import type { SessionParts, SessionRequest } from './session-parts.js';
import { approveLeg, askPerson, requestOptions } from './session-parts.js';

export async function runLegacyCall(
  parts: SessionParts,
  request: SessionRequest,
  run: { readonly call: OpenCall; readonly options: CallOptions; readonly revision: Revision | undefined },
): Promise<unknown> {
  for (let round = 0; ; round += 1) {
    await approveLeg(parts, run.call);
    try {
      run.call.heard();
      return await parts.client.request(request as never, requestOptions(run.call, run.options));
    } catch (error) {
      const required = run.revision === '2025-11-25' ? requiredPages(error) : undefined;
      if (required === undefined) throw error;
      if (round >= parts.options.maxRounds) {
        throw new MidcallError(
          'TOO_MANY_ROUNDS',
          `The server still wanted pages opened after ${parts.options.maxRounds} rounds; the call was ended.`,
          {
            data: { reason: 'too-many-rounds', rounds: parts.options.maxRounds },
          },
        );
      }
      if (required.length === 0) {
        throw new MidcallError('ROUND_INVALID', 'The server wants a page opened but names none.', {
          data: { reason: 'nothing-requested' },
        });
      }
      const refused = await openPages(parts, required, { ...run, revision: '2025-11-25' });
      if (refused !== undefined) return notDone(request.method, parts.options.server, refused);
    }
  }
}

/** The URL items of a `-32042` (E-N-10, E-N-11); anything else listed there is not shown. */
function requiredPages(error: unknown): readonly JsonObject[] | undefined {
  if (typeof error !== 'object' || error === null || (error as { code?: unknown }).code !== RPC.urlElicitationRequired) return undefined;
  const listed = (error as { data?: { elicitations?: unknown } }).data?.elicitations;
  if (!Array.isArray(listed)) return [];
  return listed.filter(
    (item: Json): item is JsonObject =>
      typeof item === 'object' && item !== null && !Array.isArray(item) && (item as JsonObject).mode === 'url',
  );
}

/** Returns the action that kept a page closed, or undefined when all are done (or the person says so). */
async function openPages(
  parts: SessionParts,
  items: readonly JsonObject[],
  { call, options, revision }: { readonly call: OpenCall; readonly options: CallOptions; readonly revision: Revision },
): Promise<'decline' | 'cancel' | undefined> {
  const round = items.length > 1 ? parts.id() : undefined;
  const outcomes = await Promise.all(
    items.map(async item => {
      const page = createPageWait(parts, call.signal);
      const id = typeof item.elicitationId === 'string' ? item.elicitationId : undefined;
      // Listen from the start: the notice may come before the person has even answered here.
      const stop = id === undefined ? () => {} : parts.completions.wait(id, page.done);
      try {
        const answer = await askPerson(parts, {
          params: item,
          revision,
          call,
          signal: call.signal,
          expiresIn: options.expiresIn,
          onRetry: page.done,
          onGiveUp: page.giveUp,
          ...(round !== undefined && { round }),
        });
        if (call.signal.aborted) throw call.signal.reason;
        return await outcomeOf(answer, page);
      } finally {
        stop();
      }
    }),
  );
  return outcomes.find(outcome => outcome === 'decline') ?? outcomes.find(outcome => outcome === 'cancel');
}

async function outcomeOf(answer: DeskAnswer, page: PageWait): Promise<'decline' | 'cancel' | undefined> {
  if (answer.result.action !== 'accept') {
    answer.settle('delivered');
    return answer.result.action;
  }
  const ended = await page.wait();
  if (ended === 'given-up') return 'cancel';
  answer.settle('delivered');
  return undefined;
}

interface PageWait {
  readonly done: () => void;
  readonly giveUp: () => void;
  wait(): Promise<'done' | 'given-up'>;
}

function createPageWait(parts: SessionParts, signal: AbortSignal): PageWait {
  let settle: (how: 'done' | 'given-up') => void = () => {};
  const ended = new Promise<'done' | 'given-up'>(resolve => {
    settle = resolve;
  });
  return {
    done: () => settle('done'),
    giveUp: () => settle('given-up'),
    async wait() {
      const stop = parts.clock.setTimeout(() => settle('done'), parts.options.completionWait);
      let abort: () => void = () => {};
      const lost = new Promise<never>((_, reject) => {
        abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
      });
      try {
        return await Promise.race([ended, lost]);
      } finally {
        stop();
        signal.removeEventListener('abort', abort);
      }
    },
  };
}
