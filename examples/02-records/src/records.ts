/** The table behind the tool. */
export interface Records {
  /** Ids of the records that nobody has touched for so many days. */
  untouched(table: string, days: number): Promise<readonly string[]>;
  /** Deletes for good. @returns how many were still there */
  remove(table: string, ids: readonly string[]): Promise<number>;
  /** Everything that is there now. */
  readonly ids: Set<string>;
}

/** @param untouched Records that nobody has touched for a year; `kept` are in use. */
export function createRecords(untouched: number, kept: number): Records {
  const ids = new Set([...list('old', untouched), ...list('new', kept)]);
  return {
    ids,
    untouched: async (_table, days) => [...ids].filter(id => days <= 365 && id.startsWith('old')),
    async remove(_table, gone) {
      let count = 0;
      for (const id of gone) if (ids.delete(id)) count += 1;
      return count;
    },
  };
}

function list(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_none, index) => `${prefix}-${index + 1}`);
}
