/** Plays calls of the newest revision for tests: each entry answers the questions of one round. */
import type { REJECTED_KEY } from '@midcall/core/wire';
import { afterEach } from 'vitest';
import type { Call } from './author/call.js';
import { defineTool, type ToolDefinition } from './author/define.js';
import { type Frame, modernPeer, type Peer, type PeerOptions } from './raw-peer.test.kit.js';

export const peers: Peer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

export const DECLINE = { action: 'decline' };
export const CANCEL = { action: 'cancel' };

export function said(words: string) {
  return { content: [{ type: 'text' as const, text: words }] };
}

export function tool(handler: (call: Call) => unknown): ToolDefinition {
  return defineTool('tool', {}, async (_none, call) => said(String(await handler(call))));
}

/** Plays a call: each entry answers the questions of one round, by key without its `~n`. */
export async function play(
  definition: ToolDefinition,
  rounds: readonly Record<string, object>[],
  options: PeerOptions = {},
  args: object = {},
) {
  const peer = await modernPeer([definition], options);
  peers.push(peer);
  const params = { name: definition.name, arguments: args };
  const frames = [await peer.request('tools/call', params)];
  for (const round of rounds) {
    const last = frames.at(-1) as Frame;
    const keys = Object.keys(last.result?.inputRequests ?? {});
    const inputResponses = Object.fromEntries(
      Object.entries(round).map(([key, answer]) => [keys.find(wire => wire.split('~')[0] === key) ?? key, answer]),
    );
    frames.push(await peer.request('tools/call', { ...params, inputResponses, requestState: last.result?.requestState }));
  }
  return { peer, frames, last: frames.at(-1) as Frame };
}

export interface Asked {
  readonly message: string;
  readonly requestedSchema: { readonly properties: Record<string, object>; readonly required?: string[]; readonly [REJECTED_KEY]?: object };
}

export const questions = (frame: Frame): Record<string, { readonly params: Asked }> => frame.result.inputRequests;

export function asked(frame: Frame, key: string): Asked {
  const question = questions(frame)[key];
  if (question === undefined) throw new Error(`not asked: ${key}`);
  return question.params;
}
