/** What the runs of a handler give away about it, in words. */
import { at, failure } from './failure.js';
import type { RunLog } from './observe-call.js';
import { outcomeText } from './outcome.js';
import type { Step } from './play-host.js';

export function notDeterministic(name: string, first: Step, again: Step, log: RunLog): Error {
  const changed =
    again.kind === 'asks' && first.kind === 'asks'
      ? again.questions.find((question, index) => JSON.stringify(bare(question)) !== JSON.stringify(bare(first.questions[index])))
      : undefined;
  const line = changed?.line ?? log.verbs.at(-1)?.line;
  return failure({ rule: 'not-deterministic', ...(changed !== undefined && { key: changed.key }), ...(line !== undefined && { line }) }, [
    `${name} was run again from the same point and did not do the same${changed === undefined ? '' : `: '${changed.key}'`}${at(line)}`,
    `  first  ${told(first)}`,
    `  again  ${told(again)}`,
    'Take what changes by itself (time, random values, ids) through call.pin(key, fn).',
    ...(first.kind === 'ends'
      ? ['Also what the handler reads and its own effect changes: after a crash it would run again behind its effect.']
      : []),
  ]);
}

export function notAwaited(name: string, log: RunLog): Error {
  const [verb] = log.open.values();
  return failure(
    { rule: 'not-awaited', ...(verb !== undefined && { key: verb.key, ...(verb.line !== undefined && { line: verb.line }) }) },
    [
      `${name} returned while '${verb?.key}'${at(verb?.line)} was still open: nobody was asked, or nobody knows how it ended.`,
      `Await call.${verb?.verb}('${verb?.key}', …), and do not race it against a timer: give it expiresIn instead.`,
    ],
  );
}

export function misused(name: string, log: RunLog): Error {
  const { verb, error } = log.misuse as NonNullable<RunLog['misuse']>;
  const before = log.verbs.find(other => other !== verb && other.key === verb.key);
  return failure(
    { rule: 'misuse', key: verb.key, ...(verb.line !== undefined && { line: verb.line }) },
    [
      `${name}: ${error.message}: call.${verb.verb}('${verb.key}', …)${at(verb.line)}`,
      ...(before === undefined ? [] : [`  before  call.${before.verb}('${before.key}', …)${at(before.line)}`]),
      ...(error.hint === undefined ? [] : [error.hint]),
    ],
    error,
  );
}

function told(step: Step): string {
  if (step.kind === 'ends') return `ended: ${outcomeText(step.outcome)}`;
  return step.questions.map(({ key, message }) => `asked '${key}': ${message}`).join(' | ');
}

function bare(question: object | undefined): object | undefined {
  return question === undefined ? undefined : { ...question, line: undefined, url: undefined };
}
