/** Runs one case on what it names and judges it. A case that no runner knows fails; so does one that hangs. */
import type { Case } from './case.js';
import { judge, type Observed } from './observed.js';

/** Runs the case; undefined: this runner cannot play it. */
export type Runner = (test: Case) => Promise<Observed | undefined>;

// Loaded when a case needs it: a run on the server does not start with the browser's modules.
const runners: Readonly<Record<string, () => Promise<Runner>>> = {
  form: async () => (await import('./on-form.js')).runOnForm,
  terminal: async () => (await import('./on-terminal.js')).runOnTerminal,
  web: async () => (await import('./in-browser.js')).inBrowser,
  gateway: async () => (await import('./on-gateway.js')).runOnGateway,
  host: async () => (await import('./on-host.js')).runOnHost,
  server: async () => (await import('./on-server.js')).runOnServer,
  probe: async () => (await import('./on-probe.js')).runOnProbe,
};

/** What core alone cannot decide. */
export function needsBrowser({ input }: Case): boolean {
  return input.on === 'web' || (input.on === 'form' && (input.op !== 'fill' || input.want?.review !== undefined));
}

export interface Verdict {
  readonly test: Case;
  /** One sentence; undefined when the case passed. */
  readonly fault: string | undefined;
}

const patience = 60_000;

export async function runCase(test: Case): Promise<Verdict> {
  const load = runners[test.input.on];
  if (!load) return { test, fault: `nothing here plays cases on "${test.input.on}"` };
  // What a run does once, a busy machine may take minutes for; it says nothing about the case that happens to be first.
  if (needsBrowser(test)) await (await import('./browser-stage.js')).warmStage();
  const run = await load();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${patience / 1000} s`)), patience);
  });
  try {
    const observed = await Promise.race([run(test), late]);
    if (!observed) return { test, fault: `nothing here plays "${test.input.op}" on "${test.input.on}"` };
    return { test, fault: judge(test, observed) };
  } catch (error) {
    return { test, fault: error instanceof Error ? `${error.message}` : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
