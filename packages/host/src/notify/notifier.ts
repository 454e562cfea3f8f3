/**
 * A surface that is nowhere in sight: it tells the person, by the channels of the policy file, that a question waits in
 * the inbox (D35). Because somebody can be told, a server may ask (D22).
 *
 * Invariants:
 *  1. A question is told once, over all processes on the store, and only while it still waits.
 *  2. Nobody is disturbed in the times of the policy: what waits is told when they end.
 *  3. A channel that is down, slow or hostile holds up nothing: the desk goes on, and of each channel at most 32 messages
 *     wait; what comes beyond that is not told.
 *  4. Nothing about a channel but its kind and place in the list is ever told of a failure: addresses are secrets (N9).
 */
import type { QuestionView } from '@midcall/core/contract';
import { words } from '@midcall/core/words';
import type { Clock, Store } from '@midcall/store';
import type { Desk, Surface } from '../desk.js';
import type { Channel, PolicyConfig } from '../policy/policy-config.js';
import { quietUntil } from '../policy/quiet-hours.js';
import type { Delivery, PostOnce } from './deliver.js';
import { deliver } from './deliver.js';
import type { Notice } from './notice.js';
import { noticeOf, toRequest } from './notice.js';

export interface NotifierOptions {
  readonly clock: Clock;
  /** What the policy in force says; asked anew for each question. */
  readonly config: () => Pick<PolicyConfig, 'notify' | 'doNotDisturb'>;
  readonly post: PostOnce;
  /** The address of the inbox, without any token; the policy's own `link` comes before it. */
  readonly link?: () => string | undefined;
  /** Shared by the processes that may tell the same question. */
  readonly store?: Store | undefined;
  /** Send the server's message along, whatever the policy says. */
  readonly text?: boolean;
  /** Told in one sentence which channel failed, and how. */
  readonly onError?: (error: Error) => void;
}

export interface Notifier extends Surface {
  /** Sends a test to every channel, one by one; says what became of each. */
  test(): Promise<readonly ChannelReport[]>;
  /** Settles when nothing is on its way any more. */
  idle(): Promise<void>;
}

export interface ChannelReport {
  readonly kind: Channel['kind'];
  /** Place in the list of the file, from 1. */
  readonly place: number;
  readonly delivery: Delivery;
}

interface Pending {
  readonly principal: string;
  stop: () => void;
}

const PREFIX = 'desk/notified/';
const MOST_WAITING = 32;
/** How long it is remembered that a question was told, if it has no expiry of its own (milliseconds). */
const REMEMBERED = 24 * 3_600_000;

export function createNotifier({ clock, config, post, link, store, text = false, onError = () => {} }: NotifierOptions): Notifier {
  let desk: Desk | undefined;
  const ended = new AbortController();
  const pending = new Map<string, Pending>();
  const lanes = new Map<number, { tail: Promise<void>; waiting: number }>();

  const send = async (channel: Channel, place: number, notice: Notice): Promise<Delivery> => {
    const say = words(config().notify.language);
    const delivery = await deliver(toRequest(channel, notice, say), { post, clock, signal: ended.signal });
    if (delivery !== 'delivered' && !ended.signal.aborted) onError(new Error(failure(channel, place, delivery)));
    return delivery;
  };
  /** One message of a channel at a time. */
  const enqueue = (channel: Channel, place: number, notice: Notice): void => {
    const lane = lanes.get(place) ?? { tail: Promise.resolve(), waiting: 0 };
    lanes.set(place, lane);
    if (lane.waiting >= MOST_WAITING) return;
    lane.waiting += 1;
    lane.tail = lane.tail.then(async () => {
      await send(channel, place, notice);
      lane.waiting -= 1;
    });
  };
  /** The first process to put the row tells; without a store there is only this one. */
  const claim = async (question: QuestionView): Promise<boolean> =>
    store === undefined ||
    store.putIfAbsent(PREFIX + question.id, '{"v":1}', { expiresAt: question.expiresAt ?? clock.now() + REMEMBERED });

  const tell = async (id: string, principal: string): Promise<void> => {
    const question = desk?.get(id, { principal });
    const { notify } = config();
    if (question?.state !== 'waiting' || !(await claim(question))) return;
    const notice = noticeOf(question, { link: notify.link ?? link?.(), text: text || notify.text });
    for (const [at, channel] of notify.channels.entries()) enqueue(channel, at + 1, notice);
  };
  const later = (id: string, principal: string, wait: number): void => {
    const stop = clock.setTimeout(
      () => {
        const until = quietUntil(config().doNotDisturb, clock.now());
        if (until !== undefined) return later(id, principal, until - clock.now());
        pending.delete(id);
        tell(id, principal).catch(error => onError(error instanceof Error ? error : new Error('a notification could not be sent')));
      },
      wait,
      { background: true },
    );
    pending.set(id, { principal, stop });
  };
  const forget = (id: string): void => {
    pending.get(id)?.stop();
    pending.delete(id);
  };

  return {
    name: 'notifier',
    reachable: () => desk !== undefined && config().notify.channels.length > 0,
    attached(to) {
      desk = to;
    },
    raise(question, principal) {
      forget(question.id);
      if (config().notify.channels.length > 0) later(question.id, principal, config().notify.after);
    },
    changed(question) {
      if (question.state !== 'waiting') forget(question.id);
    },
    async test() {
      const reports: ChannelReport[] = [];
      const { channels, link: own } = config().notify;
      const where = own ?? link?.();
      const notice: Notice = { type: 'test', server: 'midcall', ...(where !== undefined && { link: where }) };
      for (const [at, channel] of channels.entries())
        reports.push({ kind: channel.kind, place: at + 1, delivery: await send(channel, at + 1, notice) });
      return reports;
    },
    async idle() {
      await Promise.all([...lanes.values()].map(lane => lane.tail));
    },
    async close() {
      desk = undefined;
      for (const id of [...pending.keys()]) forget(id);
      ended.abort();
      await Promise.all([...lanes.values()].map(lane => lane.tail));
    },
  };
}

function failure({ kind }: Channel, place: number, delivery: Delivery): string {
  const why = delivery === 'refused' ? 'did not take a notification; it was not tried again' : 'could not be reached in three tries';
  return `notify.channels, number ${place} (${kind}): ${why}`;
}
