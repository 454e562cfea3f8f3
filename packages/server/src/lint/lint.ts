/** `lint`: what is legal and still not good, as data. Never throws for what it finds, never asks anybody, never prints. */
import type { Definition } from '../author/define.js';
import type { LintFinding } from './finding.js';
import { lintDefinition } from './lint-definition.js';
import { type LintedQuestion, lintQuestion } from './lint-question.js';

/**
 * Findings about a definition or about one question. Those about a whole call are in what `rehearse` returns.
 * @throws MidcallError FORM_INVALID, SECRET_ASK for a form that cannot be asked at all
 */
export function lint(subject: Definition | LintedQuestion): readonly LintFinding[] {
  return 'handler' in subject ? lintDefinition(subject) : lintQuestion(subject);
}

/** The warnings about a definition in one line; undefined if there are none. */
export function lintLine(definition: Definition): string | undefined {
  const warnings = lintDefinition(definition).filter(finding => finding.severity === 'warning');
  if (warnings.length === 0) return undefined;
  return `midcall: ${definition.name}: ${warnings.map(({ id, sentence }) => `${sentence} [${id}]`).join(' ')}`;
}
