/** A desk for tests: holds questions until the test answers them, and keeps what became of each. */
import type { JsonObject } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import type { Desk, DeskAnswer, DeskQuestion } from '@midcall/host';

export interface FakeQuestion {
  readonly question: DeskQuestion;
  readonly message: string;
  answer(result: JsonObject, reason?: string): void;
  /** `waiting`, then how it ended: what `settle` was told, or `withdrawn`. */
  state(): 'waiting' | 'answered' | 'delivered' | 'undeliverable' | 'withdrawn';
}

export interface FakeDesk {
  readonly desk: Desk;
  readonly asked: FakeQuestion[];
  reachable: boolean;
  /** Answers everything from now on by itself. */
  auto?: (question: DeskQuestion) => JsonObject;
  /** The next question, now or when it comes. */
  next(): Promise<FakeQuestion>;
}

export function fakeDesk(): FakeDesk {
  const asked: FakeQuestion[] = [];
  const waiters: ((question: FakeQuestion) => void)[] = [];
  let handed = 0;
  const fake: FakeDesk = {
    asked,
    reachable: true,
    next() {
      const ready = asked[handed];
      handed += 1;
      if (ready !== undefined) return Promise.resolve(ready);
      return new Promise(resolve => waiters.push(resolve));
    },
    desk: {
      ask(question) {
        const { mode } = question.params as { mode?: unknown };
        if (mode !== undefined && mode !== 'form' && mode !== 'url')
          return Promise.reject(new MidcallError('QUESTION_INVALID', 'unknown mode'));
        return new Promise<DeskAnswer>(resolve => {
          let state: ReturnType<FakeQuestion['state']> = 'waiting';
          const end = (result: JsonObject, reason: string | undefined, next: typeof state): void => {
            if (state !== 'waiting') return;
            state = next;
            resolve({
              result: result as unknown as DeskAnswer['result'],
              question: `q${asked.length}`,
              as: reason === undefined ? 'person' : 'desk',
              settle: outcome => {
                if (state === 'answered') state = outcome;
              },
              ...(reason !== undefined && { reason }),
            });
          };
          const entry: FakeQuestion = {
            question,
            message: String((question.params as { message?: unknown }).message),
            answer: (result, reason) => end(result, reason, 'answered'),
            state: () => state,
          };
          asked.push(entry);
          const withdraw = (): void => end({ action: 'cancel' }, 'withdrawn', 'withdrawn');
          if (question.signal?.aborted) withdraw();
          question.signal?.addEventListener('abort', withdraw);
          const waiter = waiters.shift();
          if (waiter !== undefined) waiter(entry);
          if (fake.auto !== undefined) entry.answer(fake.auto(question));
        });
      },
      reachable: () => fake.reachable,
      retry: async () => ({ ok: false, reason: 'unknown', sentence: 'unknown' }),
      list: () => [],
      get: () => undefined,
      answer: async () => ({ ok: false, reason: 'unknown', sentence: 'unknown' }),
      extend: async () => undefined,
      saveDraft: async () => false,
      shown: () => undefined,
      opened: async () => ({ ok: false, reason: 'unknown', sentence: 'unknown' }),
      subscribe: () => () => undefined,
      addSurface: () => () => undefined,
      close: async () => undefined,
    },
  };
  return fake;
}
