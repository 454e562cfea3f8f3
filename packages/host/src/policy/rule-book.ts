/**
 * What a person told the desk to do from now on: mute, cut off, remember an answer. Each rule is dated, listable and
 * revocable; a rule exists only because a person wrote it (N1). Kept in the store, sealed where it holds an answer.
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
  /** Reads what is stored; call once before the first question. */
  load(): Promise<void>;
  list(principal: string): readonly Rule[];
  add(rule: Rule): Promise<void>;
  /** False if there was none. */
  remove(principal: string, id: string): Promise<boolean>;
  onChange(listener: () => void): () => void;
}

export interface RuleBookOptions {
  readonly store?: Store | undefined;
  readonly sealer?: Sealer | undefined;
  readonly now: () => number;
}

const PREFIX = 'desk/rule/';

export function createRuleBook({ store, sealer, now }: RuleBookOptions): RuleBook {
  const rules = new Map<string, Rule>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const durable = store !== undefined && sealer !== undefined ? { store, sealer } : undefined;
  return {
    async load() {
      if (durable === undefined) return;
      for (const entry of await durable.store.list(PREFIX, { limit: 10_000 })) {
        const text = await durable.sealer.open(entry.value, entry.key);
        const rule: unknown = text === undefined ? undefined : JSON.parse(text);
        if (isRule(rule)) rules.set(rule.id, rule);
      }
      changed();
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
  };
}

function isRule(rule: unknown): rule is Rule {
  return (
    typeof rule === 'object' && rule !== null && (rule as { v?: unknown }).v === 1 && typeof (rule as { id?: unknown }).id === 'string'
  );
}
