/** What a definition says about itself, before anybody calls it. */
import { type JsonObject, LATEST_REVISION, readForm } from '@midcall/core';
import { inspectForm } from '@midcall/core/inspect';
import { argumentSchemas } from '../author/argument-schemas.js';
import type { Definition } from '../author/define.js';
import { schemaOf } from '../run-definition.js';
import type { LintFinding } from './finding.js';

export function lintDefinition(definition: Definition): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  const properties = argumentSchemas(schemaOf(definition))() ?? {};
  for (const [field, schema] of Object.entries(properties)) {
    if ((schema as JsonObject | undefined)?.type === 'boolean' && CONFIRMS.test(words(field))) {
      findings.push({
        id: 'argument-confirms',
        severity: 'warning',
        field,
        sentence: `The argument \`${field}\` lets the model agree in the person's place.`,
        mend: 'Leave it out and ask with `confirm`, which no argument can answer.',
      });
    }
  }
  for (const field of secretArguments(properties)) {
    findings.push({
      id: 'argument-secret',
      severity: 'warning',
      field,
      sentence: `The argument \`${field}\` asks for a secret, which the model and its logs would then hold.`,
      mend: 'Have the person type it on a page of this server: `visit`.',
    });
  }
  if (definition.kind === 'tool') {
    const { annotations, needs = [] } = definition.config;
    if (annotations?.readOnlyHint === true && needs.includes('once')) {
      findings.push({
        id: 'read-only-with-effects',
        severity: 'warning',
        sentence: 'The tool says that it only reads, and that it has an effect to keep to once.',
        mend: 'Take away `readOnlyHint`, or `needs`.',
      });
    }
    if (annotations?.destructiveHint === true && !needs.includes('once')) {
      findings.push({
        id: 'destructive-without-once',
        severity: 'info',
        sentence: 'The tool says that it destroys, and does not say that it needs a store to do so at most once.',
        mend: "Do it in `call.once` and say `needs: ['once']`: a server without a store then says so when it starts.",
      });
    }
  }
  return findings.map(finding => ({ ...finding, name: definition.name }));
}

const CONFIRMS =
  /^(?:user |is |has |i )?(?:confirm|confirmed|confirmation|approve|approved|approval|sure|consent|consented|acknowledge|acknowledged|understand|agreed?|yes)$/;

/** `userConfirmed`, `user_confirmed` → `user confirmed`. */
function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
}

function secretArguments(properties: Readonly<Record<string, unknown>>): readonly string[] {
  const texts = Object.entries(properties).filter(([, schema]) => (schema as JsonObject | undefined)?.type === 'string');
  const schema = { type: 'object', properties: Object.fromEntries(texts) as JsonObject } satisfies JsonObject;
  const { form } = readForm(schema, { revision: LATEST_REVISION });
  if (form === undefined) return [];
  return inspectForm(form, { revision: LATEST_REVISION }).flatMap(({ id, where }) =>
    id === 'secret-ask' && typeof where === 'object' ? [where.field] : [],
  );
}
