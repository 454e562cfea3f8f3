/** Where the desk's audit rows go. Appending never fails a question; what cannot be written is told to `onError`. */
import type { AuditRow } from '@midcall/core/contract';

export interface AuditLog {
  /** Takes one row; rows come in the order in which things happened. */
  append(row: AuditRow): void | Promise<void>;
  /** Rows so far, oldest first, at most `limit` (default 1,000) of the newest. */
  rows(options?: AuditRowsOptions): Promise<readonly AuditRow[]>;
}

export interface AuditRowsOptions {
  readonly limit?: number;
  /** Only rows of this question. */
  readonly question?: string;
}

const SLACK = 1_000;

/** Keeps the newest `keep` rows (default 10,000) in memory: for tests and hosts without a store. */
export function memoryAudit(options: { readonly keep?: number } = {}): AuditLog {
  const keep = options.keep ?? 10_000;
  const rows: AuditRow[] = [];
  return {
    append(row) {
      rows.push(row);
      if (rows.length > keep + SLACK) rows.splice(0, rows.length - keep); // in one go now and then, not at every row
    },
    async rows({ limit = 1_000, question } = {}) {
      const wanted = question === undefined ? rows : rows.filter(row => row.question === question);
      return wanted.slice(-Math.min(limit, keep));
    },
  };
}
