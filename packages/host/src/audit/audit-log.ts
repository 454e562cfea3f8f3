/** Where the desk's audit rows go. Appending never fails a question; what cannot be written is told to `onError`. */
import type { JsonObject } from '@midcall/core';
import type { AuditRow } from '@midcall/core/contract';

export interface AuditLog {
  /**
   * Takes one row; rows come in the order in which things happened. What is `beside` it is personal: a log that cannot
   * seal and redact it leaves it out.
   */
  append(row: AuditRow, beside?: AuditBeside): void | Promise<void>;
  /** Rows so far, oldest first, at most `limit` (default 1,000) of the newest. */
  rows(options?: AuditRowsOptions): Promise<readonly AuditRow[]>;
  /** Settles when what was appended is written for good, as far as this log writes later than it says. */
  flush?(): Promise<void>;
}

/** What a person read or answered. */
export interface AuditBeside {
  readonly values: JsonObject;
  /** False: only proof of it is kept, a keyed hash. */
  readonly readable: boolean;
}

/** Which rows; a member that is absent leaves them all. */
export interface AuditFilter {
  readonly question?: string;
  /** The operator's name of the server. */
  readonly server?: string;
  readonly principal?: string;
  /** From this moment on (milliseconds since the epoch). */
  readonly since?: number;
  /** Before this moment. */
  readonly until?: number;
}

export interface AuditRowsOptions extends AuditFilter {
  readonly limit?: number;
}

/** Whether the filter takes this row. */
export function takes({ question, server, principal, since, until }: AuditFilter, row: AuditRow): boolean {
  return (
    (question === undefined || row.question === question) &&
    (server === undefined || row.server === server) &&
    (principal === undefined || row.principal === principal) &&
    (since === undefined || row.at >= since) &&
    (until === undefined || row.at < until)
  );
}

const SLACK = 1_000;

/** Keeps the newest `keep` rows (default 10,000) in memory, without what is beside them: for tests and hosts without a store. */
export function memoryAudit(options: { readonly keep?: number } = {}): AuditLog {
  const keep = options.keep ?? 10_000;
  const rows: AuditRow[] = [];
  return {
    append(row) {
      rows.push(row);
      if (rows.length > keep + SLACK) rows.splice(0, rows.length - keep); // in one go now and then, not at every row
    },
    async rows({ limit = 1_000, ...filter } = {}) {
      const wanted = rows.filter(row => takes(filter, row));
      return wanted.slice(-Math.min(limit, keep));
    },
  };
}
