/**
 * Waiting for a page to be completed, bounded in time and in number (D18).
 */
import type { Progress } from '../gate/progress.js';
import type { PageServices } from './page-services.js';
import { readTicket, ticketKey } from './ticket.js';
import { readVisited } from './visited-row.js';

export interface Wait {
  readonly at: string;
  readonly print: string;
  readonly handle: string;
  /** Milliseconds. */
  readonly longest: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** `done`: completed. `gone`: closed or expired without. `open`: time is up, or the host hung up. */
export type Waited = 'done' | 'gone' | 'open';

export async function awaitVisit(services: PageServices, wait: Wait): Promise<Waited> {
  const { clock, store } = services;
  const until = clock.now() + wait.longest;
  const news = signalOf();
  const stops = [
    store.watch(wait.at, news.wake),
    store.watch(ticketKey(wait.handle), news.wake),
    clock.setTimeout(news.wake, wait.longest),
    beat(services, wait.progress),
  ];
  wait.signal.addEventListener('abort', news.wake, { once: true });
  try {
    for (;;) {
      if ((await readVisited(services, wait.at, wait.print)) !== undefined) return 'done';
      const ticket = await readTicket(services, wait.handle);
      if (ticket === undefined) return (await readVisited(services, wait.at, wait.print)) === undefined ? 'gone' : 'done';
      if (wait.signal.aborted || clock.now() >= until) return 'open';
      await news.next();
    }
  } finally {
    for (const stop of stops) stop();
    wait.signal.removeEventListener('abort', news.wake);
  }
}

/** A wake that comes between two looks is not lost. */
function signalOf(): { readonly wake: () => void; readonly next: () => Promise<void> } {
  let woken = false;
  let resume: (() => void) | undefined;
  return {
    wake: () => {
      woken = true;
      resume?.();
    },
    next: () =>
      new Promise(resolve => {
        resume = () => {
          woken = false;
          resume = undefined;
          resolve();
        };
        if (woken) resume();
      }),
  };
}

const BEAT_MS = 15_000;

function beat(services: PageServices, progress: Progress): () => void {
  if (!progress.wanted) return () => {};
  let stop = (): void => {};
  const next = (): void => {
    stop = services.clock.setTimeout(() => {
      progress.beat('Waiting for the page to be finished').catch(services.report);
      next();
    }, BEAT_MS);
  };
  next();
  return () => stop();
}
