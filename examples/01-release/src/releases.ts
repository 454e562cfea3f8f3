/**
 * The release calendar behind the tool: windows open and close with the clock, whether or not somebody is thinking about
 * them, and a release with an idempotency key happens once.
 */
export interface Window {
  readonly id: string;
  readonly label: string;
  /** Milliseconds since the epoch at which it closes. */
  readonly closesAt: number;
}

export interface Releases {
  /** The windows that are open now, the one that closes first in front. */
  openWindows(service: string): Promise<readonly Window[]>;
  release(
    service: string,
    environment: string,
    window: Window,
    options: { readonly idempotencyKey: string },
  ): Promise<{ readonly url: string }>;
  /** Everything that was released, in order. */
  readonly done: readonly { readonly service: string; readonly environment: string; readonly window: string }[];
}

const HOUR = 3_600_000;

/** A calendar with a window that closes `soonMs` after the start (default a minute), and two that stay open for hours. */
export function createReleases(now: () => number = Date.now, soonMs = 60_000): Releases {
  const start = now();
  const windows: readonly Window[] = [
    { id: 'now', label: 'The one that is open now', closesAt: start + soonMs },
    { id: 'tonight', label: 'Tonight, 22:00 to 23:00', closesAt: start + 10 * HOUR },
    { id: 'tomorrow', label: 'Tomorrow, 06:00 to 07:00', closesAt: start + 20 * HOUR },
  ];
  const done: { service: string; environment: string; window: string }[] = [];
  const byKey = new Map<string, { readonly url: string }>();
  return {
    done,
    openWindows: async () => windows.filter(window => window.closesAt > now()),
    async release(service, environment, window, { idempotencyKey }) {
      const before = byKey.get(idempotencyKey);
      if (before !== undefined) return before;
      done.push({ service, environment, window: window.id });
      const run = { url: `https://releases.example/${service}/${done.length}` };
      byKey.set(idempotencyKey, run);
      return run;
    },
  };
}
