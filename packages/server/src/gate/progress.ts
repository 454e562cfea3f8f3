/**
 * Progress of one request: only with a token, only while it runs, always rising (E-G-01). What the author reports and what
 * says "still waiting for the person" share one line of numbers.
 */
import type { ServerContext } from '@modelcontextprotocol/server';

export interface Progress {
  /** True if the host gave a token. */
  readonly wanted: boolean;
  /** What the author reports. Values that do not rise are dropped. */
  report(progress: number, options: { readonly total?: number; readonly message?: string }): Promise<void>;
  /** A sign of life: a small step above the last value. */
  beat(message: string): Promise<void>;
}

export function createProgress(ctx: ServerContext): Progress {
  const token = ctx.mcpReq._meta?.progressToken;
  let last = Number.NEGATIVE_INFINITY;
  const send = async (progress: number, rest: { readonly total?: number; readonly message?: string }): Promise<void> => {
    if (token === undefined || !(progress > last)) return;
    last = progress;
    await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress, ...rest } });
  };
  return {
    wanted: token !== undefined,
    report: (progress, options) => send(progress, options),
    beat: message => send(last === Number.NEGATIVE_INFINITY ? BEAT : last + BEAT, { message }),
  };
}

/** Small enough that an author's own count stays ahead of an hour of beats. */
const BEAT = 1 / 1024;
