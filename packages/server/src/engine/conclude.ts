/** What goes onto the wire when a run ended, but not with the author's own result. */
import { RPC } from '@midcall/core/wire';
import { WireError } from '../gate/wire-error.js';
import type { Ending, OwnEnding } from './ending.js';
import type { Blocked, MissingArgument, Question } from './question.js';
import type { Run } from './run.js';

/** The result of an ending, or undefined after leaving a JSON-RPC error with the frame (D11). */
export function conclude(run: Run, own: OwnEnding): unknown {
  const { otherwise = run.definition.otherwise, ...ending } = own;
  if (otherwise !== undefined) return otherwise(ending);
  if (run.definition.method === 'tools/call') return textResult(ending.text, ending.reason === 'invalid');
  return fault(run, new WireError(CODE[ending.reason], ending.text, { reason: ending.reason }));
}

/** A question that this host cannot be asked: the arguments that would do instead, else the era's capability error. */
export function concludeBlocked(run: Run, questions: readonly Question[]): unknown {
  const { name, method } = run.definition;
  const blocked = questions.flatMap(question => question.blocked ?? []);
  const needed = blocked.filter(one => one.arguments === undefined);
  const first = questions[0] as Question;
  if (needed.length === 0) {
    const missing = new Map(blocked.flatMap(one => one.arguments ?? []).map(one => [one.argument, one]));
    return conclude(run, {
      reason: 'unavailable',
      key: first.key,
      text: `${name} was not carried out yet: it needs more, and this host cannot ask the person. Ask them, then call ${name} again with these arguments added:\n${[...missing.values()].map(describe).join('\n')}`,
      ...(first.otherwise !== undefined && { otherwise: first.otherwise }),
    });
  }
  const text = `${name} needs to ${WHAT[(needed[0] as Blocked).needs]}, and this host has not declared that it can. Nothing was done.`;
  if (run.frame.view.era === 'modern') {
    const requiredCapabilities = Object.assign({}, ...needed.map(one => CAPABILITY[one.needs]));
    const both = needed.some(one => one.needs === 'form') && needed.some(one => one.needs === 'url');
    if (both) requiredCapabilities.elicitation = { form: {}, url: {} };
    return fault(run, new WireError(RPC.missingClientCapability, text, { requiredCapabilities }));
  }
  if (method === 'tools/call') return textResult(text, true);
  return fault(run, new WireError(RPC.internalError, text, { reason: 'unavailable' }));
}

export function textResult(text: string, isError: boolean): unknown {
  return { content: [{ type: 'text', text }], ...(isError && { isError: true }) };
}

/** The gate throws it, outside McpServer's catch (D1). */
export function fault(run: Run, error: unknown): undefined {
  run.frame.fault ??= { error };
  return undefined;
}

const CODE = {
  declined: RPC.declined,
  cancelled: RPC.cancelled,
  unticked: RPC.cancelled,
  open: RPC.cancelled,
  unavailable: RPC.invalidParams,
  invalid: RPC.invalidAnswer,
} as const satisfies Record<Ending['reason'], number>;

const WHAT = {
  form: 'ask the person with a form',
  url: 'open a page for the person',
  sampling: 'ask the host for a completion',
  roots: "read the host's roots",
} as const satisfies Record<Blocked['needs'], string>;

const CAPABILITY = {
  form: { elicitation: { form: {} } },
  url: { elicitation: { url: {} } },
  sampling: { sampling: {} },
  roots: { roots: {} },
} as const satisfies Record<Blocked['needs'], object>;

function describe({ argument, label, schema, problem }: MissingArgument): string {
  const facts = [
    label,
    typeOf(schema),
    ...(typeof schema.description === 'string' ? [schema.description] : []),
    ...(problem === undefined ? [] : [problem]),
  ];
  return `- ${argument}: ${facts.join('; ')}`;
}

function typeOf(schema: MissingArgument['schema']): string {
  const items = schema.items as MissingArgument['schema'] | undefined;
  const list = schema.enum ?? schema.oneOf ?? items?.enum ?? items?.anyOf;
  if (!Array.isArray(list)) return [schema.type, schema.format].filter(part => typeof part === 'string').join(', ');
  const shown = list.slice(0, MOST_SHOWN).map(entry => option(entry));
  const more = list.length > MOST_SHOWN ? `, and ${list.length - MOST_SHOWN} more` : '';
  return `${items === undefined ? 'one of' : 'any of'} ${shown.join(', ')}${more}`;
}

function option(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return JSON.stringify(entry);
  const { const: value, title } = entry as { readonly const?: unknown; readonly title?: unknown };
  return typeof title === 'string' && title !== value ? `${JSON.stringify(value)} (${title})` : JSON.stringify(value);
}

/** A model does not read thousands of options. */
const MOST_SHOWN = 50;
