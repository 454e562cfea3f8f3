/** The `midcall call` line that does again what a person just did by hand. */
import type { Json, JsonObject, Revision } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitResult } from '@midcall/core/wire';
import type { ServerTarget } from '../connect/server-target.js';
import { shellWord } from './shell-word.js';

/** A question and what a person answered. */
export interface AnsweredQuestion {
  /** '' where the protocol carries no key. */
  readonly key: string;
  readonly question: QuestionView;
  readonly result: ElicitResult;
}

export interface Repeatable {
  readonly target: ServerTarget;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly revision: Revision | undefined;
  readonly canAsk: boolean;
  /** In the order answered. */
  readonly answered: readonly AnsweredQuestion[];
}

/** Headers are left out: they may hold credentials (N9). */
export function repeatCommand(run: Repeatable): string {
  const pairs = Object.entries(run.arguments).map(([name, value]) => argumentWord(name, value));
  const options = [...(run.revision === undefined ? [] : ['--revision', run.revision]), ...(run.canAsk ? [] : ['--cannot-ask'])];
  const answers = run.answered.flatMap((one, index) => answerFlags(one, index + 1)).flatMap(flag => ['--answer', flag]);
  const words =
    run.target.kind === 'http'
      ? ['midcall', 'call', '--url', run.target.url.href, run.tool, ...pairs, ...options, ...answers]
      : ['midcall', 'call', '--', run.target.command, ...run.target.args, run.tool, ...pairs, ...options, ...answers];
  return words.map(shellWord).join(' ');
}

/** As short as can be read back: text, numbers and yes or no are read by the tool's schema. */
function argumentWord(name: string, value: Json | undefined): string {
  return typeof value === 'object' || value === undefined ? `${name}:=${JSON.stringify(value ?? null)}` : `${name}=${String(value)}`;
}

function answerFlags({ key, question, result }: AnsweredQuestion, order: number): string[] {
  const name = key === '' ? String(order) : key.replace(/~\d+$/, '');
  const content = Object.entries(result.content ?? {});
  if (result.action !== 'accept' || question.form === undefined || content.length === 0) return [`${name}=${result.action}`];
  return content.map(([field, value]) => `${name}.${field}=${typed(value)}`);
}

function typed(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return Array.isArray(value) ? value.join(',') : String(value);
}
