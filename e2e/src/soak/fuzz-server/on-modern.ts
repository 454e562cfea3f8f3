/** Hostile requests of the newest revision: states, answers, arguments, replays, envelopes. */
import type { FakeClock } from '@midcall/store';
import type { Random } from '../random.js';
import type { Watch } from './booking.js';
import { goodAnswer, hostileAnswers } from './hostile-answers.js';
import { hostileObject, hostileText, PLANTED } from './hostile-json.js';
import { hostileState } from './hostile-state.js';
import { envelope, type Line, type Sent } from './line.js';

export interface Met {
  refusedStates: number;
  refusedAnswers: number;
  askedAgain: number;
  refusedArguments: number;
  replays: number;
  expired: number;
  pushes: number;
  unanswered: number;
  cancelled: number;
  completed: number;
  effects: number;
}

export interface Range {
  readonly random: Random;
  readonly line: Line;
  readonly clock: FakeClock;
  readonly watch: Watch;
  readonly met: Met;
}

/** Where an honest flow stands: what its next retry would hold. */
interface Flow {
  state: string;
  keys: readonly string[];
  /** The state and answers before, once spent. */
  spent: { readonly state: string; readonly answers: string; readonly outcome: string } | undefined;
  /** Whether somebody has said an honest yes to `sure`. */
  sure: boolean;
}

export interface ModernRange {
  /** One hostile input. @throws Error if anything is not as it must be */
  shoot(): Promise<void>;
}

export async function modernRange(range: Range, strangers: readonly string[]): Promise<ModernRange> {
  const { random, line, clock, watch, met } = range;
  const foreign = [
    ...strangers,
    await mint(line, ARGUMENTS, 'mallory'),
    await mint(line, '{"trip":"south"}', 'alice'),
    await mint(line, '{}', 'alice', 'other'),
  ];
  let flow = await open();

  async function open(): Promise<Flow> {
    const { state, keys } = waiting(await call(line, { arguments: ARGUMENTS }));
    return { state, keys, spent: undefined, sure: false };
  }

  const shots = {
    async state() {
      const entered = watch.entered;
      const state = hostileState(random, flow.state, foreign);
      const answers = random.chance(0.5) ? honest(flow.keys) : hostileAnswers(random, flow.keys);
      const sent = await call(line, { arguments: ARGUMENTS, requestState: state, inputResponses: answers });
      refused(sent, entered, `a state that is not this call's: ${state.slice(0, 200)}`);
      met.refusedStates += 1;
    },

    async answers() {
      const answers = hostileAnswers(random, flow.keys);
      const spending = flow;
      const effects = watch.effects.size;
      const sent = await call(line, { arguments: ARGUMENTS, requestState: JSON.stringify(flow.state), inputResponses: answers });
      if (sent.error !== undefined) {
        expect(sent.error.code === -32602, `answers ended in error ${sent.error.code}: ${answers.slice(0, 300)}`);
        met.refusedAnswers += 1;
        return;
      }
      const sure = flow.sure || saysYes(answers);
      if (watch.effects.size > effects) {
        expect(sure, `the effect happened without a yes: ${answers.slice(0, 300)}`);
        met.effects += 1;
      }
      if (sent.result?.resultType !== 'input_required') {
        met.completed += 1;
        flow = await open();
        return;
      }
      met.askedAgain += 1;
      flow = { ...waiting(sent), sure, spent: { state: spending.state, answers, outcome: JSON.stringify(sent.result) } };
    },

    async arguments() {
      const entered = watch.entered;
      const text = random.chance(0.5)
        ? hostileText(random)
        : hostileObject(random, { trip: random.pick(['"north"', hostileText(random)]) });
      if (random.chance(0.5)) {
        const sent = await call(line, { arguments: text, requestState: JSON.stringify(flow.state), inputResponses: honest(flow.keys) });
        // What is not even a map of arguments is refused by the SDK; whatever is one belongs to another call.
        if (same(text, ARGUMENTS)) flow = await open();
        else refused(sent, entered, `other arguments with a state: ${text.slice(0, 200)}`);
      } else {
        const sent = await call(line, { arguments: text });
        expect(
          sent.error === undefined || sent.error.code === -32602,
          `arguments ended in error ${sent.error?.code}: ${text.slice(0, 200)}`,
        );
      }
      met.refusedArguments += 1;
    },

    async replay() {
      if (flow.spent === undefined) return shots.answers();
      const { state, answers, outcome } = flow.spent;
      const entered = watch.entered;
      const changed = random.chance(0.5);
      const sent = await call(line, {
        arguments: ARGUMENTS,
        requestState: JSON.stringify(state),
        inputResponses: changed ? `{"who":${hostileText(random)}}` : answers,
      });
      if (changed && sent.error !== undefined) refused(sent, entered, 'a spent state with other answers');
      else {
        expect(watch.entered === entered, 'a duplicate ran the handler');
        expect(JSON.stringify(sent.result) === outcome || sent.error?.code === -32602, 'a duplicate had another outcome');
      }
      met.replays += 1;
    },

    async envelope() {
      const entered = watch.entered;
      const meta = random.chance(0.5) ? envelope(random.pick(['mallory', '__proto__', ' alice'])) : hostileObject(random, {});
      const sent = await call(line, {
        arguments: ARGUMENTS,
        requestState: JSON.stringify(flow.state),
        inputResponses: honest(flow.keys),
        _meta: meta,
      });
      expect(sent.error !== undefined && watch.entered === entered, `a foreign envelope was taken: ${meta.slice(0, 300)}`);
      expect(sent.error?.code !== -32603, `an envelope ended in an internal error: ${meta.slice(0, 300)}`);
    },

    async expired() {
      const entered = watch.entered;
      await clock.advance(DAY);
      const sent = await call(line, { arguments: ARGUMENTS, requestState: JSON.stringify(flow.state), inputResponses: honest(flow.keys) });
      refused(sent, entered, 'a state of yesterday');
      met.expired += 1;
      flow = await open();
    },
  };

  function refused(sent: Sent, entered: number, what: string): void {
    expect(sent.error?.code === -32602, `${what} got ${JSON.stringify(sent.error ?? sent.result).slice(0, 300)}`);
    expect(watch.entered === entered, `${what} entered the handler`);
    expect(!JSON.stringify(sent).includes(PLANTED), `${what} came back in the error`);
  }

  return {
    async shoot() {
      const dice = random.below(1_000);
      if (dice < 480) await shots.state();
      else if (dice < 820) await shots.answers();
      else if (dice < 900) await shots.arguments();
      else if (dice < 960) await shots.replay();
      else if (dice < 998) await shots.envelope();
      else await shots.expired();
    },
  };
}

/** A genuine state. */
export async function mint(line: Line, args: string, user: string, name = 'book'): Promise<string> {
  return waiting(await call(line, { name, arguments: args, _meta: envelope(user) })).state;
}

export const ARGUMENTS = '{"trip":"north"}';
const DAY = 24 * 3_600_000;
const ALICE = envelope('alice');

/** All values are JSON text. @throws Error if nothing comes back */
async function call(line: Line, { name = 'book', ...more }: Readonly<Record<string, string>>): Promise<Sent> {
  const id = line.nextId();
  const params = Object.entries({ _meta: ALICE, ...more }).map(([key, text]) => `${JSON.stringify(key)}:${text}`);
  const json = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(name)},${params.join(',')}}}`;
  line.send(json);
  const sent = await line.response(id);
  if (sent === undefined) throw new Error(`no response to ${json.slice(0, 400)}`);
  return sent;
}

function waiting(sent: Sent): { readonly state: string; readonly keys: readonly string[] } {
  const { resultType, requestState, inputRequests } = sent.result ?? {};
  if (resultType !== 'input_required' || typeof requestState !== 'string')
    throw new Error(`not asked: ${JSON.stringify(sent).slice(0, 300)}`);
  return { state: requestState, keys: Object.keys(inputRequests as object) };
}

function honest(keys: readonly string[]): string {
  return `{${keys.map(key => `${JSON.stringify(key)}:${goodAnswer(key)}`).join(',')}}`;
}

/** Judged on what was parsed, as the server sees it. */
function saysYes(answers: string): boolean {
  const map: unknown = JSON.parse(answers);
  return (
    typeof map === 'object' &&
    map !== null &&
    Object.entries(map).some(([key, answer]) => key.startsWith('sure') && answer?.action === 'accept' && answer.content?.confirm === true)
  );
}

/** Whether both mean the same call; a member called __proto__ is dropped by the SDK before anybody sees it. */
function same(left: string, right: string): boolean {
  const [a, b] = [left, right].map(text => {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ['__proto__']: undefined } : value,
    );
  });
  return a === b;
}

export function expect(fine: boolean, what: string): asserts fine {
  if (!fine) throw new Error(what);
}
