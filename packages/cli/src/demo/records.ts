/**
 * The records behind the demo: three tables of rows in memory, the same on every start, and really deleted.
 * `sessions` holds 4,012 rows last used before 2026-01-01, so that the demo's question has a number worth a second look.
 */

/** The tables a person can choose from. */
export const TABLES = {
  sessions: 'Sessions (sign-ins of the last two years)',
  carts: 'Shopping carts (never checked out)',
  exports: 'Exports (files people asked for)',
} as const;

/** One of the demo's tables. */
export type TableName = keyof typeof TABLES;

/** One row. */
export interface RecordRow {
  readonly id: number;
  /** The day it was last used, ISO 8601. */
  readonly lastUsed: string;
}

const SHAPES: Readonly<Record<TableName, { readonly stale: number; readonly fresh: number }>> = {
  sessions: { stale: 4_012, fresh: 8_377 },
  carts: { stale: 918, fresh: 2_204 },
  exports: { stale: 61, fresh: 140 },
};

const DAY_MS = 86_400_000;
const STALE_FROM = Date.UTC(2024, 0, 1);
const FRESH_FROM = Date.UTC(2026, 0, 1);

/** The tables of one server process. */
export class Records {
  readonly #tables: Record<TableName, RecordRow[]>;

  constructor() {
    this.#tables = { sessions: fill('sessions'), carts: fill('carts'), exports: fill('exports') };
  }

  count(table: TableName): number {
    return this.#tables[table].length;
  }

  /** Rows last used before `day` (ISO 8601 date), oldest first. */
  staleIn(table: TableName, day: string): readonly RecordRow[] {
    return this.#tables[table]
      .filter(row => row.lastUsed < day)
      .sort((a, b) => (a.lastUsed < b.lastUsed ? -1 : a.lastUsed > b.lastUsed ? 1 : a.id - b.id));
  }

  /** Deletes the rows last used before `day`; returns how many went. A second call finds none. */
  deleteStale(table: TableName, day: string): number {
    const before = this.#tables[table].length;
    this.#tables[table] = this.#tables[table].filter(row => row.lastUsed >= day);
    return before - this.#tables[table].length;
  }
}

function fill(table: TableName): RecordRow[] {
  const { stale, fresh } = SHAPES[table];
  const staleDays = (FRESH_FROM - STALE_FROM) / DAY_MS;
  const rows: RecordRow[] = [];
  for (let i = 0; i < stale; i++) rows.push({ id: i + 1, lastUsed: isoDay(STALE_FROM + (i % staleDays) * DAY_MS) });
  for (let i = 0; i < fresh; i++) rows.push({ id: stale + i + 1, lastUsed: isoDay(FRESH_FROM + (i % 300) * DAY_MS) });
  return rows;
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
