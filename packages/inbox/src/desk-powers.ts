/**
 * What a desk can do beside questions and answers: rules that a person makes (mute, cut off, remember) and its audit. A desk of
 * `createDesk` has both; one that is not offers neither, and nothing of it is drawn.
 */
import type { AuditRow } from '@midcall/core/contract';
import type { AuditLog, Desk, DeskPolicy, Rule, Viewer } from '@midcall/host';
import type { ServerActions } from './api.js';

/** A remembered answer is filled in for this long. */
export const REMEMBER_MS = 30 * 24 * 3_600_000;

export interface DeskPowers {
  readonly policy?: DeskPolicy;
  readonly audit?: AuditLog;
}

/** A rule as the page shows it: without the fingerprint, which is of no use to a person. */
export interface RuleView {
  readonly id: string;
  readonly kind: Rule['kind'];
  readonly server: string;
  readonly madeAt: number;
  readonly tool?: string;
  readonly until?: number;
  readonly message?: string;
  readonly answer?: readonly (readonly [name: string, value: string])[];
  readonly send?: boolean;
}

/** A server that the operator's policy file refuses; it is changed there and not here. */
export interface FileRule {
  readonly server: string;
  readonly kind: 'mute' | 'cut-off';
}

export interface RulesView {
  readonly rules: readonly RuleView[];
  readonly byFile: readonly FileRule[];
}

export function powersOf(desk: Desk): DeskPowers {
  const { policy, audit } = desk as Desk & DeskPowers;
  return { ...(policy !== undefined && { policy }), ...(audit !== undefined && { audit }) };
}

/** Mute and cut off as rules of the desk. */
export function actionsOf(policy: DeskPolicy | undefined): ServerActions {
  if (policy === undefined) return {};
  const rule = async (server: string, { principal }: Viewer, cutOff: boolean): Promise<void> => {
    const known = policy
      .rules(principal)
      .some(each => each.kind === (cutOff ? 'cut-off' : 'mute') && each.server === server && each.tool === undefined);
    if (!known) await policy.mute(principal, { server, cutOff });
  };
  return {
    mute: (server, viewer) => rule(server, viewer, false),
    cutOff: (server, viewer) => rule(server, viewer, true),
  };
}

export function viewRules(policy: DeskPolicy, principal: string): RulesView {
  const byFile = Object.entries(policy.config.servers).flatMap(([server, { mute, cutOff }]): FileRule[] =>
    cutOff === true ? [{ server, kind: 'cut-off' }] : mute === true ? [{ server, kind: 'mute' }] : [],
  );
  return { rules: policy.rules(principal).map(viewRule), byFile };
}

function viewRule(rule: Rule): RuleView {
  const { id, kind, server, madeAt, tool, until } = rule;
  return {
    id,
    kind,
    server,
    madeAt,
    ...(tool !== undefined && { tool }),
    ...(until !== undefined && { until }),
    ...(rule.kind === 'remembered' && {
      message: rule.message,
      send: rule.send,
      answer: Object.entries(rule.content).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const),
    }),
  };
}

/** What the page shows of a row: no hashes, no details. */
export type AuditView = Pick<AuditRow, 'at' | 'stage' | 'by' | 'surface' | 'action' | 'reason'>;

export async function viewAudit(audit: AuditLog, question: string): Promise<readonly AuditView[]> {
  const rows = await audit.rows({ question, limit: 200 });
  return rows.map(({ at, stage, by, surface, action, reason }) => ({
    at,
    stage,
    by,
    ...(surface !== undefined && { surface }),
    ...(action !== undefined && { action }),
    ...(reason !== undefined && { reason }),
  }));
}
