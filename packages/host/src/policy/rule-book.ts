/**
 * What a person told the desk to do from now on: mute, cut off, remember an answer. Each rule is dated, listable and
 * revocable; a rule exists only because a person wrote it (N1). Kept sealed, and the same in every process on the store.
 */
import type { JsonObject } from '@midcall/core';
import type { Store } from '@midcall/store';
import type { Sealer } from '../desk/sealer.js';
import { followedRecords } from './followed-records.js';

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

export function createRuleBook({ store, sealer, now, onError }: RuleBookOptions): RuleBook {
  const records = followedRecords<Rule>({
    store,
    sealer,
    prefix: 'desk/rule/',
    parse: (value, name) => (isRule(value) && value.id === name ? value : undefined),
    onError,
  });
  return {
    load: () => records.load(),
    list: principal =>
      records
        .values()
        .filter(rule => rule.principal === principal && (rule.until === undefined || rule.until > now()))
        .sort((a, b) => a.madeAt - b.madeAt),
    add: rule => records.put(rule.id, rule, rule.until),
    async remove(principal, id) {
      if (records.get(id)?.principal !== principal) return false;
      await records.remove(id);
      return true;
    },
    onChange: listener => records.onChange(listener),
    close: () => records.close(),
  };
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
