/** Everything that stands before a question of one server, and one tool of it, as the gate itself would judge it. */
import { type PolicyConfig, type Rule, serverPolicy, standingRule } from '@midcall/host';
import { POLICY_FILE } from './open-rules.js';
import { localTime, spanText } from './span.js';

/** `[what, how]` lines, in the order in which the gate looks at them. */
export type Applies = readonly (readonly [what: string, how: string])[];

export interface AppliesTo {
  readonly server: string;
  readonly tool?: string;
  readonly quiet?: number;
}

/** @param quiet until when the person asked for quiet, if they did. */
export function whatApplies(config: PolicyConfig, rules: readonly Rule[], { server, tool, quiet }: AppliesTo): Applies {
  const own = serverPolicy(config, server);
  const rate = own?.rate ?? config.rate;
  const { quietMode, doNotDisturb, queue } = config;
  const remembered = rules.filter(
    rule => rule.kind === 'remembered' && rule.server === server && (tool === undefined || rule.tool === tool),
  ).length;
  return [
    ['questions', refusal(config, rules, { server, ...(tool !== undefined && { tool }) })],
    ...(tool === undefined ? toolLines(config, rules, server) : []),
    ['rate', `${rate.perMinute} a minute, ${rate.burst} at once`],
    ['in front of you', `${own?.concurrent ?? config.concurrent} of it at once, ${queue} of all servers`],
    ['quiet mode', quietMode.after === 0 ? 'never' : `after ${quietMode.after} refusals in a row, for ${spanText(quietMode.for)}`],
    [
      'do not disturb',
      [
        ...(quiet === undefined ? [] : [`until ${localTime(quiet)}, by you`]),
        ...doNotDisturb.map(({ from, to, days }) => `${from} to ${to}${days === undefined ? '' : ` (${days.join(', ')})`}`),
      ].join('; ') || 'never',
    ],
    ['remembered', remembered === 0 ? 'no answer' : remembered === 1 ? '1 answer' : `${remembered} answers`],
  ];
}

function refusal(config: PolicyConfig, rules: readonly Rule[], asked: AppliesTo): string {
  const found = standingRule(config, rules, asked);
  if (found === undefined) return 'are asked';
  if (found.kind === 'deny') return `are declined by ${POLICY_FILE}: "${found.pattern}"`;
  const what = { mute: 'muted', 'cut-off': 'cut off' }[found.kind];
  if (found.by === 'file') return `are declined: ${what} by ${POLICY_FILE}`;
  const { madeAt, until, id } = found.rule ?? {};
  const since = madeAt === undefined ? '' : ` since ${localTime(madeAt)}`;
  return `are declined: ${what} by you${since}${until === undefined ? '' : `, until ${localTime(until)}`} (${id})`;
}

/** Tools for which something else holds than for the server as a whole. */
function toolLines(config: PolicyConfig, rules: readonly Rule[], server: string): Applies {
  const tools = new Set([
    ...Object.keys(serverPolicy(config, server)?.tools ?? {}),
    ...rules.flatMap(rule => (rule.kind !== 'remembered' && rule.server === server && rule.tool !== undefined ? [rule.tool] : [])),
  ]);
  return [...tools].map(tool => [`  ${tool}`, refusal(config, rules, { server, tool: tool.replace(/\*$/, '') })] as const);
}
