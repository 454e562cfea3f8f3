/** One line of the table: a peer on one revision, asked in one mode, answered in all three ways. */
export interface Row {
  readonly side: 'upstream' | 'downstream';
  readonly peer: string;
  /** The revision of the host, and the server's era. */
  readonly revision: string;
  readonly mode: 'form' | 'url';
  readonly actions: readonly ActionSeen[];
  /** Why it could not be run. */
  readonly missing?: string;
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

/** The table, one row a line, and below it what went wrong. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(row => [
    row.side,
    row.peer,
    row.revision,
    row.mode,
    row.actions.map(({ action, ok }) => `${action} ${ok ? 'ok' : 'NO'}`).join(', '),
    row.missing === undefined ? outcomeOf(row) : `not available: ${row.missing}`,
  ]);
  const head = ['side', 'peer', 'host / server', 'mode', 'actions', 'result'];
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map(line => line[at]?.length ?? 0)));
  const line = (parts: readonly string[]) =>
    parts
      .map((part, at) => part.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const wrong = rows.flatMap(row =>
    row.actions
      .filter(({ ok }) => !ok)
      .map(
        ({ action, asked, said }) => `${row.peer}, ${row.revision}, ${row.mode}, ${action}: asked ${asked} times, "${said.slice(0, 300)}"`,
      ),
  );
  return [line(head), ...cells.map(line), ...(wrong.length > 0 ? ['', ...wrong] : [])].join('\n');
}
