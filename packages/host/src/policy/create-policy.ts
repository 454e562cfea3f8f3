/**
 * The rules before a person (D23).
 *
 * Invariants:
 *  1. A standing rule (mute, cut-off, deny) refuses with `decline`, as late as a person would. A passing limit (rate,
 *     concurrency, quiet mode, do-not-disturb, full queue) holds the question; held to its expiry it ends as `cancel`.
 *  2. Nothing here accepts a confirm, a page, or a question with findings. A remembered answer is sent only where the
 *     person said so for this very question, and pre-fills otherwise (N1).
 *  3. A cut-off also takes back what that server has in front of the person; a mute counts from the next question on.
 *  4. A changed configuration counts from the next question on, and for those that are held.
 */
import type { JsonObject } from '@midcall/core';
import { fingerprint, isConfirm } from '@midcall/core';
import type { Draft, QuestionView } from '@midcall/core/contract';
import type { Clock, Store } from '@midcall/store';
import type { Sealer } from '../desk/sealer.js';
import type { Gate, GateQuestion, Refusal, Verdict } from './gate.js';
import type { PolicyConfig } from './policy-config.js';
import { DEFAULT_POLICY } from './policy-config.js';
import { quietUntil } from './quiet-hours.js';
import { createQuietPeople } from './quiet-people.js';
import type { RememberedAnswer, Rule } from './rule-book.js';
import { createRuleBook } from './rule-book.js';
import type { StandingRule } from './standing-rule.js';
import { serverPolicy, standingRule } from './standing-rule.js';
import type { TokenBucket } from './token-bucket.js';
import { createTokenBucket } from './token-bucket.js';
import { createVirtualPerson } from './virtual-person.js';

export interface PolicyOptions {
  readonly clock: Clock;
  readonly config?: Partial<PolicyConfig>;
  /** Rules a person made are kept here, if `sealer` is given too. */
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  /** 0 ≤ x < 1; times of the virtual person. Default `Math.random`. */
  readonly random?: () => number;
  /** Refusals by rule go out at once: for CI, where nobody can learn anything from the time they take. */
  readonly immediate?: boolean;
  /** Told when a rule that another process made could not be read. */
  readonly onError?: (error: unknown) => void;
}

export interface DeskPolicy extends Gate {
  /**
   * Reads the stored rules, and follows what other processes on the store change; questions that come meanwhile are held.
   * `createDesk` does so for the policy it makes itself.
   */
  load(): Promise<void>;
  /** Follows the store no more; the rules read so far stay in force. */
  close(): void;
  readonly config: PolicyConfig;
  /** Takes a new configuration, whole. */
  configure(config: Partial<PolicyConfig>): void;
  /** Rules that a person made, oldest first. */
  rules(principal: string): readonly Rule[];
  mute(principal: string, what: MuteOptions): Promise<Rule>;
  /** Takes a rule back. False if there was none. */
  forget(principal: string, id: string): Promise<boolean>;
  /**
   * Remembers this answer for this question. `send` is the person's tick "send without asking until"; it is ignored for
   * a confirm, a page and a question with findings, which are never answered by a rule. Undefined if nothing can be remembered.
   */
  remember(principal: string, question: QuestionView, what: RememberOptions): Promise<Rule | undefined>;
  /** Holds everything for this person until then (milliseconds since the epoch); undefined ends it. */
  doNotDisturb(principal: string, until: number | undefined): Promise<void>;
  /** Until when this person asked for quiet, if they want it now; the times of the file are not counted. */
  quietUntil(principal: string): number | undefined;
}

export interface MuteOptions {
  readonly server: string;
  readonly tool?: string;
  readonly cutOff?: boolean;
  readonly until?: number;
}

export interface RememberOptions {
  readonly content: JsonObject;
  readonly until: number;
  readonly send?: boolean;
}

interface ServerState {
  readonly bucket: TokenBucket;
  readonly open: Set<string>;
  refusals: number;
  quietUntil: number;
}

export function createPolicy(options: PolicyOptions): DeskPolicy {
  const { clock, random = Math.random } = options;
  const now = (): number => clock.now();
  const book = createRuleBook({ store: options.store, sealer: options.sealer, now, onError: options.onError });
  const virtual = createVirtualPerson(now, random);
  const servers = new Map<string, ServerState>();
  const quietPeople = createQuietPeople({ store: options.store, sealer: options.sealer, now, onError: options.onError });
  const declining = new Set<string>();
  /** A token is taken once per question, however often it is judged. */
  const admitted = new Set<string>();
  const listeners = new Set<() => void>();
  /** Until the stored rules are read nothing is let through that one of them may refuse. */
  let loading = false;
  let config: PolicyConfig = { ...DEFAULT_POLICY, ...options.config };
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  book.onChange(changed);
  quietPeople.onChange(changed);

  const stateOf = (question: GateQuestion): ServerState => {
    const key = JSON.stringify([question.principal, question.view.server.name]);
    const known = servers.get(key);
    if (known !== undefined) return known;
    const fresh = { bucket: createTokenBucket(now), open: new Set<string>(), refusals: 0, quietUntil: 0 };
    servers.set(key, fresh);
    return fresh;
  };

  const refuse = (question: GateQuestion, rule: string): Refusal => {
    const { name } = question.view.server;
    declining.add(question.id);
    const afterMs = virtual.next(name, question.view.form?.fields.length ?? 1);
    if (afterMs === undefined) {
      declining.delete(question.id);
      return { kind: 'hold', reason: 'too-many-refusals' };
    }
    return { kind: 'decline', rule, afterMs: options.immediate === true ? 0 : afterMs };
  };

  const standing = ({ principal, view }: GateQuestion): StandingRule | undefined =>
    standingRule(config, book.list(principal), { server: view.server.name, tool: view.call?.name });
  const passing = (question: GateQuestion): Verdict | undefined => {
    const state = stateOf(question);
    const policy = serverPolicy(config, question.view.server.name);
    const quiet = Math.max(quietUntil(config.doNotDisturb, now()) ?? 0, quietPeople.until(question.principal) ?? 0);
    if (quiet > now()) return { kind: 'hold', reason: 'do-not-disturb', until: quiet };
    if (state.quietUntil > now()) return { kind: 'hold', reason: 'quiet-mode', until: state.quietUntil };
    if (openCount(servers, question.principal) >= config.queue) return { kind: 'hold', reason: 'full-queue' };
    if (state.open.size >= (policy?.concurrent ?? config.concurrent)) return { kind: 'hold', reason: 'concurrency' };
    if (admitted.has(question.id)) return undefined;
    const token = state.bucket.take(policy?.rate ?? config.rate);
    if (!token.ok) return { kind: 'hold', reason: 'rate', until: token.at };
    admitted.add(question.id);
    return undefined;
  };

  return {
    judge(question) {
      if (loading) return { kind: 'hold', reason: 'rules-loading' };
      const rule = standing(question);
      if (rule !== undefined) return refuse(question, rule.kind);
      const remembered = rememberedFor(book.list(question.principal), question);
      if (remembered?.send === true && mayBeSent(question.view)) return { kind: 'send', rule: 'remembered', content: remembered.content };
      const held = passing(question);
      if (held !== undefined) return held;
      return remembered === undefined ? { kind: 'show' } : { kind: 'show', prefill: asDraft(remembered, now()) };
    },
    recall(question) {
      const rule = standing(question);
      if (rule?.kind !== 'cut-off') return undefined;
      stateOf(question).open.delete(question.id);
      return refuse(question, rule.kind);
    },
    shown(question) {
      stateOf(question).open.add(question.id);
    },
    ended(question, { action, as }) {
      const state = stateOf(question);
      state.open.delete(question.id);
      admitted.delete(question.id);
      if (declining.delete(question.id)) virtual.left(question.view.server.name);
      if (as !== 'person') return;
      state.refusals = action === 'decline' ? state.refusals + 1 : 0;
      const { after, for: span } = config.quietMode;
      if (after > 0 && state.refusals >= after) {
        state.quietUntil = now() + span;
        state.refusals = 0;
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async load() {
      loading = true;
      try {
        await Promise.all([book.load(), quietPeople.load()]);
      } finally {
        loading = false;
        changed();
      }
    },
    close() {
      book.close();
      quietPeople.close();
    },
    get config() {
      return config;
    },
    configure(next) {
      config = { ...DEFAULT_POLICY, ...next };
      changed();
    },
    rules: principal => book.list(principal),
    async mute(principal, what) {
      const { server, tool, cutOff, until } = what;
      const rule: Rule = {
        v: 1,
        id: ruleId(),
        principal,
        server,
        madeAt: now(),
        kind: cutOff === true ? 'cut-off' : 'mute',
        ...(tool !== undefined && { tool }),
        ...(until !== undefined && { until }),
      };
      await book.add(rule);
      return rule;
    },
    forget: (principal, id) => book.remove(principal, id),
    async remember(principal, question, { content, until, send }) {
      if (question.form === undefined || question.call === undefined || question.findings.length > 0) return undefined;
      const rule: Rule = {
        v: 1,
        id: ruleId(),
        principal,
        server: question.server.name,
        madeAt: now(),
        until,
        kind: 'remembered',
        tool: question.call.name,
        fingerprint: questionFingerprint(question),
        message: question.message.slice(0, 500),
        content,
        send: send === true && mayBeSent(question),
      };
      await book.add(rule);
      return rule;
    },
    doNotDisturb: (principal, until) => quietPeople.set(principal, until),
    quietUntil: principal => quietPeople.until(principal),
  };
}

/** Never a confirm, a page, or a question that a person should look at (N1). */
function mayBeSent(question: QuestionView): boolean {
  return question.form !== undefined && !isConfirm(question.form) && question.findings.length === 0;
}

function rememberedFor(rules: readonly Rule[], question: GateQuestion): RememberedAnswer | undefined {
  const { view } = question;
  if (view.form === undefined || view.call === undefined || view.findings.length > 0) return undefined;
  const print = questionFingerprint(view);
  return rules.findLast(
    (rule): rule is RememberedAnswer =>
      rule.kind === 'remembered' && rule.server === view.server.name && rule.tool === view.call?.name && rule.fingerprint === print,
  );
}

function questionFingerprint(question: QuestionView): string {
  return fingerprint([question.message, question.form?.schema ?? null]);
}

function asDraft(remembered: RememberedAnswer, at: number): Draft {
  const values = Object.entries(remembered.content).map(([name, value]): Draft['values'][number] => {
    if (typeof value === 'boolean') return [name, value];
    if (Array.isArray(value)) return [name, value.map(String)];
    return [name, String(value)];
  });
  return { v: 1, values, at };
}

function openCount(servers: ReadonlyMap<string, ServerState>, principal: string): number {
  const prefix = `${JSON.stringify([principal]).slice(0, -1)},`;
  let count = 0;
  for (const [key, state] of servers) if (key.startsWith(prefix)) count += state.open.size;
  return count;
}

/** To be typed by a person: no letter that looks like another, none that a command line takes for an option. */
function ruleId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), byte => 'abcdefghjkmnpqrstuvwxyz123456789'[byte % 32]).join('');
}
