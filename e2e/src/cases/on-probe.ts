/** Cases on what is said about a question before it is sent: everything core finds in the params as an author's. */
import { type JsonObject, readForm } from '@midcall/core';
import type { Finding } from '@midcall/core/contract';
import { inspectForm, inspectMessage, inspectUrl } from '@midcall/core/inspect';
import { readElicitParams } from '@midcall/core/wire';
import type { Case, CaseInput } from './case.js';
import { type Check, equals, type Observed, show } from './observed.js';
import { revisionOf } from './read-question.js';

/** One thing found, in the words of the format. */
interface Found {
  readonly rule: string;
  readonly level: 'fail' | 'warn' | 'info';
  readonly field?: string;
}

export async function runOnProbe(test: Case): Promise<Observed | undefined> {
  return test.input.op === 'lint' ? lint(test.input) : undefined;
}

function lint(input: CaseInput): Observed {
  const found = findingsOf(input.params as JsonObject, input);
  const told = found.filter(one => one.level !== 'info');
  const want: JsonObject = input.want ?? {};
  // One finding must be all that is wanted of it, not one its rule and another its field.
  const matches = (one: Found): boolean =>
    (['rule', 'field', 'level'] as const).every(name => want[name] === undefined || one[name] === want[name]);
  const check: Check = () => (found.some(matches) ? undefined : `found ${show(found)}`);
  return {
    words: told.length > 0 ? ['finding'] : ['safe'],
    checks: { rule: check, field: check, level: check, findings: equals(told.length) },
    story: `found ${show(found)}`,
  };
}

function findingsOf(params: JsonObject, input: CaseInput): readonly Found[] {
  const revision = revisionOf(input);
  const read = readElicitParams(params, revision, { reader: 'author' });
  if (!read.ok) return [{ rule: read.issue.rule, level: 'fail' }];
  const { message } = read.params;
  const inMessage = inspectMessage(message, { revision });
  if (read.params.mode === 'url') return [...inMessage, ...inspectUrl(read.params.url, { revision })].map(ofFinding);
  const { form, issues } = readForm(read.params.requestedSchema, { revision, reader: 'author' });
  return [
    ...issues.map(
      ({ rule, severity, path }): Found => ({ rule, level: severity === 'error' ? 'fail' : 'warn', ...(path !== '' && { field: path }) }),
    ),
    ...[...inMessage, ...(form === undefined ? [] : inspectForm(form, { message, revision }))].map(ofFinding),
  ];
}

const names: Readonly<Record<string, string>> = { 'secret-ask': 'secret-in-form' };
// A host only warns of these; a server must not send them at all.
const forbidden = new Set(['sensitive-data-in-url', 'insecure-http']);

function ofFinding({ id, severity, where }: Finding): Found {
  return {
    rule: names[id] ?? id,
    level: severity === 'danger' || forbidden.has(id) ? 'fail' : severity === 'warning' ? 'warn' : 'info',
    ...(typeof where === 'object' && { field: where.field }),
  };
}
