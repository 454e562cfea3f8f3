/** What the parts of one session share. */

import type { JsonObject, Revision } from '@midcall/core';
import { fingerprint } from '@midcall/core';
import type { ElicitResult } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { Client } from '@modelcontextprotocol/client';
import type { Desk, DeskAnswer, DeskQuestion } from '../desk.js';
import type { DeclaredModes } from './capabilities.js';
import type { Completions } from './completions.js';
import type { KnownTools } from './known-tools.js';
import type { OpenCall, OpenCalls } from './open-calls.js';
import type { AttachOptions, CallOptions } from './session.js';
import type { SuspendedCalls } from './suspended-calls.js';
import type { Turns } from './turns.js';
import type { WireTap } from './wire-tap.js';

export interface SessionParts {
  readonly desk: Desk;
  readonly client: Client;
  readonly clock: Clock;
  readonly options: AttachOptions & {
    readonly principal: string;
    readonly maxRounds: number;
    readonly perRound: number;
    readonly completionWait: number;
  };
  readonly modes: DeclaredModes;
  readonly calls: OpenCalls;
  readonly completions: Completions;
  readonly tools: KnownTools;
  readonly suspended: SuspendedCalls;
  readonly turns: Turns;
  readonly wire: WireTap;
  readonly id: () => string;
}

export interface SessionRequest {
  readonly method: string;
  readonly params?: JsonObject;
}

/** Beyond every human wait; the SDK's own 60 s would end a call while a person thinks (2^31 and more fire at once). */
export const NO_TIMEOUT = 2 ** 31 - 1;

/** The options that every request of a call carries. */
export function requestOptions(
  call: OpenCall,
  options: CallOptions,
): { signal: AbortSignal; timeout: number; onprogress: NonNullable<CallOptions['onprogress']> } {
  return {
    signal: call.signal,
    timeout: NO_TIMEOUT,
    onprogress: progress => {
      call.heard();
      options.onprogress?.(progress);
    },
  };
}

/** The host's own path of approval, in front of every leg. */
export async function approveLeg(parts: SessionParts, call: OpenCall): Promise<void> {
  call.legs += 1;
  await parts.options.approve?.({
    server: parts.options.server,
    method: call.method,
    name: call.name,
    ...(call.arguments !== undefined && { arguments: call.arguments }),
    leg: call.legs,
  });
  if (call.signal.aborted) throw call.signal.reason;
}

export type AskInput = Pick<DeskQuestion, 'key' | 'round' | 'onRetry' | 'onGiveUp' | 'onRead' | 'id' | 'draft'> & {
  readonly params: JsonObject;
  readonly revision: Revision;
  readonly call?: OpenCall;
  readonly signal: AbortSignal;
  readonly expiresIn?: number | undefined;
};

/** Asks at the desk in the name of this server; human time does not count against the call. */
export async function askPerson(parts: SessionParts, input: AskInput): Promise<DeskAnswer> {
  const { call, expiresIn = parts.options.expiresIn, ...rest } = input;
  const claim = parts.client.getServerVersion();
  const pausing = call === undefined ? parts.calls.all() : [call];
  for (const open of pausing) open.asking(1);
  const print = (): string => fingerprint([rest.params.message ?? null, rest.params.requestedSchema ?? null, rest.params.url ?? null]);
  try {
    const answer = await parts.desk.ask({
      ...rest,
      ...(call !== undefined && call.declined.size > 0 && call.declined.has(print()) && { declinedBefore: true }),
      principal: parts.options.principal,
      server: {
        name: parts.options.server,
        ...(parts.options.origin !== undefined && { origin: parts.options.origin }),
        ...(claim !== undefined && { claim: { name: claim.name, version: claim.version } }),
      },
      ...(call !== undefined && {
        call: { method: call.method, name: call.name, ...(call.arguments !== undefined && { arguments: call.arguments }) },
      }),
      ...(expiresIn !== undefined && { expiresIn }),
    });
    if (answer.result.action === 'decline' && answer.as !== 'desk') call?.declined.add(print());
    return answer;
  } finally {
    for (const open of pausing) open.asking(-1);
  }
}

/** Exactly what goes onto the wire: nothing but action and, on the accept of a form, content (E-A-05, E-A-12). */
export function bareResult(result: ElicitResult): ElicitResult {
  return result.content === undefined ? { action: result.action } : { action: result.action, content: result.content };
}
