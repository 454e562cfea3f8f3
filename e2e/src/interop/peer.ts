/** A server of somebody else: how to get it, how to start it, what to call there and what it says then. */
import type { JsonObject } from '@midcall/core';
import type { Obtained } from './obtain.js';
import type { Action } from './row.js';

export interface Peer {
  readonly name: string;
  /** Eras it speaks. */
  readonly speaks: Eras;
  /** Where it is another over HTTP. */
  readonly httpSpeaks?: Eras;
  readonly obtain: () => Promise<Obtained>;
  readonly stdio?: (folder: string) => Command;
  /** Streamable HTTP on this port of the loopback interface. */
  readonly http?: (folder: string, port: number) => Command;
  readonly calls: readonly Call[];
}

export type Eras = 'legacy' | 'modern' | 'both';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Call {
  readonly mode: 'form' | 'url';
  readonly tool: string;
  readonly args: JsonObject | ((action: Action) => JsonObject);
  /** What the person fills in: values, or text as it is typed. */
  readonly content?: JsonObject;
  /** What the tool says after each action. */
  readonly says: Readonly<Record<Action, RegExp>>;
  /** How often a person is asked; default once. */
  readonly asked?: Readonly<Partial<Record<Action, number>>>;
  /** In this era the server does not ask but says something else, for a reason of its own. */
  readonly differs?: readonly Difference[];
  /** Only where one row is about it: the call has a name of its own in the table. */
  readonly as?: string;
}

export interface Difference {
  readonly era: 'legacy' | 'modern';
  readonly side?: 'upstream' | 'desk';
  readonly over?: 'stdio' | 'http';
  readonly says: RegExp;
  readonly why: string;
}

/** A tool that says which action it was given, and on accept what with. */
export const plainly = (accept: RegExp): Call['says'] => ({ accept, decline: /action=decline/, cancel: /action=cancel/ });
