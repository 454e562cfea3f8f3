/** Which page a flow has sent somebody to: in the journal, so sealed, and the same in every later run. */
import type { Json } from '@midcall/core';
import type { Run } from '../engine/run.js';

export interface SentPage {
  readonly handle: string;
  readonly url: string;
  readonly base: string;
  readonly print: string;
  readonly id: string;
  /** Milliseconds since the epoch at which the page was made. */
  readonly made: number;
  readonly expires: number;
  readonly held: number;
  /** Milliseconds since the epoch at which the visit was completed. */
  readonly done?: number;
}

/** Beside the answer under the author's own key; the blank keeps it apart from every key an author can choose. */
function sentKey(key: string): string {
  return `${key} page`;
}

export function sentPage(run: Run, key: string): SentPage | undefined {
  const entry = run.journal.entries.get(sentKey(key));
  return entry?.t === 'v' ? (entry.value as unknown as SentPage) : undefined;
}

export function rememberPage(run: Run, key: string, sent: SentPage): void {
  run.journal.entries.set(sentKey(key), { t: 'v', value: sent as unknown as Json });
}

/** True if the flow has learned nothing but which pages it is about to send somebody to. */
export function onlyPages(run: Run): boolean {
  return run.journal.asked.size === 0 && [...run.journal.entries.keys()].every(key => key.endsWith(' page'));
}
