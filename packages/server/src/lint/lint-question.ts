/** One question, before anybody is asked: is it short, does it say what is at stake, can every host draw it? */
import { type Form, LATEST_REVISION } from '@midcall/core';
import { convertForm } from '@midcall/core/convert';
import { inspectForm, inspectMessage } from '@midcall/core/inspect';
import { compileSource, type FormSource } from '../author/form-source.js';
import type { LintFinding } from './finding.js';
import { weakHosts } from './weak-hosts.js';

/** A question as an author writes it. */
export interface LintedQuestion {
  readonly key?: string;
  readonly message: string;
  /** Nothing for a `confirm` and for a page. */
  readonly form?: FormSource;
  /** A `confirm`; its tick may be left out. */
  readonly confirm?: boolean;
  readonly tick?: string;
}

/** More do not fit a screen, nor a head. */
const MOST_FIELDS = 7;

/** @throws MidcallError FORM_INVALID, SECRET_ASK for a form that cannot be asked at all */
export function lintQuestion(question: LintedQuestion): readonly LintFinding[] {
  const { message, key } = question;
  const findings: LintFinding[] = [];
  const form = question.form === undefined ? undefined : compileSource(question.form).form;
  if (question.confirm === true && isEmptyPhrase(message) && (question.tick === undefined || isEmptyPhrase(question.tick))) {
    findings.push({
      id: 'confirm-without-stakes',
      severity: 'warning',
      sentence: 'The person is asked to agree to something that the question does not name.',
      mend: 'Say what will happen, to what and how much of it: `Delete 4,012 rows from customers?`, and name the stakes in `tick`.',
    });
  }
  const texts = [
    ...inspectMessage(message, { revision: LATEST_REVISION }),
    ...(form === undefined ? [] : inspectForm(form, { revision: LATEST_REVISION })),
  ];
  if (texts.some(finding => finding.id === 'link-in-text')) {
    findings.push({
      id: 'link-in-text',
      severity: 'warning',
      sentence: 'The text holds an address; hosts show it as text, warn of it, or hide it.',
      mend: 'Send the person to a page with `visit`, which shows the whole address and asks before it is opened.',
    });
  }
  if (form !== undefined) findings.push(...lintForm(form));
  return key === undefined ? findings : findings.map(finding => ({ ...finding, key }));
}

function lintForm(form: Form): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  if (form.fields.length > MOST_FIELDS) {
    findings.push({
      id: 'too-many-fields',
      severity: 'warning',
      sentence: `The form has ${form.fields.length} fields; people leave forms of more than ${MOST_FIELDS}.`,
      mend: 'Ask what the decision turns on, take the rest as arguments or defaults, or send the person to a page.',
    });
  }
  if (form.fields.length === 0) {
    findings.push({
      id: 'empty-form',
      severity: 'warning',
      sentence: 'The form has no field: some hosts hang, others agree by themselves.',
      mend: 'For a yes or no use `confirm`.',
      hosts: ['VS Code'],
    });
  }
  findings.push(...weakHosts(form));
  if (convertForm(form, '2025-06-18').form === undefined) {
    findings.push({
      id: 'not-in-first-revision',
      severity: 'info',
      sentence: 'Hosts of 2025-06-18 cannot be asked this: its lists would become too many yes/no fields.',
      mend: 'Let the person choose among fewer, or ask in two steps.',
    });
  }
  return findings;
}

const EMPTY =
  /^(?:please )?(?:are you (?:really |absolutely )?sure(?: (?:that )?you want to (?:continue|proceed|do this))?|(?:do you (?:really )?want to |would you like to )?(?:continue|proceed|go ahead|confirm|do (?:this|it))|confirm (?:this )?(?:action|operation|request)|really|sure|ok(?:ay)?|yes|yes,? (?:go ahead|continue|proceed|i'?m sure|i am sure)|i agree|i understand)$/i;

function isEmptyPhrase(text: string): boolean {
  return EMPTY.test(text.trim().replace(/[?.!\s]+$/, ''));
}
