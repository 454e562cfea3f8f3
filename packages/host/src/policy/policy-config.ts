/**
 * What `midcall.policy.json` may say (D23). Comments and trailing commas are allowed; everything is optional; what is
 * not known is an error, because a misspelt rule that silently does nothing is worse than none.
 */

/** A rule for one tool, by name; `*` at the end of a name matches the rest. */
export type ToolRule = 'ask' | 'deny';

export interface ServerPolicy {
  /** Its questions are refused (`decline`); its calls go on. */
  readonly mute?: boolean;
  /** As `mute`, and shown everywhere as cut off. */
  readonly cutOff?: boolean;
  readonly rate?: RatePolicy;
  /** Questions of this server in front of one person at once. */
  readonly concurrent?: number;
  /** What to do with questions of single tools: `deny` refuses them. */
  readonly tools?: Readonly<Record<string, ToolRule>>;
}

export interface RatePolicy {
  /** Questions a minute, in the long run. */
  readonly perMinute: number;
  /** Questions that may come at once. */
  readonly burst: number;
}

export interface QuietMode {
  /** Refusals in a row by a person after which a server is kept quiet; 0 = never. */
  readonly after: number;
  /** Milliseconds. */
  readonly for: number;
}

/** A daily time in which nobody is disturbed, local time; `to` before `from` means over midnight. */
export interface DoNotDisturb {
  readonly from: string;
  readonly to: string;
  readonly days?: readonly Weekday[];
}

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** What the audit keeps beside its rows, and where its heads go (D34). */
export interface AuditPolicy {
  /**
   * Whether a person's answers are kept with their row: `none` (default); `hash`, a keyed hash that proves an answer to
   * whoever knows it; `clear`, readable by `midcall audit export`. The answer to a question for a secret is never kept.
   */
  readonly values: 'none' | 'hash' | 'clear';
  readonly anchor?: AnchorPolicy;
}

/** One of `file`, `command` and `url`. */
export interface AnchorPolicy {
  /** Milliseconds between two anchors, at least 10 s; nothing is sent while no row was written. */
  readonly every: number;
  /** Lines are appended to it. */
  readonly file?: string;
  /** Started without a shell; the line is its standard input. */
  readonly command?: readonly string[];
  readonly url?: string;
  readonly token?: string;
  readonly private?: boolean;
}

/** Where a person is told that something waits (D35). */
export interface NotifyPolicy {
  /** The address of the inbox, if people reach it elsewhere than where this process serves it. */
  readonly link?: string;
  /** Only what still waits after this time is told (milliseconds). */
  readonly after: number;
  /** Whether the server's message goes along, its addresses made unclickable. */
  readonly text: boolean;
  /** BCP 47 tag of the language in which it is told. Default English. */
  readonly language?: string;
  readonly channels: readonly Channel[];
}

export interface Channel {
  readonly kind: 'webhook' | 'slack' | 'ntfy';
  readonly url: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string;
  /** Allows addresses of this machine (then also http) and of private networks; never link-local ones. */
  readonly private: boolean;
}

export interface PolicyConfig {
  readonly version: 1;
  readonly rate: RatePolicy;
  readonly concurrent: number;
  /** Questions in front of one person at once, over all servers. */
  readonly queue: number;
  readonly quietMode: QuietMode;
  readonly doNotDisturb: readonly DoNotDisturb[];
  /** By the operator's name of the server. */
  readonly servers: Readonly<Record<string, ServerPolicy>>;
  readonly audit: AuditPolicy;
  readonly notify: NotifyPolicy;
}

export const DEFAULT_POLICY: PolicyConfig = {
  version: 1,
  rate: { perMinute: 60, burst: 30 },
  concurrent: 20,
  queue: 1_000,
  quietMode: { after: 5, for: 10 * 60_000 },
  doNotDisturb: [],
  servers: {},
  audit: { values: 'none' },
  notify: { after: 0, text: false, channels: [] },
};

export const WEEKDAYS: readonly Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
