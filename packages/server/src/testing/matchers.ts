/**
 * Matchers over a rehearsal, for `expect.extend(midcallMatchers)` in vitest or jest. For vitest's types:
 * `declare module 'vitest' { interface Matchers<T> extends MidcallMatchers<T> {} }`.
 */
import type { Rehearsal } from './rehearse.js';

/** @typeParam T What the runner's matchers return. */
export interface MidcallMatchers<T = unknown> {
  /** That the question with this key was asked; with `message`, that its text holds or matches it. */
  toHaveAsked(key: string, message?: string | RegExp): T;
  /** That nobody was asked anything. */
  toHaveAskedNothing(): T;
  /** That the effect with this key happened, once, and did not fail. */
  toHaveHappenedOnce(key: string): T;
  /** That no effect happened. */
  toHaveDoneNothing(): T;
}

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

export const midcallMatchers = {
  toHaveAsked({ asked }: Rehearsal, key: string, message?: string | RegExp): Verdict {
    const questions = asked.filter(question => question.key === key);
    const pass = questions.some(question => message === undefined || matches(question.message, message));
    const heard = questions.length > 0 ? questions.map(question => question.message).join(' | ') : `only ${keysOf(asked)}`;
    return verdict(pass, `the question '${key}'${message === undefined ? '' : ` with ${String(message)}`} to be asked; asked: ${heard}`);
  },
  toHaveAskedNothing({ asked }: Rehearsal): Verdict {
    return verdict(asked.length === 0, `nothing to be asked; asked: ${keysOf(asked)}`);
  },
  toHaveHappenedOnce({ effects }: Rehearsal, key: string): Verdict {
    const done = effects.filter(effect => effect.key === key);
    const pass = done.length === 1 && done[0]?.error === undefined;
    const heard =
      done.length === 0 ? `only ${keysOf(effects)}` : `${done.length} times${done[0]?.error === undefined ? '' : ', and failed'}`;
    return verdict(pass, `the effect '${key}' to happen once; happened: ${heard}`);
  },
  toHaveDoneNothing({ effects }: Rehearsal): Verdict {
    return verdict(effects.length === 0, `no effect; happened: ${keysOf(effects)}`);
  },
};

function verdict(pass: boolean, what: string): Verdict {
  return { pass, message: () => `expected ${pass ? 'not ' : ''}${what}` };
}

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

function keysOf(list: readonly { readonly key: string }[]): string {
  return list.length === 0 ? 'none' : [...new Set(list.map(({ key }) => `'${key}'`))].join(', ');
}
