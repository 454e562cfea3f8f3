/** Hostile answers to questions that an older revision's server pushes: results, errors, doubles, strangers' ids, cancellations. */
import type { Random } from '../random.js';
import { goodAnswer, hostileAnswer, hostileAnswers } from './hostile-answers.js';
import { hostileObject, hostileText } from './hostile-json.js';
import type { Sent } from './line.js';
import { ARGUMENTS, expect, type Range } from './on-modern.js';

/** Makes one call and answers everything it asks; counts an input for every hostile frame. @throws Error if anything is not as it must be */
export async function legacyCall({ random, line, clock, watch, met }: Range): Promise<number> {
  const id = line.nextId();
  const smuggled = random.chance(0.3) ? `,"requestState":${hostileText(random)},"inputResponses":${hostileAnswers(random, ['who'])}` : '';
  line.send(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"book","arguments":${ARGUMENTS}${smuggled}}}`);
  let inputs = smuggled === '' ? 0 : 1;
  let yes = false;
  let cancelled = false;
  const effects = watch.effects.size;
  for (;;) {
    let done: Sent | undefined;
    await line.settle(() => line.pushes.length > 0, SOON);
    if (line.pushes.length === 0) {
      done = await line.response(id, SOON);
      // An answer that was no answer at all is waited out; then nobody has answered (N1).
      if (done === undefined && !cancelled) {
        await clock.advance(LIMIT);
        met.unanswered += 1;
        done = await line.response(id);
        if (done === undefined && line.pushes.length === 0) throw new Error('a call of an older revision hangs');
      }
      if (done !== undefined || cancelled) {
        expect(done === undefined || !cancelled || done.error !== undefined || done.result !== undefined, 'an empty response');
        expect(done?.error === undefined || [-32602, -32603].includes(done.error.code), `a call ended in error ${done?.error?.code}`);
        if (watch.effects.size > effects) {
          expect(yes, 'the effect happened without a yes');
          met.effects += 1;
        }
        if (done?.result !== undefined) met.completed += 1;
        return inputs;
      }
    }
    for (const push of line.pushes.splice(0)) {
      met.pushes += 1;
      inputs += 1;
      const key = keyOf(push);
      const result = random.chance(0.55) ? goodAnswer(key) : hostileAnswer(random, key);
      // Counted as a yes even if it comes too late, or twice: what must never happen is an effect without any.
      yes ||= isYes(result);
      const sent = [...frames(random, push.id, result)];
      if (random.chance(0.02)) {
        // Before the answer, after it, or between two: the race has no referee (E-L-07).
        const reason = JSON.stringify(random.pick(['', 'enough']));
        sent.splice(
          random.below(sent.length + 1),
          0,
          `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":${reason}}}`,
        );
        cancelled = true;
        met.cancelled += 1;
      }
      for (const frame of sent) line.send(frame);
    }
  }
}

/** The answer, among whatever else a broken or hostile host sends. */
function frames(random: Random, id: unknown, result: string): readonly string[] {
  const answer = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  switch (random.below(16)) {
    case 0:
      return [answer, answer];
    case 1:
      return [
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${hostileObject(random, { code: random.pick(['-32603', '"x"', '1e999']), message: '"no"' })}}`,
      ];
    case 2:
      return [`{"jsonrpc":"2.0","id":${random.pick(['99999', '"0"', 'null', '-1', '1.5'])},"result":${result}}`, answer];
    case 3:
      return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${hostileText(random)}}`];
    case 4:
      return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${hostileText(random)}}`, answer];
    default:
      return [answer];
  }
}

function keyOf(push: Sent): string {
  const { requestedSchema } = push.params as { readonly requestedSchema: { readonly properties: object } };
  const names = Object.keys(requestedSchema.properties);
  if (names.includes('confirm')) return 'sure';
  if (names.includes('choice')) return 'seat';
  return names.includes('note') ? 'note' : 'who';
}

function isYes(result: string): boolean {
  const answer: unknown = JSON.parse(result);
  const { action, content } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    action?: unknown;
    content?: { confirm?: unknown } | null;
  };
  return action === 'accept' && content?.confirm === true;
}

/** A question's own limit is 10 minutes. */
const LIMIT = 11 * 60_000;
const SOON = 24;
