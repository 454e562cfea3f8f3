/** Who does not want to be disturbed for a while, by their own word; the same in every process on the store (D23). */
import type { Store } from '@midcall/store';
import type { Sealer } from '../desk/sealer.js';
import { followedRecords } from './followed-records.js';

interface Quiet {
  readonly v: 1;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export interface QuietPeople {
  load(): Promise<void>;
  /** Until when, if this person wants quiet now. */
  until(principal: string): number | undefined;
  /** Undefined ends it. */
  set(principal: string, until: number | undefined): Promise<void>;
  onChange(listener: () => void): () => void;
  close(): void;
}

export interface QuietPeopleOptions {
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  readonly now: () => number;
  readonly onError?: ((error: unknown) => void) | undefined;
}

export function createQuietPeople({ store, sealer, now, onError }: QuietPeopleOptions): QuietPeople {
  const records = followedRecords<Quiet>({ store, sealer, prefix: 'desk/quiet/', parse: quietOf, onError });
  return {
    load: () => records.load(),
    until(principal) {
      const until = records.get(nameOf(principal))?.until;
      return until !== undefined && until > now() ? until : undefined;
    },
    set: (principal, until) =>
      until === undefined ? records.remove(nameOf(principal)) : records.put(nameOf(principal), { v: 1, until }, until),
    onChange: listener => records.onChange(listener),
    close: () => records.close(),
  };
}

function nameOf(principal: string): string {
  return encodeURIComponent(principal);
}

function quietOf(value: unknown): Quiet | undefined {
  const quiet = value as Partial<Quiet> | null;
  return quiet?.v === 1 && typeof quiet.until === 'number' ? (quiet as Quiet) : undefined;
}
