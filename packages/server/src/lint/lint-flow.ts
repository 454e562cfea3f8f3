/** One whole call, as a rehearsal saw it: too many rounds, texts that move, questions that need not be. */
import type { JsonObject } from '@midcall/core';
import { argumentSchemas } from '../author/argument-schemas.js';
import type { ChooseOptions, FormOptions } from '../author/call.js';
import type { Definition } from '../author/define.js';
import { compileSource, type FormSource } from '../author/form-source.js';
import { schemaOf } from '../run-definition.js';
import type { LintFinding } from './finding.js';
import { type LintedQuestion, lintQuestion } from './lint-question.js';

/** A verb as the handler used it in one run. */
export interface FlowVerb {
  readonly verb: string;
  readonly key: string;
  readonly options: unknown;
  /** The first verb of the run, before the handler had waited for anything. */
  readonly atStart: boolean;
}

export interface FlowFacts {
  /** Runs of the handler, in order. */
  readonly runs: readonly (readonly FlowVerb[])[];
  readonly asked: readonly { readonly key: string; readonly time: number; readonly round: number; readonly schema?: JsonObject }[];
}

const MOST_ROUNDS = 2;

export function lintFlow(definition: Definition, { runs, asked }: FlowFacts): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  const args = argumentSchemas(schemaOf(definition))() ?? {};
  const rounds = new Set(asked.filter(question => question.time === 1).map(question => question.round)).size;
  if (rounds > MOST_ROUNDS) {
    findings.push({
      id: 'more-than-two-rounds',
      severity: 'warning',
      sentence: `The person is turned to ${rounds} times in one call.`,
      mend: 'Start questions together (`Promise.all`) where one does not depend on the other, or take some as arguments.',
    });
  }
  const verbs = new Map<string, FlowVerb>();
  const changed = new Set<string>();
  for (const verb of runs.flat()) {
    const before = verbs.get(verb.key);
    if (before === undefined) verbs.set(verb.key, verb);
    else if (messageOf(before) !== messageOf(verb)) changed.add(verb.key);
  }
  for (const key of changed) {
    findings.push({
      id: 'message-changes',
      severity: 'warning',
      key,
      sentence: 'The text of this question changes while the call runs; a `confirm` is then asked again.',
      mend: 'Take the facts in it through `call.pin`, unless the change is what the person should see.',
    });
  }
  const [first] = runs[0] ?? [];
  if (first?.atStart === true && ASKS.has(first.verb) && !hasArgument(first, args)) {
    findings.push({
      id: 'asked-at-start',
      severity: 'info',
      key: first.key,
      sentence: 'This is asked first thing on every call, before anything is known that the caller did not know.',
      mend: 'Make it an argument and pass `given: args`: then it is asked only where the caller does not know it.',
    });
  }
  const questions = [...verbs.values()].filter(verb => ASKS.has(verb.verb) || CONFIRMS.has(verb.verb));
  const destructive = definition.kind === 'tool' && definition.config.annotations?.destructiveHint === true;
  if (destructive && questions.length > 0 && questions.every(verb => ASKS.has(verb.verb) && hasArgument(verb, args))) {
    findings.push({
      id: 'satisfiable-without-confirm',
      severity: 'warning',
      sentence: 'The tool destroys, and a call that brings all arguments does so with nobody asked.',
      mend: 'Add a `confirm` that names what will be lost: no argument answers it.',
    });
  }
  for (const verb of verbs.values()) findings.push(...lintVerb(verb, asked.find(question => question.key === verb.key)?.schema));
  return findings.map(finding => ({ ...finding, name: definition.name }));
}

const ASKS: ReadonlySet<string> = new Set(['ask', 'need', 'choose', 'elicit']);
const CONFIRMS: ReadonlySet<string> = new Set(['confirm', 'visit']);

function messageOf({ options }: FlowVerb): unknown {
  return (options as { readonly message?: unknown } | undefined)?.message;
}

function lintVerb({ verb, key, options }: FlowVerb, sent: JsonObject | undefined): readonly LintFinding[] {
  const { message, form, tick, requestedSchema } = options as Partial<FormOptions<FormSource>> & {
    readonly tick?: string;
    readonly requestedSchema?: FormSource;
  };
  if (typeof message !== 'string') return [];
  // What a `choose` sends is known once it was sent.
  const source = form ?? requestedSchema ?? (verb === 'choose' ? (sent as FormSource | undefined) : undefined);
  const question: LintedQuestion = {
    key,
    message,
    ...(verb === 'confirm' && { confirm: true, ...(tick !== undefined && { tick }) }),
    ...(source !== undefined && { form: source }),
  };
  return lintQuestion(question);
}

/** Whether a caller could pass everything this question asks for. */
function hasArgument({ verb, options }: FlowVerb, args: Readonly<Record<string, unknown>>): boolean {
  if (verb === 'choose') {
    const { argument } = options as ChooseOptions<unknown>;
    return 'given' in (options as object) || (argument !== undefined && Object.hasOwn(args, argument));
  }
  if (verb === 'elicit') return false;
  const { given, form, argument = {}, personOnly = [] } = options as FormOptions<FormSource>;
  if (given === undefined) return false;
  const { fields } = compileSource(form).form;
  return fields.every(
    field =>
      !field.required ||
      (field.personOnly !== true && !personOnly.includes(field.name) && Object.hasOwn(args, argument[field.name] ?? field.name)),
  );
}
