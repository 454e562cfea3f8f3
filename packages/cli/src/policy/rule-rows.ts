/** Standing rules and remembered answers as rows of a table, the operator's file first. */
import type { PolicyConfig, Rule } from '@midcall/host';

/** One rule as `midcall policy list` shows it. No answer is in it (N9). */
export interface RuleRow {
  /** What `unmute` and `forget` take; absent for a rule of the file, which is changed there. */
  readonly id?: string;
  readonly server: string;
  /** Absent: the whole server. */
  readonly tool?: string;
  readonly kind: 'mute' | 'cut-off' | 'deny' | 'remembered';
  /** Milliseconds since the epoch. */
  readonly since?: number;
  readonly until?: number;
  readonly by: 'file' | 'person';
  /** Of a remembered answer: which question. Untrusted text. */
  readonly message?: string;
  /** Of a remembered answer: sent without asking, because the person ticked so; else it pre-fills. */
  readonly send?: boolean;
}

export function ruleRows(config: PolicyConfig, rules: readonly Rule[]): readonly RuleRow[] {
  return [...fileRows(config), ...rules.map(personRow)];
}

function fileRows({ servers }: PolicyConfig): readonly RuleRow[] {
  return Object.entries(servers).flatMap(([server, { mute, cutOff, tools }]) => [
    ...(cutOff === true ? [{ server, kind: 'cut-off', by: 'file' } as const] : []),
    ...(mute === true ? [{ server, kind: 'mute', by: 'file' } as const] : []),
    ...Object.entries(tools ?? {})
      .filter(([, rule]) => rule === 'deny')
      .map(([tool]) => ({ server, tool, kind: 'deny', by: 'file' }) as const),
  ]);
}

function personRow(rule: Rule): RuleRow {
  const { id, server, tool, kind, madeAt, until } = rule;
  return {
    id,
    server,
    ...(tool !== undefined && { tool }),
    kind,
    since: madeAt,
    ...(until !== undefined && { until }),
    by: 'person',
    ...(rule.kind === 'remembered' && { message: rule.message, send: rule.send }),
  };
}

/** What a rule does, in a few words. */
export function ruleWords({ kind, send }: RuleRow): string {
  if (kind !== 'remembered') return { mute: 'muted', 'cut-off': 'cut off', deny: 'declined' }[kind];
  return send === true ? 'sent without asking' : 'filled in';
}
