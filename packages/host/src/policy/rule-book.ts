/**
 * What a person told the desk to do from now on: mute, cut off, remember an answer. Each rule is dated, listable and
 * revocable; a rule exists only because a person wrote it (N1).
 *
 * Invariants:
 *  1. What is stored is sealed: servers' names and remembered answers are nobody else's business (D33).
 *  2. A rule that another process on the same store made or took back counts here within a quarter of a second, for what
 *     comes and for what waits; a record that cannot be opened is no rule.
 */
import type { JsonObject } from '@midcall/core';
import type { Store } from '@midcall/store';
import type { Sealer } from '../desk/sealer.js';

interface RuleBase {
  readonly v: 1;
  readonly id: string;
  readonly principal: string;
  /** The operator's name of the server. */
  readonly server: string;
  readonly madeAt: number;
  /** Absent: until it is taken back. */
  readonly until?: number;
}

export interface MuteRule extends RuleBase {
  readonly kind: 'mute' | 'cut-off';
  /** Only this tool; absent: all of the server. */
  readonly tool?: string;
}

export interface RememberedAnswer extends RuleBase {
  readonly kind: 'remembered';
  readonly tool: string;
  /** Of message and schema: another question is another question. */
  readonly fingerprint: string;
  readonly message: string;
  readonly content: JsonObject;
  /** Sent without asking until `until`; the person ticked so on this very question. Otherwise it pre-fills. */
  readonly send: boolean;
}

export type Rule = MuteRule | RememberedAnswer;

export interface RuleBook {
  /** Reads what is stored, and from then on follows what other processes change; call once before the first question. */
  load(): Promise<void>;
  list(principal: string): readonly Rule[];
  add(rule: Rule): Promise<void>;
  /** False if there was none. */
  remove(principal: string, id: string): Promise<boolean>;
  onChange(listener: () => void): () => void;
  /** Follows the store no more. */
  close(): void;
}

export interface RuleBookOptions {
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  readonly now: () => number;
  /** Told when a change by another process could not be read; what was known stays in force. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const PREFIX = 'desk/rule/';

export function createRuleBook({ store, sealer, now, onError = () => {} }: RuleBookOptions): RuleBook {
  const rules = new Map<string, Rule>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const durable = store !== undefined && sealer !== undefined ? { store, sealer } : undefined;
  let stopWatching: (() => void) | undefined;
  /** Changes are read one after the other, so that the last look wins. */
  let looking: Promise<void> = Promise.resolve();

  const open = async (key: string, value: string): Promise<Rule | undefined> => {
    const text = await durable?.sealer.open(value, key);
    const rule: unknown = text === undefined ? undefined : JSON.parse(text);
    return isRule(rule) && key === PREFIX + rule.id ? rule : undefined;
  };
  const readAll = async (): Promise<void> => {
    if (durable === undefined) return;
    const found = new Map<string, Rule>();
    for (const entry of await durable.store.list(PREFIX, { limit: MOST_RULES })) {
      const rule = await open(entry.key, entry.value);
      if (rule !== undefined) found.set(rule.id, rule);
    }
    rules.clear();
    for (const [id, rule] of found) rules.set(id, rule);
    changed();
  };
  const readOne = async (key: string): Promise<void> => {
    const id = key.slice(PREFIX.length);
    const record = await durable?.store.get(key);
    const rule = record === undefined ? undefined : await open(key, record.value);
    if (isDeepEqual(rule, rules.get(id))) return; // our own write, told back to us
    if (rule === undefined) rules.delete(id);
    else rules.set(id, rule);
    changed();
  };
  const follow = (key: string): void => {
    looking = looking.then(() => (key === PREFIX ? readAll() : readOne(key))).catch(onError);
  };

  return {
    async load() {
      if (durable === undefined) return;
      // Watching begins before reading: a rule that is made meanwhile is read twice, not missed.
      stopWatching ??= durable.store.watch(PREFIX, follow, { idle: true });
      const loaded = looking.then(readAll);
      looking = loaded.catch(() => {});
      await loaded;
    },
    list: principal =>
      [...rules.values()]
        .filter(rule => rule.principal === principal && (rule.until === undefined || rule.until > now()))
        .sort((a, b) => a.madeAt - b.madeAt),
    async add(rule) {
      if (durable !== undefined) {
        const key = PREFIX + rule.id;
        await durable.store.put(
          key,
          await durable.sealer.seal(JSON.stringify(rule), key),
          rule.until === undefined ? undefined : { expiresAt: rule.until },
        );
      }
      rules.set(rule.id, rule);
      changed();
    },
    async remove(principal, id) {
      if (rules.get(id)?.principal !== principal) return false;
      await durable?.store.delete(PREFIX + id);
      rules.delete(id);
      changed();
      return true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      stopWatching?.();
      stopWatching = undefined;
    },
  };
}

const MOST_RULES = 10_000;

function isDeepEqual(one: Rule | undefined, other: Rule | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A kind that is not known is no rule: guessing what it means would be answering for a person. */
function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null) return false;
  const rule = value as Partial<Record<keyof RememberedAnswer, unknown>>;
  const whole = rule.v === 1 && [rule.id, rule.principal, rule.server].every(isText) && typeof rule.madeAt === 'number';
  if (!whole || !(rule.until === undefined || typeof rule.until === 'number')) return false;
  if (rule.kind === 'mute' || rule.kind === 'cut-off') return rule.tool === undefined || isText(rule.tool);
  return (
    rule.kind === 'remembered' && isText(rule.tool) && isText(rule.fingerprint) && typeof rule.content === 'object' && rule.content !== null
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
