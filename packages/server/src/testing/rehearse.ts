/**
 * `rehearse`: one call of a tool, prompt or resource with a scripted person, without a transport, in milliseconds.
 *
 * Promises:
 *  1. The engine and the gate are the real ones: sealed state, single use, fingerprints, converted forms.
 *  2. The call is run as hosts of 2025-06-18, 2025-11-25 and 2026-07-28 would drive it, and as a host that cannot ask; the
 *     first three must agree. What comes from outside (answers, `pin`, `once`) happens once for all of them.
 *  3. Strict: on the newest revision every run of the handler is repeated twice from the same point, and must ask and
 *     return the same.
 *  4. Every question needs an answer and every answer a question; the library's complaints surface, whoever caught them.
 */
import { LATEST_REVISION, REVISIONS } from '@midcall/core';
import { type Clock, fakeClock, memoryStore, type Store, systemClock } from '@midcall/store';
import type { CallToolResult, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/server';
import type { Definition, PromptDefinition, ToolDefinition } from '../author/define.js';
import type { Principal } from '../gate/principal.js';
import type { LintFinding } from '../lint/finding.js';
import { lint } from '../lint/lint.js';
import { lintFlow } from '../lint/lint-flow.js';
import { toRunDefinition } from '../run-definition.js';
import type { Answers } from './answers.js';
import { compareHosts } from './compare.js';
import { failure } from './failure.js';
import { forkStore, writeBack } from './fork-store.js';
import type { ObservedEffect, RunLog } from './observe-call.js';
import { outcomeText, type WireFault } from './outcome.js';
import { type AnsweredQuestion, type Played, playHost, type Step } from './play-host.js';
import { prepare } from './prepare.js';
import type { RehearsedHost } from './request.js';
import { createScript } from './script.js';
import { rehearsalServices } from './services.js';
import { perform } from './stage.js';
import { misused, notAwaited, notDeterministic } from './verdicts.js';
import { watchWorld } from './world.js';

export interface RehearseOptions {
  /** Only this host: a revision, or `none` for one that cannot ask. Without it all are run, and must agree. */
  readonly revision?: RehearsedHost;
  /** Repeat every run of the handler twice from the same point. Default true. */
  readonly strict?: boolean;
  /** Who calls. Default: the local user of a stdio server; `anonymous`: HTTP without authentication. */
  readonly principal?: { readonly iss: string; readonly sub: string } | 'anonymous';
  /** What earlier calls left behind, and where this one leaves what it keeps (`remember`, `once` with a business key). */
  readonly store?: Store;
  /** Default: a clock that stands still; at the present where a `store` is given, whose records expire by its own clock. */
  readonly clock?: Clock;
  /** What stands outside the tool, as JSON: sent mails, rows, a mock's calls. It may change in `once` and nowhere else. */
  readonly world?: () => unknown;
}

export interface Rehearsal<Result = unknown> {
  /** Everything readable of the result; the message where it is an error. */
  readonly text: string;
  readonly result: Result | undefined;
  /** The JSON-RPC error instead of a result. */
  readonly error?: WireFault;
  /** What the handler threw. */
  readonly thrown?: unknown;
  /** What the person was asked and did, in order. */
  readonly asked: readonly AnsweredQuestion[];
  /** What happened outside, through `once`, in order. */
  readonly effects: readonly ObservedEffect[];
  /** How often the person was turned to. */
  readonly rounds: number;
  /** The hosts that were played. */
  readonly hosts: readonly RehearsedHost[];
  /** What is legal and still not good: the definition's, the questions', the whole call's. */
  readonly findings: readonly LintFinding[];
  /** What a host gets that cannot ask, where it was played beside the others. */
  readonly cannotAsk?: { readonly text: string; readonly result: Result | undefined; readonly error?: WireFault };
}

/** What a definition gives to its caller. */
export type ResultOf<D extends Definition> = D extends ToolDefinition
  ? CallToolResult
  : D extends PromptDefinition
    ? GetPromptResult
    : ReadResourceResult;

/**
 * Plays one call.
 * @param args The arguments as a host sends them; for a resource its address.
 * @param answers By key of the question.
 * @throws MidcallError REHEARSAL_FAILED, `data.rule` says why
 */
export async function rehearse<D extends Definition>(
  definition: D,
  args?: Readonly<Record<string, unknown>> | string,
  answers: Answers = {},
  options: RehearseOptions = {},
): Promise<Rehearsal<ResultOf<D>>> {
  const { name } = definition;
  const call = await prepare(definition, args);
  const clock = options.clock ?? (options.store === undefined ? fakeClock() : fakeClock(systemClock.now()));
  const base = options.store ?? memoryStore({ clock });
  const hosts: readonly RehearsedHost[] =
    options.revision === undefined ? [LATEST_REVISION, ...REVISIONS.filter(one => one !== LATEST_REVISION), 'none'] : [options.revision];
  const script = createScript(name, answers);
  const world = watchWorld(name, options.world);
  const effects: ObservedEffect[] = [];
  const faults: Error[] = [];
  const reported: unknown[] = [];
  const stores = await Promise.all(hosts.map(() => forkStore(base, clock)));
  const parts = hosts.map(
    (host, index) =>
      (actor: Parameters<Parameters<typeof perform>[0][number]>[0]): Promise<Played> =>
        playHost({
          host,
          run: toRunDefinition(definition),
          facts: { name: call.name, args: call.args, principal: principalOf(options.principal) },
          handler: call.handler,
          store: stores[index] as Store,
          services: store => rehearsalServices(store, clock, error => reported.push(error)),
          fork: store => forkStore(store, clock),
          repeats: options.strict === false ? 0 : 2,
          wait: cue => actor.wait(cue),
          effect: effect => effects.push(effect),
          answer: question => actor.wait({ id: `ask\n${question.key}\n${question.time}`, perform: () => script.answer(question) }),
          world,
          differs: (first: Step, again: Step, log: RunLog) => faults.push(notDeterministic(name, first, again, log)),
          notAwaited: log => faults.push(notAwaited(name, log)),
        }),
  );
  const played = await perform(parts, { around: world.around }).catch((error: unknown) => {
    throw world.fault ?? faults[0] ?? error;
  });
  for (const { logs } of played) for (const log of logs) if (log.misuse !== undefined) throw misused(name, log);
  if (world.fault !== undefined) throw world.fault;
  const [fault] = faults;
  if (fault !== undefined) throw fault;
  const [main, ...others] = played as [Played, ...Played[]];
  for (const other of others) if (other.host !== 'none') compareHosts(name, main, other);
  script.finish();
  await call.check(main.outcome);
  if (reported.length > 0) throw failure({ rule: 'reported' }, [`${name} left an error behind: ${String(reported[0])}`], reported[0]);
  if (options.store !== undefined) await writeBack(stores[0] as Store, options.store);
  const silent = others.find(other => other.host === 'none')?.outcome;
  const { result, error } = main.outcome;
  return {
    text: outcomeText(main.outcome),
    result: result as ResultOf<D> | undefined,
    ...(error !== undefined && { error }),
    ...('thrown' in main.outcome && { thrown: main.outcome.thrown }),
    asked: main.asked,
    effects,
    rounds: new Set(main.asked.map(question => question.round)).size,
    hosts,
    findings: [...lint(definition), ...lintFlow(definition, { runs: main.logs.map(log => log.verbs), asked: main.asked })],
    ...(silent !== undefined && {
      cannotAsk: {
        text: outcomeText(silent),
        result: silent.result as ResultOf<D> | undefined,
        ...(silent.error !== undefined && { error: silent.error }),
      },
    }),
  };
}

function principalOf(principal: RehearseOptions['principal']): Principal {
  if (principal === undefined) return { kind: 'local', iss: '', sub: 'local:rehearsal' };
  if (principal === 'anonymous') return { kind: 'anonymous', iss: '', sub: 'anonymous' };
  return { kind: 'verified', ...principal };
}
