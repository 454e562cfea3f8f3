/**
 * One round of questions to a host of the older revisions.
 *
 * Promises:
 *  1. Every question goes out on the stream of the call it belongs to (E-R-17), once (E-R-18).
 *  2. A question that is not answered in time is withdrawn at the host and counts as `cancel` (N1, E-L-01); so does one
 *     whose host is gone (N2).
 *  3. When the call is cancelled, or one question fails, the others are withdrawn (N12).
 *  4. While a question is open, a host that gave a progress token hears every 15 seconds that the call lives (D15).
 */
import { isRevision, type JsonObject, type Revision } from '@midcall/core';
import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import { type Journal, wireKey } from '../engine/journal.js';
import type { Question } from '../engine/question.js';
import { LONGEST_FLOW } from '../engine/services.js';
import type { Frame } from './frame.js';
import type { GateServices } from './gate-services.js';
import { toRevision } from './to-revision.js';

/** The host answered a question with an error: nobody saw it, so nobody answered it. */
export class PushFailed extends Error {}

const BEAT_MS = 15_000;

/** Answers by wire key. @throws PushFailed; the reason of the call's cancellation */
export async function pushQuestions(
  services: GateServices,
  frame: Frame,
  journal: Journal,
  questions: ReadonlyMap<string, Question>,
): Promise<Readonly<Record<string, unknown>>> {
  const { signal } = frame.ctx.mcpReq;
  if (signal.aborted && !isClosed(signal.reason)) throw signal.reason;
  const pushes = [...questions].map(([key, question]) => ({
    wire: wireKey(key, journal.asked.get(key)?.times ?? 1),
    question,
    end: new AbortController(),
  }));
  if (signal.aborted) return Object.fromEntries(pushes.map(({ wire }) => [wire, CANCEL]));
  const withdraw = (reason: unknown): void => {
    for (const { end } of pushes) end.abort(reason);
  };
  const cancelled = (): void => withdraw(signal.reason ?? 'the call was cancelled');
  signal.addEventListener('abort', cancelled, { once: true });
  const stopBeat = beat(services, frame);
  try {
    const answers = await Promise.all(
      pushes.map(async ({ wire, question, end }) => [wire, await push(services, frame, question, end)] as const),
    );
    return Object.fromEntries(answers);
  } catch (error) {
    withdraw('another question of this call failed');
    signal.throwIfAborted();
    throw error instanceof PushFailed ? error : new PushFailed('the host could not be asked', { cause: error });
  } finally {
    stopBeat();
    signal.removeEventListener('abort', cancelled);
  }
}

async function push(services: GateServices, frame: Frame, question: Question, end: AbortController): Promise<unknown> {
  const revision = frame.view.revision as string;
  const sent = toRevision(question, isRevision(revision) ? revision : LEGACY, services.randomId);
  if (sent === undefined) throw new PushFailed('this revision cannot ask that');
  let expired = false;
  const limit = Math.min(question.limit ?? services.limits.questionMs, LONGEST_FLOW);
  const stop = services.clock.setTimeout(() => {
    expired = true;
    services.observer?.expired('legacy');
    end.abort('the question expired');
  }, limit);
  try {
    const result = await frame.ctx.mcpReq.send({ method: question.method, params: sent.params as Record<string, unknown> }, ANYTHING, {
      signal: end.signal,
      // Ours decides; the SDK's own timer only must not be shorter.
      timeout: SDK_LONGEST,
    });
    return sent.back(result as JsonObject);
  } catch (error) {
    // Nobody answers any more: the handler may still put away what it has begun (N2).
    if (expired || isClosed(error)) return CANCEL;
    throw error;
  } finally {
    stop();
  }
}

/** The host is gone, which is no choice of anybody. */
function isClosed(error: unknown): boolean {
  return (error as { readonly code?: unknown } | undefined)?.code === 'CONNECTION_CLOSED';
}

/** Tells a waiting host that the call lives. */
function beat(services: GateServices, frame: Frame): () => void {
  if (!frame.progress.wanted) return () => {};
  let stop = (): void => {};
  const next = (): void => {
    stop = services.clock.setTimeout(() => {
      frame.progress.beat('Waiting for the person to answer').catch(services.report);
      next();
    }, BEAT_MS);
  };
  next();
  return () => stop();
}

const CANCEL = { action: 'cancel' } as const;

/** A later 2025 revision than those listed would still speak the newest of their dialects. */
const LEGACY: Revision = '2025-11-25';

const SDK_LONGEST = 2 ** 31 - 1;

/** Takes what the host sends as it is: checking is ours, and says more than a schema error would. */
const ANYTHING: StandardSchemaV1<unknown, unknown> = { '~standard': { version: 1, vendor: 'midcall', validate: value => ({ value }) } };
