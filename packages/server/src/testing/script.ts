/** The scripted person: hands out each answer once, and knows what was never asked. */
import { isConfirm, type Json, type JsonObject, LATEST_REVISION, readForm } from '@midcall/core';
import type { AnswerFunction, Answers, AskedQuestion, ScriptedAnswer } from './answers.js';
import { at, failure } from './failure.js';
import { answerSnippet } from './snippet.js';

/** An answer on its way to the host, and what happened on the page meanwhile. */
export interface PlayedAnswer {
  /** In the newest revision's shape. */
  readonly wire: JsonObject;
  readonly brought?: { readonly value: Json };
}

export interface Script {
  /** @throws MidcallError REHEARSAL_FAILED */
  answer(question: AskedQuestion): Promise<PlayedAnswer>;
  /** @throws MidcallError REHEARSAL_FAILED for keys, or further answers of a key, that were never used */
  finish(): void;
}

export function createScript(name: string, answers: Answers): Script {
  const used = new Map<string, number>();
  const scriptOf = (key: string): readonly (ScriptedAnswer | AnswerFunction)[] => {
    const entry = Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (entry === undefined) return [];
    return Array.isArray(entry) ? entry : [entry as ScriptedAnswer | AnswerFunction];
  };
  return {
    async answer(question) {
      const { key } = question;
      const script = scriptOf(key);
      const count = used.get(key) ?? 0;
      // A function is a person who answers whenever asked.
      const last = script.at(-1);
      const next = script[count] ?? (typeof last === 'function' ? last : undefined);
      if (next === undefined) throw count === 0 ? unanswered(name, question) : askedAgain(name, question);
      used.set(key, count + 1);
      return onTheWire(name, question, typeof next === 'function' ? await next(question) : next);
    },
    finish() {
      for (const key of Object.keys(answers)) {
        const count = used.get(key) ?? 0;
        const left = scriptOf(key).length - count;
        if (left <= 0) continue;
        throw failure({ rule: 'unused', key }, [
          count === 0
            ? `${name} never asked '${key}', and an answer to it was scripted.`
            : `${name} asked '${key}' ${count} time${count === 1 ? '' : 's'}, and ${left} more answer${left === 1 ? ' was' : 's were'} scripted.`,
          'Take it out of the answers, or find out why the question was not reached.',
        ]);
      }
    },
  };
}

function onTheWire(name: string, question: AskedQuestion, answer: ScriptedAnswer): PlayedAnswer {
  const { mode, schema } = question;
  const form = schema === undefined ? undefined : readForm(schema, { revision: LATEST_REVISION }).form;
  const misfit = (what: string): Error =>
    failure({ rule: 'misfit', key: question.key, ...(question.line !== undefined && { line: question.line }) }, [
      `${name}: '${question.key}'${at(question.line)} ${what}.`,
      `  ${answerSnippet(question)}`,
    ]);
  switch (answer.action) {
    case 'decline':
    case 'cancel':
      return { wire: { action: answer.action } };
    case 'reply':
      if (mode !== 'raw') throw misfit('is a question to a person, and reply() answers raw requests');
      return { wire: answer.result };
    case 'visited':
      if (mode !== 'url') throw misfit('sends nobody to a page');
      return { wire: { action: 'accept' }, brought: { value: answer.value } };
    case 'tick': {
      const [box] = form?.fields ?? [];
      if (form === undefined || box === undefined || !isConfirm(form)) throw misfit('has no box of its own to tick');
      return { wire: { action: 'accept', content: { [box.name]: true } } };
    }
    case 'pick': {
      const [field] = form?.fields ?? [];
      if (form?.fields.length !== 1 || field?.kind !== 'choice') throw misfit('is not a choice of one');
      if (!field.options.some(option => option.value === answer.id)) throw misfit(`does not offer '${answer.id}'`);
      return { wire: { action: 'accept', content: { [field.name]: answer.id } } };
    }
    case 'accept':
      if (mode === 'raw') throw misfit('is a raw request: answer it with reply()');
      return { wire: mode === 'url' ? { action: 'accept' } : { action: 'accept', content: (answer.content ?? {}) as JsonObject } };
  }
}

function unanswered(name: string, question: AskedQuestion): Error {
  return failure({ rule: 'unanswered', key: question.key, ...(question.line !== undefined && { line: question.line }) }, [
    `${name} asked '${question.key}'${at(question.line)}, and no answer was scripted:`,
    quoted(question.message),
    'Paste into the answers:',
    `  ${answerSnippet(question)}`,
  ]);
}

function askedAgain(name: string, question: AskedQuestion): Error {
  return failure({ rule: 'asked-again', key: question.key, ...(question.line !== undefined && { line: question.line }) }, [
    `${name} asked '${question.key}'${at(question.line)} again, and no further answer was scripted:`,
    quoted(question.message),
    `If it is meant to be asked again, give a list: '${question.key}': [first, second].`,
  ]);
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map(line => `  > ${line}`)
    .join('\n');
}
