/** One line of the table: a peer over one transport and pair of revisions, asked in one way, answered in all three. */
export interface Row {
  readonly side: 'upstream' | 'downstream' | 'desk';
  readonly peer: string;
  /** What was called, or what was behind the gateway. */
  readonly tool: string;
  readonly over: 'stdio' | 'http';
  /** Revision of the host, and the one the server was spoken to in. */
  readonly revision: string;
  readonly mode: 'form' | 'url';
  readonly actions: readonly ActionSeen[];
  /** Why it could not be run. */
  readonly missing?: string;
  /** Where the peer does something else than ask: what, and why that is its own doing. */
  readonly note?: string;
}

export const ACTIONS = ['accept', 'decline', 'cancel'] as const;
export type Action = (typeof ACTIONS)[number];

/** What came of one call. */
export interface ActionSeen {
  readonly action: Action;
  /** Questions a person was shown meanwhile. */
  readonly asked: number;
  /** What the tool said. */
  readonly said: string;
  readonly ok: boolean;
}

export type Outcome = 'passed' | 'failed' | 'not available';

export function outcomeOf(row: Row): Outcome {
  if (row.missing !== undefined) return 'not available';
  return row.actions.length === ACTIONS.length && row.actions.every(({ ok }) => ok) ? 'passed' : 'failed';
}

/** One row in one line, without its columns. */
export function nameOf(row: Row): string {
  return `${row.side} ${row.peer}, ${row.tool}, ${row.over}, ${row.revision}, ${row.mode}`;
}

/** The table, one row a line; below it why peers differ, and what went wrong. */
export function table(rows: readonly Row[]): string {
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  const cells = rows.map(row => [
    row.side,
    row.peer,
    row.tool,
    row.over,
    row.revision,
    row.mode,
    row.actions.map(({ action, ok }) => `${action} ${ok ? 'ok' : 'NO'}`).join(', '),
    row.missing === undefined ? outcomeOf(row) : `not available: ${row.missing}`,
    row.note === undefined ? '' : `(${notes.indexOf(row.note) + 1})`,
  ]);
  const head = ['side', 'peer', 'tool', 'over', 'host / server', 'mode', 'actions', 'result', ''];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map(line => line[at]?.length ?? 0)));
  const line = (parts: readonly string[]) =>
    parts
      .map((part, at) => part.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const wrong = rows.flatMap(row =>
    row.actions
      .filter(({ ok }) => !ok)
      .map(({ action, asked, said }) => `${nameOf(row)}, ${action}: asked ${asked} times, "${said.slice(0, 300)}"`),
  );
  const below = [...notes.map((note, at) => `(${at + 1}) ${note}`), ...(wrong.length > 0 ? ['', ...wrong] : [])];
  return [line(head), ...cells.map(line), ...(below.length > 0 ? ['', ...below] : [])].join('\n');
}
