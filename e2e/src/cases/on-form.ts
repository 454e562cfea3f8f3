/** Cases on the form: what a person fills in and what a form shows. What core alone decides is asked of core; what only a screen can show, of the element in a browser. */
import { fillForm, type JsonObject } from '@midcall/core';
import type { Case, CaseInput } from './case.js';
import { inBrowser } from './in-browser.js';
import { equals, notPolluted, type Observed, show } from './observed.js';
import { formChecks, formOf, revisionOf } from './read-question.js';
import { typed } from './typed.js';

export async function runOnForm(test: Case): Promise<Observed | undefined> {
  const { input } = test;
  if (input.op === 'fill' && input.want?.review === undefined) return fill(input);
  return inBrowser(test);
}

function fill(input: CaseInput): Observed {
  const form = formOf(input.schema, revisionOf(input));
  if (!form) return { words: ['rpc_error', 'schema_reject'], checks: {} };
  const entries = Object.entries((input.raw ?? {}) as JsonObject).map(([name, raw]) => [name, typed(form, name, raw ?? null)] as const);
  const filled = fillForm(form, entries, {
    ...(typeof input.locale === 'string' && { locale: input.locale }),
    ...(typeof input.zone === 'string' && { zone: input.zone }),
  });
  const checks = { ...formChecks(form), polluted: notPolluted };
  if (!filled.ok) {
    const fields = filled.issues.map(issue => issue.field);
    return {
      words: ['field_error'],
      checks: { ...checks, field: wanted => (fields.includes(String(wanted)) ? undefined : `the error is on ${show(fields)}`) },
      story: `${fields.join(', ')}: ${filled.issues.map(issue => issue.rule).join(', ')}`,
    };
  }
  const content = filled.content;
  return {
    words: ['accept'],
    checks: {
      ...checks,
      content: equals(content),
      sameInstant: wanted => {
        const wrong = Object.entries(wanted as JsonObject).filter(
          ([name, at]) => Date.parse(String(content[name])) !== Date.parse(String(at)),
        );
        return wrong.length === 0 && /(?:Z|[+-]\d\d:\d\d)$/.test(String(Object.values(content)[0])) ? undefined : `got ${show(content)}`;
      },
    },
    story: show(content),
  };
}
