/** A tool with an `outputSchema` cannot return a plain text; found out when it is defined, not when somebody declines (D10). */
import { MidcallError } from '@midcall/core';
import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Ending } from '../engine/ending.js';

interface Checked {
  readonly outputSchema?: StandardSchemaWithJSON | undefined;
  readonly otherwise?: ((ending: Ending) => CallToolResult) | undefined;
}

/** @throws MidcallError OTHERWISE_REQUIRED if it is missing, or its result does not fit the schema */
export function checkOtherwise(name: string, { outputSchema, otherwise }: Checked): void {
  if (outputSchema === undefined) return;
  if (otherwise === undefined) {
    throw refused(
      name,
      'has an outputSchema and no `otherwise`',
      'Say what the tool returns when the person declines: otherwise: ending => ({ content: [], structuredContent: { … } }).',
    );
  }
  for (const ending of SAMPLES) {
    const result = otherwise(ending);
    if (result.isError === true) continue;
    const verdict = outputSchema['~standard'].validate(result.structuredContent);
    // A schema that decides later is checked by the SDK when it comes to it.
    if (!(verdict instanceof Promise) && verdict.issues !== undefined) {
      throw refused(
        name,
        `has an \`otherwise\` whose result for '${ending.reason}' does not fit its outputSchema`,
        'Return structuredContent that the schema takes for every reason.',
      );
    }
  }
}

const SAMPLES: readonly Ending[] = [
  { reason: 'declined', action: 'decline', key: 'sample', text: 'Declined.' },
  { reason: 'cancelled', action: 'cancel', key: 'sample', text: 'Closed without an answer.' },
  { reason: 'unticked', action: 'accept', key: 'sample', text: 'Left unticked.' },
  { reason: 'open', key: 'sample', text: 'The page is still open.' },
  { reason: 'unavailable', key: 'sample', text: 'Cannot be asked here.' },
  { reason: 'invalid', key: 'sample', text: 'Asking did not work.' },
];

function refused(name: string, what: string, hint: string): MidcallError {
  return new MidcallError('OTHERWISE_REQUIRED', `The tool '${name}' ${what}`, { hint });
}
