/** What a person is to answer in a rehearsal, and the question as the script sees it. */
import type { Json, JsonObject } from '@midcall/core';

/** One answer of a script. */
export type ScriptedAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' }
  | { readonly action: 'tick' }
  | { readonly action: 'pick'; readonly id: string }
  | { readonly action: 'visited'; readonly value: Json }
  | { readonly action: 'reply'; readonly result: JsonObject };

/** A question as it reached the host, in the shape of the newest revision. */
export interface AskedQuestion {
  readonly key: string;
  /** 1 for the first time this key is asked, 2 when it is asked again. */
  readonly time: number;
  /** The round it went out in, from 1; questions of one round were asked together. */
  readonly round: number;
  readonly mode: 'form' | 'url' | 'raw';
  readonly message: string;
  /** Form questions: the `requestedSchema` as sent. */
  readonly schema?: JsonObject;
  /** URL questions: the address as sent. */
  readonly url?: string;
  /** Where the handler asks: `file:line:column`. */
  readonly line?: string;
}

/** Decides when the question is there; what else happens while the person thinks goes in here too. Called once per question. */
export type AnswerFunction = (question: AskedQuestion) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** By key. A list answers a question that is asked again: first answer first. */
export type Answers = Readonly<Record<string, ScriptedAnswer | readonly (ScriptedAnswer | AnswerFunction)[] | AnswerFunction>>;

/** Sent, with this content. Untouched fields are left out, or keep the default the person saw. */
export function accept(content?: Readonly<Record<string, unknown>>): ScriptedAnswer {
  return content === undefined ? { action: 'accept' } : { action: 'accept', content };
}

/** An explicit no. */
export function decline(): ScriptedAnswer {
  return { action: 'decline' };
}

/** Closed without a choice, or expired. */
export function cancel(): ScriptedAnswer {
  return { action: 'cancel' };
}

/** Ticks the one box of a `confirm` and sends it. `accept({ confirm: false })` sends it unticked. */
export function tick(): ScriptedAnswer {
  return { action: 'tick' };
}

/** Takes one option of a `choose`, by its id. */
export function pick(id: string): ScriptedAnswer {
  return { action: 'pick', id };
}

/**
 * Opens the page of a `visit` and finishes there. `value` is what the page brings back: the secrets by field, an OAuth
 * access (`{ accessToken }`), or what a page of your own passes to `done`. `accept()` opens the page and closes it unfinished.
 */
export function visited(value: Json = null): ScriptedAnswer {
  return { action: 'visited', value };
}

/** The result of a raw request (`call.request`): a completion, roots. */
export function reply(result: JsonObject): ScriptedAnswer {
  return { action: 'reply', result };
}
