/** What the tools of a server behind the gateway did, told apart by the cell that called them; a tool `report` tells it over the wire. */
export interface CellReport {
  /** How often each tool was entered. */
  readonly entered: Readonly<Record<string, number>>;
  /** What tools did once they had their answer, in order. */
  readonly effects: readonly string[];
  /** Tools that were told that their call is cancelled. */
  readonly aborted: readonly string[];
  /** The process that says so. */
  readonly pid: number;
}

export interface Journal {
  enter(cell: string, tool: string): void;
  effect(cell: string, tool: string): void;
  aborted(cell: string, tool: string): void;
  report(cell: string): CellReport;
}

interface Kept {
  readonly entered: Record<string, number>;
  readonly effects: string[];
  readonly aborted: string[];
}

export function createJournal(): Journal {
  const cells = new Map<string, Kept>();
  const of = (cell: string): Kept => {
    const kept = cells.get(cell) ?? { entered: {}, effects: [], aborted: [] };
    cells.set(cell, kept);
    return kept;
  };
  return {
    enter(cell, tool) {
      const { entered } = of(cell);
      entered[tool] = (entered[tool] ?? 0) + 1;
    },
    effect: (cell, tool) => void of(cell).effects.push(tool),
    aborted: (cell, tool) => void of(cell).aborted.push(tool),
    report: cell => ({ ...of(cell), pid: process.pid }),
  };
}

/** A tool's result in plain text. */
export function said(text: string): { content: { type: 'text'; text: string }[] } {
  return { content: [{ type: 'text', text }] };
}
