/** The limits that run while a person thinks, in the order in which they fire (D28). */
import { parseTime } from '../../parse-time.js';
import type { ServerEntry } from '../config/server-entry.js';
import type { KnownHost } from '../hosts/known-hosts.js';

export interface TimeLimit {
  readonly seconds: number;
  /** What ends, or begins, then. */
  readonly what: string;
}

/** A question at the desk that nobody prolongs. */
export const QUESTION_SECONDS = 600;
/** Silence of a host that says it can ask, until the desk asks too (D27). */
const GRACE_SECONDS = 60;
/** How long before its limit a host is told (D28). */
const LEAD_SECONDS = 10;

/** Soonest first. A host without a known limit is not among them. */
export function timeLimits(host: KnownHost | undefined, entry: Pick<ServerEntry, 'timeout' | 'wrapped' | 'words'>): TimeLimit[] {
  const limits: TimeLimit[] = [{ seconds: QUESTION_SECONDS, what: 'a question expires, unless you take more time' }];
  const own = hostLimit(host, entry);
  const told = toldLimit(entry);
  if (told !== undefined)
    limits.push({ seconds: told - LEAD_SECONDS, what: 'the host is told that you are being asked; its next call collects the result' });
  if (own !== undefined && host !== undefined) limits.push({ seconds: own, what: `${host.title} gives the call up` });
  if (host?.asks !== 'no' && asksHostFirst(entry))
    limits.push({ seconds: GRACE_SECONDS, what: 'a host that stays silent is helped: you are asked on the page too' });
  return limits.sort((a, b) => a.seconds - b.seconds);
}

/** The host's limit for one call of this server, in seconds. */
export function hostLimit(host: KnownHost | undefined, { timeout }: Pick<ServerEntry, 'timeout'>): number | undefined {
  if (host === undefined) return undefined;
  if (timeout !== undefined && host.timeoutUnit !== undefined) return (timeout * host.timeoutUnit) / 1_000;
  return host.callLimit;
}

const FLAG = '--host-limit';

/** The limit that the gateway was told of, in seconds, however it was written by hand. */
export function toldLimit({ wrapped, words }: Pick<ServerEntry, 'wrapped' | 'words'>): number | undefined {
  const at = words.findIndex(word => word === FLAG || word.startsWith(`${FLAG}=`));
  if (wrapped === undefined || at === -1 || at >= wrapped.at) return undefined;
  const ms = parseTime(words[at] === FLAG ? (words[at + 1] ?? '') : (words[at] ?? '').slice(FLAG.length + 1));
  return ms === undefined ? undefined : ms / 1_000;
}

/** Whether a host with the limit `own` hears of a question before it gives the call up, where the gateway was told `told`; seconds. */
export function isToldInTime(told: number, own: number): boolean {
  return told - LEAD_SECONDS < own;
}

/** As people say it. */
export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function asksHostFirst({ wrapped, words }: Pick<ServerEntry, 'wrapped' | 'words'>): boolean {
  if (wrapped === undefined) return false;
  const desk = words.indexOf('--desk');
  return desk === -1 || desk >= wrapped.at || words[desk + 1] === 'auto';
}
