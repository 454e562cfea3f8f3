/**
 * Answers by script: for tests, CI and `midcall call --answer`. A scripted answer is the tester's own, given by key on
 * this run: it may answer anything, a confirm included, is audited as `script`, and never persists (D23). A question
 * that the script does not know ends as `cancel`, reason `unscripted` (N1).
 */
import type { AnswerContent, AnswerValue, Field, Form, JsonObject } from '@midcall/core';
import { fillForm, initialDraft, isConfirm } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { ElicitAction, ElicitResult } from '@midcall/core/wire';
import type { Desk, Surface } from './desk.js';

/**
 * An action, or what to fill in. `accept` without content sends each field's default and ticks a confirm; a content
 * holds values, or text as a person would type it.
 */
export type ScriptedAnswer = ElicitAction | { readonly action: ElicitAction; readonly content?: JsonObject } | JsonObject;

/**
 * By the server's question key; where a question has none (2025 revisions) or an unlisted one, by field: an entry whose
 * content names only fields of the form, or whose own name is one of them. `*` answers whatever else comes.
 */
export type Script = Readonly<Record<string, ScriptedAnswer>>;

export interface ScriptedSurfaceOptions {
  /** Called for each question that the script could not answer, before it is cancelled. */
  readonly onUnanswered?: (question: QuestionView, why: 'unscripted' | 'script-invalid', key?: string) => void;
}

export function scriptedSurface(script: Script | ElicitAction, options: ScriptedSurfaceOptions = {}): Surface {
  const entries = typeof script === 'string' ? new Map([['*', script as ScriptedAnswer]]) : new Map(Object.entries(script));
  let desk: Desk | undefined;

  const answer = async (question: QuestionView, principal: string, key: string | undefined): Promise<void> => {
    const by = { principal, surface: 'script', as: 'script' } as const;
    desk?.shown(question.id, 'script', { principal });
    const scripted = find(entries, question, key);
    const result = scripted === undefined ? undefined : toResult(scripted, question);
    if (result !== undefined) {
      const outcome = await desk?.answer(question.id, result, by);
      if (outcome === undefined || outcome.ok || outcome.reason !== 'invalid') return;
    }
    const why = scripted === undefined ? 'unscripted' : 'script-invalid';
    options.onUnanswered?.(question, why, key);
    await desk?.answer(question.id, { action: 'cancel' }, { ...by, reason: why });
  };

  return {
    name: 'script',
    attached(to) {
      desk = to;
    },
    reachable: () => desk !== undefined,
    raise(question, principal, { key }) {
      // The next turn: the asker holds its promise by then, as with a person.
      queueMicrotask(() => void answer(question, principal, key).catch(() => {}));
    },
    close() {
      desk = undefined;
    },
  };
}

function find(script: ReadonlyMap<string, ScriptedAnswer>, question: QuestionView, key: string | undefined): ScriptedAnswer | undefined {
  // A server names a question that it asks again `key~2`; the script goes on answering it by its own name.
  const base = key?.replace(/~\d+$/, '');
  if (key !== undefined && script.has(key)) return script.get(key);
  if (base !== undefined && script.has(base)) return script.get(base);
  const names = new Set(question.form?.fields.map(field => field.name));
  for (const [name, scripted] of script) {
    if (name === '*') continue;
    const content = contentOf(scripted);
    const fields = content === undefined ? [name] : Object.keys(content);
    if (fields.length > 0 && fields.every(field => names.has(field))) return scripted;
  }
  return script.get('*');
}

function contentOf(scripted: ScriptedAnswer): JsonObject | undefined {
  if (typeof scripted === 'string') return undefined;
  if (isActionObject(scripted)) return scripted.content;
  return scripted as JsonObject;
}

function isActionObject(scripted: object): scripted is { action: ElicitAction; content?: JsonObject } {
  const { action } = scripted as { action?: unknown };
  return action === 'accept' || action === 'decline' || action === 'cancel';
}

function toResult(scripted: ScriptedAnswer, question: QuestionView): ElicitResult | undefined {
  const action = typeof scripted === 'string' ? scripted : isActionObject(scripted) ? scripted.action : 'accept';
  if (action !== 'accept') return { action };
  const { form } = question;
  if (form === undefined) return { action: 'accept' };
  const content = contentOf(scripted);
  const filled = fillForm(form, draftOf(form, content), {});
  return { action: 'accept', content: { ...(filled.ok ? plain(filled.content) : content), ...kept(form, content) } };
}

/** What is typed for each field: the script's value, else the default that a person would see, else a ticked confirm. */
function draftOf(form: Form, content: JsonObject | undefined): [string, string | boolean | string[]][] {
  const given = new Map(Object.entries(content ?? {}));
  const entries = new Map<string, string | boolean | string[]>();
  for (const [name, raw] of initialDraft(form)) entries.set(name, typeof raw === 'object' ? [...raw] : raw);
  if (content === undefined && isConfirm(form)) for (const field of form.fields) entries.set(field.name, true);
  for (const field of form.fields) {
    const value = given.get(field.name);
    if (value !== undefined) entries.set(field.name, typed(value, field));
  }
  return [...entries];
}

function typed(value: unknown, field: Field): string | boolean | string[] {
  if (field.kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (typeof value === 'boolean' || typeof value === 'string')
    return field.kind === 'choices' && typeof value === 'string' ? value.split(',') : value;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Values that are no field's are kept, so that the desk refuses or drops them as it would anybody's. */
function kept(form: Form, content: JsonObject | undefined): JsonObject {
  const names = new Set(form.fields.map(field => field.name));
  return Object.fromEntries(Object.entries(content ?? {}).filter(([name]) => !names.has(name)));
}

function plain(content: AnswerContent): JsonObject {
  return Object.fromEntries(Object.entries<AnswerValue>(content));
}
