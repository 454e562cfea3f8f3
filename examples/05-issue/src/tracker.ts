/** The tracker behind the tool. */
export interface Report {
  readonly title: string;
  readonly component: string;
  readonly severity: string;
}

export interface Tracker {
  file(report: Report): Promise<number>;
  readonly filed: readonly Report[];
}

export function createTracker(): Tracker {
  const filed: Report[] = [];
  return { filed, file: async report => filed.push(report) };
}
