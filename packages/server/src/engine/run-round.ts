/** One run of a handler with a `call` of its own; what is neither the author's result nor a wait is concluded here. */
import { isMidcallError } from '@midcall/core';
import type { Call } from '../author/call.js';
import type { Frame } from '../gate/frame.js';
import { asUrlError } from '../visit/url-error.js';
import { conclude, concludeBlocked, fault } from './conclude.js';
import type { OwnEnding } from './ending.js';
import type { Journal } from './journal.js';
import { LiveCall } from './live-call.js';
import type { Question } from './question.js';
import { Round } from './round.js';
import type { Run, RunDefinition } from './run.js';
import { markSent } from './send.js';
import type { Services } from './services.js';
import { urlRequired } from './url-required.js';

export type Body = (call: Call) => unknown;

export type RunResult =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'waiting'; readonly questions: ReadonlyMap<string, Question> };

/** @param number Which run of the handler this is, from 1. @throws whatever the handler throws */
export async function runRound(
  services: Services,
  definition: RunDefinition,
  frame: Frame,
  journal: Journal,
  body: Body,
  number: number,
): Promise<RunResult> {
  const { turn, report } = services;
  const round = new Round<Question, OwnEnding>({ turn, report, host: frame.ctx.mcpReq.signal });
  const run: Run = { round, frame, journal, services, definition };
  const outcome = await round.run(() => body(new LiveCall(run)));
  frame.ran = { outcome: outcome.kind, questions: outcome.kind === 'waiting' ? outcome.questions.size : 0, rounds: number - 1 };
  switch (outcome.kind) {
    case 'returned':
      return { kind: 'result', value: outcome.value };
    case 'threw': {
      const pages = await urlRequired(run, outcome.error);
      if (pages === undefined) throw outcome.error;
      if (pages.kind === 'waiting') {
        frame.ran = { outcome: 'waiting', questions: pages.questions.size, rounds: number - 1 };
        markSent(run, pages.questions);
      }
      return pages;
    }
    case 'ended':
      return { kind: 'result', value: conclude(run, outcome.ending) };
    case 'fault':
      // What the library itself gave up on reaches a tool's caller as an error result, like anything a tool throws.
      if (isMidcallError(outcome.error)) throw outcome.error;
      return { kind: 'result', value: fault(run, outcome.error) };
    case 'waiting': {
      const questions = [...outcome.questions.values()];
      const blocked = questions.filter(question => question.blocked !== undefined);
      if (blocked.length > 0) {
        frame.ran = { outcome: 'unavailable', questions: 0, rounds: number - 1 };
        return { kind: 'result', value: concludeBlocked(run, blocked) };
      }
      const listed = asUrlError(run, questions);
      if (listed !== undefined) return { kind: 'result', value: fault(run, listed) };
      markSent(run, outcome.questions);
      return { kind: 'waiting', questions: outcome.questions };
    }
  }
}
