/**
 * Letters between desks over the store: sealed rows, each taken by the desk they are for, answered within a bounded time.
 *
 * Invariants:
 *  1. A letter counts at most once. Its sender takes it back when it gives up, and of sender and receiver one gets it; a
 *     letter that was taken too late is not acted on (N5).
 *  2. Letters of one desk to another are acted on in the order in which they were sent.
 *  3. Every wait ends: by the reply, by the death of the receiver, or by the clock (N12).
 *  4. Letters are sealed to their place, and one that was put back after it was taken is not acted on again.
 *  5. What is of another version stays where it is.
 */
import type { Clock, Store } from '@midcall/store';
import { everyEntry } from '../desk/question-shelf.js';
import type { Sealer } from '../desk/sealer.js';
import type { Deed, Letter, Reply } from './letter.js';

export interface Mailbox {
  /** Sends and waits. `taken`: the receiver has the letter, and no reply came. `returned`: it never had it. */
  send(to: string, question: string, deed: Deed): Promise<Sent>;
  /** Letters are looked for as if somebody waited for every one of them; returns the way to slow down. */
  hurry(): () => void;
  close(): void;
}

export type Sent = { readonly kind: 'reply'; readonly reply: Reply } | { readonly kind: 'taken' | 'returned'; readonly letter: string };

export interface MailboxOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly owner: string;
  readonly id: () => string;
  readonly alive: (owner: string) => boolean;
  /** Acts on a letter; what it rejects with is told to `onError`, and the sender hears of no result. */
  readonly act: (letter: Letter) => Promise<Reply>;
  /** Milliseconds that a sender waits. */
  readonly patience: number;
  readonly onError: (error: unknown) => void;
}

const LETTERS = 'desk/letter/';
const REPLIES = 'desk/reply/';

export function createMailbox(options: MailboxOptions): Mailbox {
  const { store, sealer, clock, owner, id, alive, act, patience, onError } = options;
  const inbound = `${LETTERS}${owner}/`;
  const replies = `${REPLIES}${owner}/`;
  const waiting = new Map<string, (reply: Reply | undefined) => void>();
  /** Letters acted on, until their time is over. */
  const acted = new Map<string, number>();
  let sent = 0;
  let closed = false;
  let hurries = 0;
  let stopHurry = (): void => {};
  let draining = false;
  let again = false;

  const complain = (error: unknown): void => {
    if (!closed) onError(error);
  };
  const open = async <T extends { readonly v: 1 }>(key: string, value: string): Promise<T | undefined> => {
    const text = await sealer.open(value, key);
    const row = text === undefined ? undefined : (JSON.parse(text) as { v?: unknown } | null);
    return row?.v === 1 ? (row as T) : undefined;
  };
  const answer = async (key: string, letter: Letter): Promise<void> => {
    const now = clock.now();
    for (const [id, until] of acted) if (until < now) acted.delete(id);
    if (letter.until < now || acted.has(letter.id) || (await store.take(key)) === undefined) return;
    acted.set(letter.id, letter.until);
    const reply = await act(letter);
    const place = `${REPLIES}${letter.from}/${letter.id}`;
    await store.put(place, await sealer.seal(JSON.stringify(reply), place), { expiresAt: clock.now() + 2 * patience });
  };
  const drain = (): void => {
    again = true;
    if (!draining) void drainAll();
  };
  const drainAll = async (): Promise<void> => {
    draining = true;
    try {
      while (again && !closed) {
        again = false;
        for await (const entry of everyEntry(store, inbound)) {
          const letter = closed ? undefined : await open<Letter>(entry.key, entry.value);
          if (letter !== undefined) await answer(entry.key, letter).catch(complain);
        }
      }
    } catch (error) {
      complain(error);
    } finally {
      draining = false;
    }
  };
  const collect = async (key: string): Promise<void> => {
    const end = waiting.get(key.slice(replies.length));
    if (end === undefined) return;
    try {
      const taken = await store.take(key);
      const reply = taken === undefined ? undefined : await open<Reply>(key, taken.value);
      if (reply !== undefined) end(reply);
    } catch (error) {
      complain(error);
    }
  };
  const collectAll = (key: string): void => {
    for (const letter of key === replies ? waiting.keys() : [key.slice(replies.length)]) void collect(replies + letter);
  };
  const stopWatch = store.watch(inbound, drain, { idle: true });

  /** Resolves with the reply, or with undefined when waiting makes no sense any more. */
  const replyTo = (letter: string, to: string): Promise<Reply | undefined> =>
    new Promise(resolve => {
      const stop = store.watch(replies, collectAll);
      const deadline = clock.now() + patience;
      let stopTimer = (): void => {};
      const look = (): void => {
        if (clock.now() >= deadline || !alive(to)) waiting.get(letter)?.(undefined);
        else stopTimer = clock.setTimeout(look, Math.min(LOOK, deadline - clock.now()));
      };
      waiting.set(letter, reply => {
        waiting.delete(letter);
        stop();
        stopTimer();
        resolve(reply);
      });
      look();
    });

  return {
    async send(to, question, deed) {
      const letter: Letter = { v: 1, id: id(), from: owner, question, deed, until: clock.now() + patience };
      sent += 1;
      const place = `${LETTERS}${to}/${owner}/${String(sent).padStart(12, '0')}`;
      const sealed = await sealer.seal(JSON.stringify(letter), place);
      if (closed) return { kind: 'returned', letter: letter.id };
      const first = replyTo(letter.id, to);
      try {
        await store.put(place, sealed, { expiresAt: letter.until + patience });
      } catch (error) {
        waiting.get(letter.id)?.(undefined);
        throw error;
      }
      const reply = await first;
      if (reply !== undefined) return { kind: 'reply', reply };
      if (closed) return { kind: 'taken', letter: letter.id };
      if ((await store.take(place)) !== undefined) return { kind: 'returned', letter: letter.id };
      // The receiver has it: a moment more, unless it is dead.
      const late = alive(to) ? await replyTo(letter.id, to) : undefined;
      if (late !== undefined) return { kind: 'reply', reply: late };
      const left = await store.take(replies + letter.id);
      const found = left === undefined ? undefined : await open<Reply>(replies + letter.id, left.value);
      return found === undefined ? { kind: 'taken', letter: letter.id } : { kind: 'reply', reply: found };
    },
    hurry() {
      hurries += 1;
      if (hurries === 1 && !closed) {
        stopHurry = store.watch(inbound, drain);
        drain();
      }
      let hurrying = true;
      return () => {
        if (!hurrying) return;
        hurrying = false;
        hurries -= 1;
        if (hurries === 0) stopHurry();
      };
    },
    close() {
      closed = true;
      stopHurry();
      stopWatch();
      for (const end of [...waiting.values()]) end(undefined);
    },
  };
}

/** How often a sender looks whether its receiver still lives (milliseconds). */
const LOOK = 250;
