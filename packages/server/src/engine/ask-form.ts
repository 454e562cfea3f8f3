/** A form question from the author's side: what is known is not asked, what is asked is checked. */
import type { FieldIssue, JsonObject } from '@midcall/core';
import type { CompiledForm } from '../author/compiled-form.js';
import { derivedSchema } from '../author/compiled-form.js';
import { type Awaitable, after } from '../state/index.js';
import { messageAgain, schemaAgain } from './ask-again.js';
import { decide, type Verdict } from './decide.js';
import type { Ending } from './ending.js';
import { type Given, type GivenOptions, missingArguments, NOTHING_GIVEN, readGiven } from './given.js';
import type { AnswerSource } from './journal.js';
import type { Again, Question } from './question.js';
import type { Run } from './run.js';
import { send } from './send.js';

export type Sources = Readonly<Record<string, AnswerSource>>;

export type FormAnswer =
  | { readonly action: 'accept'; readonly content: unknown; readonly from: Sources }
  | { readonly action: 'decline' | 'cancel' };

export interface FormAsking extends GivenOptions {
  readonly key: string;
  readonly message: string;
  readonly compiled: CompiledForm;
  /** Milliseconds. */
  readonly limit?: number | undefined;
  readonly prefill?: Readonly<Record<string, unknown>> | undefined;
  readonly otherwise?: ((ending: Ending) => unknown) | undefined;
  /** Compare the fingerprint on every run (`confirm`). */
  readonly always?: boolean;
  /** What was remembered for this principal, if anything. */
  readonly remembered?: (print: string) => Awaitable<JsonObject | undefined>;
  /** Told of an answer that the person gave just now. */
  readonly learned?: (print: string, content: JsonObject) => Awaitable<void>;
}

/** Resolves with the answer, or never in this round. */
export function askForm(run: Run, asking: FormAsking): Promise<FormAnswer> {
  run.round.use(asking.key);
  const outcome = resolve(run, asking);
  return outcome instanceof Promise ? run.round.hold(() => outcome).then(made => settle(run, made)) : settle(run, outcome);
}

type Outcome = { readonly answer: FormAnswer } | { readonly ask: Question };

function settle(run: Run, outcome: Outcome): Promise<FormAnswer> {
  return 'answer' in outcome ? Promise.resolve(outcome.answer) : send(run, outcome.ask);
}

/** Known, answered, remembered, or to be asked: in this order. */
function resolve(run: Run, asking: FormAsking): Awaitable<Outcome> {
  const { compiled } = asking;
  const given = readGiven(compiled, asking);
  if (given.complete && !run.journal.entries.has(asking.key) && !run.journal.asked.has(asking.key)) {
    return after(fromGiven(compiled, given), outcome => outcome ?? decided(run, asking, { ...NOTHING_GIVEN, problems: given.problems }));
  }
  return decided(run, asking, given);
}

function decided(run: Run, asking: FormAsking, given: Given): Awaitable<Outcome> {
  const { compiled } = asking;
  const sent = sentSchema(asking, given);
  const text = sent === compiled.form.schema ? compiled.text : JSON.stringify(sent);
  const decision = decide(run, {
    key: asking.key,
    identity: `form\n${asking.key}\n${asking.message}\n${text}`,
    always: asking.always === true,
    accept: content => check(asking, given, content),
  });
  return after(decision, made => {
    if ('print' in made) {
      return after(recall(run, asking, made), (known): Outcome => known ?? { ask: toQuestion(run, asking, given, sent, made) });
    }
    const { entry } = made;
    if (entry.action !== 'accept') return { answer: { action: entry.action } };
    const content = entry.content as JsonObject;
    const answer = accepted(compiled, content, sources(content, entry.from));
    return asking.learned === undefined ? answer : after(asking.learned(entry.print, content), () => answer);
  });
}

/** A remembered answer spares the question; one that no longer fits does not count. */
function recall(run: Run, asking: FormAsking, { print, again }: { print: string; again?: Again }): Awaitable<Outcome | undefined> {
  if (asking.remembered === undefined || again !== undefined || run.journal.asked.has(asking.key)) return undefined;
  return after(asking.remembered(print), (content): Awaitable<Outcome | undefined> => {
    if (content === undefined) return undefined;
    return after(asking.compiled.check(content), verdict =>
      verdict.ok ? accepted(asking.compiled, verdict.content, allFrom(verdict.content, 'remembered')) : undefined,
    );
  });
}

function accepted(compiled: CompiledForm, content: JsonObject, from: Sources): Awaitable<Outcome> {
  return after(compiled.typed(content), typed => ({ answer: { action: 'accept', content: typed, from } }));
}

function check({ compiled }: FormAsking, given: Given, content: JsonObject): Awaitable<Verdict> {
  const whole = given.values.size === 0 || typeof content !== 'object' || content === null ? content : merged(content, given);
  return after(compiled.check(whole), (verdict): Verdict => {
    if (!verdict.ok) return { ok: false, again: { why: 'invalid', issues: verdict.issues } };
    return given.values.size === 0
      ? { ok: true, content: verdict.content }
      : { ok: true, content: verdict.content, from: Object.fromEntries([...given.values.keys()].map(name => [name, 'argument' as const])) };
  });
}

function merged(content: JsonObject, given: Given): JsonObject {
  return Object.fromEntries([...Object.entries(content), ...given.values]) as JsonObject;
}

/** @returns undefined if the values do not go together (refinements): then all of them are asked */
function fromGiven(compiled: CompiledForm, given: Given): Awaitable<Outcome | undefined> {
  const content: [string, unknown][] = [];
  const from: [string, AnswerSource][] = [];
  for (const field of compiled.form.fields) {
    if (given.values.has(field.name)) {
      content.push([field.name, given.values.get(field.name)]);
      from.push([field.name, 'argument']);
    } else if (field.default !== undefined) {
      content.push([field.name, field.default]);
      from.push([field.name, 'default']);
    }
  }
  return after(compiled.check(Object.fromEntries(content)), verdict =>
    verdict.ok ? accepted(compiled, verdict.content, Object.fromEntries(from)) : undefined,
  );
}

function sentSchema(asking: FormAsking, given: Given): JsonObject {
  const { compiled, prefill } = asking;
  const { schema } = compiled.form;
  if (given.values.size === 0 && prefill === undefined) return schema;
  const defaults = new Map<string, unknown>();
  for (const { name } of compiled.form.fields) {
    const value = prefill !== undefined && Object.hasOwn(prefill, name) ? prefill[name] : undefined;
    if (value !== undefined && compiled.checkField(name, value).length === 0) defaults.set(name, value);
  }
  return derivedSchema(schema, new Set(given.values.keys()), defaults);
}

function toQuestion(
  run: Run,
  asking: FormAsking,
  given: Given,
  sent: JsonObject,
  { print, again }: { print: string; again?: Again },
): Question {
  const { compiled } = asking;
  let message = asking.message;
  if (again !== undefined) message = messageAgain(message, again, compiled.form);
  else if (given.problems.length > 0) message = `${problemLines(compiled, given.problems)}\n\n${message}`;
  const blocked = run.frame.view.modes.form
    ? undefined
    : { needs: 'form' as const, arguments: missingArguments(compiled, given, asking, run.definition.argumentSchemas()) };
  return {
    key: asking.key,
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema: again === undefined ? sent : schemaAgain(sent, again) },
    form: compiled.form,
    print,
    ...(asking.limit !== undefined && { limit: asking.limit }),
    ...(again !== undefined && { again }),
    ...(asking.otherwise !== undefined && { otherwise: asking.otherwise }),
    ...(blocked !== undefined && {
      blocked: blocked.arguments === undefined ? { needs: 'form' as const } : { needs: 'form' as const, arguments: blocked.arguments },
    }),
  };
}

function problemLines(compiled: CompiledForm, problems: readonly FieldIssue[]): string {
  const label = (name: string): string => compiled.form.fields.find(field => field.name === name)?.label ?? name;
  return problems
    .map(issue => `The value that was passed for "${label(issue.field)}" cannot be used. ${issue.message}.`.replace(/\.\.$/, '.'))
    .join('\n');
}

function sources(content: JsonObject, from: Readonly<Record<string, AnswerSource>> | undefined): Sources {
  const all: Record<string, AnswerSource> = {};
  // Every later run comes through here for every answer. Names are those of the author's fields: none is `__proto__`.
  for (const name of Object.keys(content)) {
    all[name] = from !== undefined && Object.hasOwn(from, name) ? (from[name] as AnswerSource) : 'person';
  }
  return all;
}

function allFrom(content: JsonObject, source: AnswerSource): Readonly<Record<string, AnswerSource>> {
  return Object.fromEntries(Object.keys(content).map(name => [name, source]));
}
