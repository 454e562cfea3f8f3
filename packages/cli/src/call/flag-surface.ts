/** The surface of `midcall call`: every question is answered by the flags of this run, or ends as "not now" (N1, D23). */
import type { FieldIssue, Form } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitAction } from '@midcall/core/wire';
import type { Desk, Surface } from '@midcall/host';
import { type AnswerFlag, answerBy, flagsFor } from './answer-script.js';

/** One question of the run and what became of it. Holds no answer, only its field names (N9). */
export interface AskedQuestion {
  readonly order: number;
  readonly key: string | undefined;
  readonly message: string;
  /** Fields that were answered; all of them, where nobody answered. */
  readonly fields: readonly string[];
  readonly action: ElicitAction;
  /** `script`: a flag said so. `nobody`: no flag covers it, or what the flags say is not an answer. */
  readonly by: 'script' | 'nobody';
  /** Flags that would answer it, where nobody did. */
  readonly wouldAnswer: readonly string[];
  /** Why the flags that spoke of it were no answer. */
  readonly problems: readonly string[];
}

export interface FlagSurface extends Surface {
  readonly asked: readonly AskedQuestion[];
  /** Flags that spoke of no question so far. */
  unused(): readonly AnswerFlag[];
}

/** @param onAsked called when a question has been answered or given up. */
export function flagSurface(flags: readonly AnswerFlag[], onAsked: (question: AskedQuestion) => void): FlagSurface {
  const asked: AskedQuestion[] = [];
  const used = new Set<AnswerFlag>();
  let desk: Desk | undefined;
  let count = 0;

  const answer = async (question: QuestionView, principal: string, key: string | undefined): Promise<void> => {
    count += 1;
    const scripted = { key, order: count, form: question.form };
    const said = answerBy(flags, scripted, used);
    const by = { principal, surface: 'flags', as: 'script' } as const;
    desk?.shown(question.id, 'flags', { principal });
    const base = { order: count, key, message: question.message, fields: question.form?.fields.map(field => field.name) ?? [] };
    if (said.kind !== 'missing') for (const flag of said.flags) used.add(flag);
    let problems = said.kind === 'wrong' ? said.issues.map(issue => problemOf(issue, question.form)) : [];
    if (said.kind === 'answer') {
      const outcome = await desk?.answer(
        question.id,
        said.content === undefined ? { action: said.action } : { action: said.action, content: said.content },
        by,
      );
      if (outcome?.ok !== false)
        return note({ ...base, fields: Object.keys(said.content ?? {}), action: said.action, by: 'script', wouldAnswer: [], problems: [] });
      problems = outcome.issues?.map(issue => problemOf(issue, question.form)) ?? [outcome.sentence];
    }
    await desk?.answer(question.id, { action: 'cancel' }, { ...by, reason: said.kind === 'missing' ? 'unscripted' : 'script-invalid' });
    note({ ...base, action: 'cancel', by: 'nobody', wouldAnswer: flagsFor(scripted), problems });
  };

  const note = (question: AskedQuestion): void => {
    asked.push(question);
    onAsked(question);
  };

  return {
    name: 'flags',
    asked,
    unused: () => flags.filter(flag => !used.has(flag)),
    attached: to => {
      desk = to;
    },
    reachable: () => desk !== undefined,
    raise: (question, principal, { key }) => {
      // The next turn: the asker holds its promise by then, as with a person.
      queueMicrotask(() => void answer(question, principal, key));
    },
  };
}

const MOST_OPTIONS = 12;

/** What is wrong with a field, and what it could be where that is a short list. */
function problemOf({ field, message }: FieldIssue, form: Form | undefined): string {
  const asked = form?.fields.find(one => one.name === field);
  const options = asked !== undefined && 'options' in asked ? asked.options.map(option => option.value) : [];
  const listed = options.length === 0 || options.length > MOST_OPTIONS ? '' : `: ${options.join(', ')}`;
  return field === '' ? message : `${field}: ${message}${listed}`;
}
