/**
 * Lint of questions as they go out for the first time: what a handler asks is known only while it runs, and whoever runs
 * the server reads its log. A line names the question by its key and never says its text, which may hold an answer (N9).
 */
import { isConfirm } from '@midcall/core';
import type { FormSource } from '../author/form-source.js';
import type { Question } from '../engine/question.js';
import { lintQuestion } from './lint-question.js';

const MOST_KNOWN = 500;

/** @param log told in one line what lint warns of, once for each key of a definition; keys that differ in numbers are one. */
export function lintAsked(log: (line: string) => void): (name: string, question: Question) => void {
  const known = new Set<string>();
  return (name, question) => {
    const { key, params, form, raw, silent, again, blocked } = question;
    if (raw === true || silent === true || again !== undefined || blocked !== undefined) return;
    const label = key.replace(/\d+/g, '#');
    const id = `${name}\n${label}`;
    if (known.has(id) || known.size >= MOST_KNOWN) return;
    known.add(id);
    const findings = lintQuestion({
      message: String(params.message ?? ''),
      ...(form !== undefined && isConfirm(form)
        ? { confirm: true, tick: form.fields[0]?.label ?? '' }
        : params.requestedSchema !== undefined && { form: params.requestedSchema as unknown as FormSource }),
    });
    const warnings = findings.filter(({ severity }) => severity === 'warning');
    if (warnings.length === 0) return;
    log(`midcall: ${name}, question ${label}: ${warnings.map(one => `${one.sentence} ${one.mend} [${one.id}]`).join(' ')}`);
  };
}
