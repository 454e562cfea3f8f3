/** A host's connection to one server, with the desk in between: tools are called here, so that the desk knows which call asks. */

import type { JsonObject } from '@midcall/core';
import type {
  CallToolRequest,
  CallToolResult,
  Client,
  GetPromptRequest,
  GetPromptResult,
  ListToolsResult,
  Progress,
  ReadResourceRequest,
  ReadResourceResult,
} from '@modelcontextprotocol/client';

export interface AttachOptions {
  /** The operator's own name for the server: the heading of every question it asks (D36). */
  readonly server: string;
  /** Where it is reached, as the operator configured it (a host, a command): shown beside the name, so that servers of one name can be told apart. */
  readonly origin?: string;
  /** Whose questions these are (N7). Default `local`: the one person at this machine. */
  readonly principal?: string;
  /** Which modes to declare. Default both. With neither, elicitation is not declared at all (E-C-03). */
  readonly modes?: { readonly form?: boolean; readonly url?: boolean };
  /** How many times one call may ask, in rounds (2026-07-28) or questions (2025). Default 10. */
  readonly maxRounds?: number;
  /** How many questions one round may hold. Default 16. */
  readonly perRound?: number;
  /**
   * 2025 servers get one call at a time, so that every question's call is known; later calls wait their turn. Default
   * false: calls go out at once, and with several in flight a question's call cannot be named.
   */
  readonly oneAtATime?: boolean;
  /**
   * What becomes of a question of 2025 that comes while no request of this client is open, so that it belongs to none:
   * `ask` shows it as from a call that is not known (default), `refuse` answers -32602, as clients should by SEP-2260
   * (E-R-20). Servers that ask in the background need `ask`.
   */
  readonly unassociated?: 'ask' | 'refuse';
  /** How long a question waits (milliseconds). Default: the desk's. */
  readonly expiresIn?: number;
  /** How long the server may be silent, neither answer nor progress, human time not counted (milliseconds). Default 5 minutes; 0 = no limit. */
  readonly serverTime?: number;
  /** All the time a server may take for one call, whatever progress it tells, human time not counted (milliseconds). Default 1 hour; 0 = no limit. */
  readonly serverTimeMax?: number;
  /** How long to wait for the completion notice of an opened page before the call is tried again (milliseconds). Default 5 minutes. */
  readonly completionWait?: number;
  /**
   * Called before every leg of a call, retries included: the host's own approval and logging path (E-P-08). What it
   * throws ends the call; nothing of that leg is sent.
   */
  readonly approve?: (leg: CallLeg) => void | Promise<void>;
  /** Answers what a round asks beside elicitation (sampling, roots). Without it such a round ends the call. */
  readonly answerInput?: (method: string, params: JsonObject | undefined, signal: AbortSignal) => Promise<JsonObject>;
}

/** One sending of a call. */
export interface CallLeg {
  readonly server: string;
  readonly method: string;
  /** Tool or prompt name, or resource URI. */
  readonly name: string;
  readonly arguments?: JsonObject;
  /** 1 for the first sending, rising with each retry. */
  readonly leg: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
  /** How long its questions wait (milliseconds). */
  readonly expiresIn?: number;
}

export interface HostSession {
  readonly server: string;
  readonly principal: string;
  readonly client: Client;
  /**
   * Calls a tool; questions are asked at the desk meanwhile. Human time never counts against a limit.
   * @throws MidcallError `TOO_MANY_ROUNDS`, `ROUND_INVALID`, `RESULT_INVALID`, `SERVER_SILENT`, `SESSION_CLOSED`; the abort reason of `signal`; the server's own JSON-RPC errors.
   */
  callTool(params: CallToolRequest['params'], options?: CallOptions): Promise<CallToolResult>;
  getPrompt(params: GetPromptRequest['params'], options?: CallOptions): Promise<GetPromptResult>;
  readResource(params: ReadResourceRequest['params'], options?: CallOptions): Promise<ReadResourceResult>;
  /** Any other request. A server that answers it with a question breaks the protocol (E-M-02): `ROUND_INVALID`, nothing is shown. */
  request(request: { readonly method: string; readonly params?: JsonObject }, options?: CallOptions): Promise<JsonObject>;
  listTools(): Promise<ListToolsResult>;
  /** Withdraws every question of this session and gives up its calls; the client stays connected. */
  close(): void;
}
