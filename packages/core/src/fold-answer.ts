/** Answers to the yes/no fields that stand for several choices, back into one list. */
import type { AnswerContent, AnswerValue, ChoicesField, Form } from './form.js';

/** Which converted fields stand for which option of which original field. */
export interface Folds {
  /** By original field: the converted names, in the order of its options. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** The original field behind a converted name. */
  ownerOf(name: string): string;
}

/** Content in the terms of the original form, not yet checked against it. */
export function foldAnswer(original: Form, folds: Folds, content: AnswerContent): Readonly<Record<string, AnswerValue>> {
  const entries: [string, AnswerValue][] = [];
  for (const field of original.fields) {
    const parts = folds.parts.get(field.name);
    const value = parts === undefined || field.kind !== 'choices' ? own(content, field.name) : folded(field, parts, content);
    if (value !== undefined) entries.push([field.name, value]);
  }
  return Object.fromEntries(entries);
}

function folded(field: ChoicesField, parts: readonly string[], content: AnswerContent): AnswerValue | undefined {
  const chosen = field.options.filter((_option, index) => own(content, parts[index] as string) === true).map(option => option.value);
  if (chosen.length > 0 || field.required) return chosen;
  // Nothing ticked: left out, unless the person took away what was ticked beforehand and none is a legal answer.
  const answered = parts.some(part => own(content, part) !== undefined);
  const emptied = answered && (field.default?.length ?? 0) > 0 && (field.minItems ?? 0) === 0;
  return emptied ? chosen : undefined;
}

function own(content: AnswerContent, name: string): AnswerValue | undefined {
  return Object.hasOwn(content, name) ? content[name] : undefined;
}
