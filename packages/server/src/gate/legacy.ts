/**
 * The older revisions: the same runs, in one request. Each round's questions are pushed to the host on the call's own
 * stream, with their own time limit, tied to the call's cancellation; nothing of the SDK's shim is used.
 */
import { MidcallError } from '@midcall/core';
import { RPC } from '@midcall/core/wire';
import { textResult } from '../engine/conclude.js';
import { Journal } from '../engine/journal.js';
import type { RunDefinition } from '../engine/run.js';
import { type Body, runRound } from '../engine/run-round.js';
import { takeAnswers } from '../engine/take-answers.js';
import type { Frame } from './frame.js';
import type { GateServices } from './gate-services.js';
import { answeredAt } from './modern.js';
import { PushFailed, pushQuestions } from './push.js';
import { WireError } from './wire-error.js';

/** @param push Brings one round of questions to the host; its answers come by wire key. */
export async function runLegacy(
  services: GateServices,
  definition: RunDefinition,
  frame: Frame,
  body: Body,
  push: typeof pushQuestions = pushQuestions,
): Promise<unknown> {
  const journal = new Journal();
  for (let round = 1; ; round += 1) {
    const outcome = await runRound(services, definition, frame, journal, body, round);
    if (outcome.kind === 'result') return outcome.value;
    if (round > services.limits.rounds) {
      throw new MidcallError('TOO_MANY_ROUNDS', `${definition.name} asked for more than ${services.limits.rounds} rounds of answers`, {
        hint: 'Ask together what belongs together, or raise createMidcall({ rounds }).',
      });
    }
    try {
      takeAnswers(journal, await push(services, frame, journal, outcome.questions), answeredAt(services, frame));
    } catch (error) {
      if (!(error instanceof PushFailed)) throw error;
      const text = `${definition.name} was not carried out: the host could not show the question. Nothing was changed.`;
      if (definition.method === 'tools/call') return textResult(text, true);
      frame.fault ??= { error: new WireError(RPC.internalError, text, { reason: 'unavailable' }) };
      return undefined;
    }
  }
}
