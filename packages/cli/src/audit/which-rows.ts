/** The filters that `audit export` and `audit redact` share. */
import type { AuditFilter } from '@midcall/host';
import type { Moment } from './moment.js';

export interface WhichRows {
  readonly since?: Moment;
  readonly until?: Moment;
  readonly server?: string;
  readonly principal?: string;
  readonly question?: string;
}

export function filterOf({ since, until, server, principal, question }: WhichRows, now: number): AuditFilter {
  return {
    ...(since !== undefined && { since: since(now) }),
    ...(until !== undefined && { until: until(now) }),
    ...(server !== undefined && { server }),
    ...(principal !== undefined && { principal }),
    ...(question !== undefined && { question }),
  };
}
