/**
 * Judges a run by what was written down of it. A fault is one call or question to which something happened that must not:
 *
 *  crossed  somebody was shown, or got, or gave what belongs to another principal or call (N7)
 *  lost     nobody was told the end: a person saw their answer saved and it neither arrived nor was reported; or a question
 *           says delivered, and the server never had the answer (N8, D24)
 *  twice    a server did the same thing twice for one call (N5)
 *  stuck    a call is open past its limit, or a question still waits for a call that has ended (N12)
 */
import { subjectOf } from '@midcall/core';
import { type ChaosRecord, wordsOf } from './record.js';

export interface Verdict {
  readonly calls: number;
  readonly crossed: number;
  readonly lost: number;
  readonly twice: number;
  readonly stuck: number;
  /** Calls whose host, or person, was told that they were lost. */
  readonly reportedLost: number;
  readonly kills: number;
}

/** Fewer prove nothing. */
export const FEWEST_KILLS = 10;

export interface Judged {
  readonly verdict: Verdict;
  /** Calls that came to their end as meant: a run in which nothing works proves nothing. */
  readonly answered: number;
  /** One sentence for each fault, for whoever looks into it. */
  readonly faults: readonly string[];
}

export function judge(record: ChaosRecord): Judged {
  const faults: string[] = [];
  const counts = { crossed: 0, lost: 0, twice: 0, stuck: 0 };
  const fault = (kind: keyof typeof counts, what: string): void => {
    counts[kind] += 1;
    faults.push(`${kind}: ${what}`);
  };
  const owner = new Map(record.calls.map(call => [call.nonce, call.principal]));
  const done = new Map<string, number>();

  for (const { nonce, words, owner: served } of record.effects) {
    const times = (done.get(nonce) ?? 0) + 1;
    done.set(nonce, times);
    if (times === 2) fault('twice', `the effect of ${nonce} was done again`);
    const principal = owner.get(nonce);
    if (served !== undefined && principal !== undefined && subjectOf(principal)?.sub !== served)
      fault('crossed', `${nonce} was done by the server of ${served}`);
    if (principal === undefined || words !== wordsOf(principal, nonce))
      fault('crossed', `${nonce} was done with an answer that is not its own`);
  }
  for (const { nonce, principal, end } of record.calls) {
    if (end.kind === 'silent') fault('stuck', `the call ${nonce} was open past its limit`);
    if (end.kind !== 'answered') continue;
    if (end.said !== `${nonce} ${wordsOf(principal, nonce)}`) fault('crossed', `the call ${nonce} got a result that is not its own`);
    else if (!done.has(nonce)) fault('lost', `the call ${nonce} was answered as done and was not`);
  }
  for (const { question, principal, nonce } of record.seen)
    if (owner.get(nonce) !== principal) fault('crossed', `${question} about ${nonce} was shown to ${principal}`);

  const reported = new Set(
    record.calls.filter(({ end }) => end.kind === 'disconnected' || (end.kind === 'error' && end.lost)).map(call => call.nonce),
  );
  const mortal = new Set(record.calls.filter(call => call.mortal).map(call => call.nonce));
  const states = new Map(record.questions.map(one => [one.question, one]));
  for (const { question, nonce, state, action } of record.questions) {
    if (state === 'waiting' || state === 'opened') fault('stuck', `${question} about ${nonce} still waits`);
    if (state === 'saved') fault('lost', `${question} about ${nonce} is saved and neither delivered nor reported`);
    if (state === 'undeliverable') reported.add(nonce);
    // A server that died with the answer in its hands cannot be known to have acted; its host must have been told.
    const died = mortal.has(nonce) && reported.has(nonce);
    if (state === 'delivered' && action === 'accept' && !done.has(nonce) && !died)
      fault('lost', `${question} about ${nonce} says delivered and never arrived`);
  }
  for (const question of record.saved) if (!states.has(question)) fault('lost', `${question} was saved and is nowhere any more`);
  const answered = record.calls.filter(call => call.end.kind === 'answered').length;
  return { answered, verdict: { calls: record.calls.length, ...counts, reportedLost: reported.size, kills: record.kills }, faults };
}

export function passes({ verdict: { calls, crossed, lost, twice, stuck, kills }, answered }: Judged): boolean {
  return crossed + lost + twice + stuck === 0 && kills >= FEWEST_KILLS && answered * 10 >= calls;
}
