/**
 * Rule refusals take as long as a person would: a server that could tell a rule from a person could learn which
 * questions to ask (N1). One virtual person per server: one refusal at a time, each after a log-normal delay that grows
 * with the form, 2 to 30 seconds; at most 32 waiting (D23).
 */
export interface VirtualPerson {
  /** How long until this refusal may go out, or undefined if too many wait already. */
  next(server: string, fields: number): number | undefined;
  left(server: string): void;
}

const MAX_WAITING = 32;

export function createVirtualPerson(now: () => number, random: () => number): VirtualPerson {
  const busyUntil = new Map<string, number>();
  const waiting = new Map<string, number>();
  return {
    next(server, fields) {
      const queued = waiting.get(server) ?? 0;
      if (queued >= MAX_WAITING) return undefined;
      waiting.set(server, queued + 1);
      const until = Math.max(now(), busyUntil.get(server) ?? 0) + delay(fields, random);
      busyUntil.set(server, until);
      return until - now();
    },
    left(server) {
      waiting.set(server, Math.max(0, (waiting.get(server) ?? 0) - 1));
    },
  };
}

/** Milliseconds, log-normal around 2.5 s plus 1.5 s a field. */
function delay(fields: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const median = 2_500 + 1_500 * Math.min(fields, 12);
  return Math.round(Math.min(30_000, Math.max(2_000, median * Math.exp(0.4 * normal))));
}
