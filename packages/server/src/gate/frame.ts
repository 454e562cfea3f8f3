/**
 * One request as the gate sees it, found again by the callback that McpServer runs for it. The SDK's context carries
 * neither the name nor the arguments of the call, so the gate keeps them beside it.
 */
import type { JsonObject } from '@midcall/core';
import type { AskingMethod } from '@midcall/core/wire';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Journal } from '../engine/journal.js';
import type { CallEnd } from '../telemetry/observer.js';
import type { JournalChunk } from './journal-spill.js';
import type { Principal } from './principal.js';
import type { Progress } from './progress.js';
import type { RequestView } from './view.js';

/** What the flow is, from its first round to its last. */
export interface Flow {
  /** Unguessable; made when first needed, since most calls never do. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly born: number;
  /** Rounds that have been answered so far: 0 on the first run. */
  readonly round: number;
  readonly journal: Journal;
  /** The stored chunks it came from, oldest first; none while it travels whole. */
  readonly chunks: readonly JournalChunk[];
}

export interface Frame {
  readonly ctx: ServerContext;
  readonly method: AskingMethod;
  /** Tool or prompt name, or resource URI. */
  readonly name: string;
  /** Arguments as sent, before the tool's schema touched them. */
  readonly args: JsonObject;
  readonly view: RequestView;
  readonly principal: Principal;
  /** Binds state to server, principal, method, name and arguments (D2). */
  readonly aad: () => string;
  readonly progress: Progress;
  /** The connection it came on; absent where there is none. */
  readonly connection?: Connection;
  flow: Flow;
  /** Thrown by the gate, outside McpServer's catch, once the callback is back. */
  fault: { readonly error: unknown } | undefined;
  /** How the last run of the handler went, for whoever measures. */
  ran?: CallEnd;
}

export interface Connection {
  readonly serverName: string;
  /** What the host calls itself; nobody has checked it. */
  readonly client: string | undefined;
  /** Aborts when the connection ends. */
  readonly closed: AbortSignal;
  /** To this client, after the request has been answered. */
  notify(notification: { readonly method: string; readonly params: Record<string, unknown> }): Promise<void>;
}

const frames = new WeakMap<ServerContext, Frame>();

export function rememberFrame(frame: Frame): void {
  frames.set(frame.ctx, frame);
}

export function frameOf(ctx: ServerContext): Frame | undefined {
  return frames.get(ctx);
}
