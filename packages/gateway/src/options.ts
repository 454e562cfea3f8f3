/**
 * What a gateway is made of. Everything with an effect comes in here: transports, desk, clock, randomness, log.
 */
import type { Desk } from '@midcall/host';
import type { Clock } from '@midcall/store';
import type { Transport } from '@modelcontextprotocol/client';
import type { GatewayObserver } from './observe/observer.js';

/**
 * Who is asked (DESIGN §7). `auto`: the host in its own page where it declares the mode, else the person at the desk.
 * `always`: the desk, even for capable hosts. `never`: the host only; what it cannot show is refused.
 */
export type DeskMode = 'auto' | 'always' | 'never';

/** One thing worth telling an operator. Never carries answers, states, arguments or URLs (N9). */
export interface GatewayEvent {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** Stable id in kebab-case: `upstream-exited`, `frame-dropped`, `answer-refused` … */
  readonly event: string;
  /** One sentence. */
  readonly message: string;
  readonly data?: Readonly<Record<string, string | number | boolean>>;
}

export interface GatewayLimits {
  /** Largest answer that is passed on, in bytes of its JSON; default 262,144. A larger one becomes `cancel` (D29). */
  readonly answerBytes?: number;
  /** Rounds of one call across a bridge; default 10. */
  readonly rounds?: number;
  /** How long the upstream may take to answer `initialize` or `server/discover`; default 30,000 ms. */
  readonly connectMs?: number;
  /** How long a probe may stay unanswered before the server counts as legacy; default 10,000 ms (E-V-05b). */
  readonly probeMs?: number;
  /** Silence of a declaring legacy host after which the desk is asked too; default 60,000 ms (D27). */
  readonly graceMs?: number;
  /** How long a parked call waits for its retry; default 900,000 ms. */
  readonly parkMs?: number;
  /** Questions that a legacy server asks within this window go out as one round; default 50 ms. */
  readonly gatherMs?: number;
  /** Progress while a person thinks, to hosts that gave a token; default every 15,000 ms (D15). */
  readonly patienceMs?: number;
  /** The host's own limit for a call, if known: it gets a waiting result 10 s before (D28). Absent: none is sent. */
  readonly hostLimitMs?: number;
  /** Legacy upstream sessions that may run calls at once; default 1, further calls queue (D26). */
  readonly sessions?: number;
}

export interface GatewayOptions {
  /** The operator's own name for the server behind; the only name shown as a heading (D36). */
  readonly serverName: string;
  /** Where the operator reaches it, a host or a command: shown beside the name on demand. */
  readonly serverOrigin?: string;
  /** A fresh, unstarted transport to the server on every call. The gateway starts and closes it. */
  readonly upstream: () => Transport;
  /** The host's side, unstarted; served by `start()`. More hosts can be joined with `connect`. */
  readonly downstream?: Transport;
  /** Absent: as `deskMode: 'never'`. */
  readonly desk?: Desk;
  /** Default `auto`. */
  readonly deskMode?: DeskMode;
  /** Verified subject behind `downstream`; default `local:<server name>` (D21). */
  readonly principal?: string;
  /** `shared`: several people stand behind one upstream identity, so `url` is never declared (D26). Default `own`. */
  readonly identity?: 'own' | 'shared';
  /**
   * Wraps the server's `requestState` so that it is bound to principal and call before the server sees it again. On
   * where one upstream serves several principals; off for an exact pump. Default: on with `identity: 'shared'`.
   */
  readonly sealState?: boolean;
  /**
   * Skips the probe where the operator knows the era of the server. `auto` takes the host's own era where the server
   * speaks it, with one exception: a server on pipes whose questions go to the desk is connected in the legacy era,
   * where what can be asked is declared once, at connect, and every server sees it.
   */
  readonly upstreamEra?: 'auto' | 'legacy' | 'modern';
  /** Upstream name in front of questions that cross a bridge into a host's own page (D36). Default true. */
  readonly prefix?: boolean;
  /** 32 bytes that seal parked calls and wrapped states; default: random, so that tokens end with the process. */
  readonly secret?: Uint8Array;
  /** Where a person finds the desk, for a host that is told to come back (D28). */
  readonly deskLocation?: () => string | undefined;
  readonly clock?: Clock;
  readonly log?: (event: GatewayEvent) => void;
  readonly limits?: GatewayLimits;
  /** Told of requests and questions, for counting and tracing. Must not throw. */
  readonly observer?: GatewayObserver;
  /** What the gateway calls itself towards a server whose host gave no name. */
  readonly clientInfo?: { readonly name: string; readonly version: string };
}

export interface ConnectOptions {
  /** Verified subject of this connection; default the gateway's. */
  readonly principal?: string;
  /** The connection carries one request only (modern HTTP): its end is not the end of its host. */
  readonly oneRequest?: boolean;
}

/** One host on the line. */
export interface HostConnection {
  /** Settles when the host is gone and everything opened for it is closed. Never rejects. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface Gateway {
  /** Serves `downstream`. @throws TypeError without one. */
  start(): Promise<HostConnection>;
  /** Serves one more host. */
  connect(downstream: Transport, options?: ConnectOptions): Promise<HostConnection>;
  /** Hosts connected now; a modern request over HTTP is one while it lasts. */
  readonly hosts: number;
  /** Calls that wait for a person while no request of their host is open: parked, or kept until they are collected. */
  readonly suspended: number;
  /** Cancels what is open, tells every side, closes every transport. */
  close(): Promise<void>;
}
