/**
 * One of many: the person picks, the handler gets its own object back. The options are read again on every run, so they
 * are no part of the fingerprint (D4): an answer holds while its id is still offered under the title the person read.
 */
import type { Form, JsonObject } from '@midcall/core';
import { LATEST_REVISION, MidcallError } from '@midcall/core';
import { messageAgain } from './ask-again.js';
import { type Asking, type Decision, decide } from './decide.js';
import type { Ending } from './ending.js';
import type { MissingArgument } from './question.js';
import type { Run } from './run.js';
import { send } from './send.js';

export interface ChoiceOption<T> {
  readonly id: string;
  readonly title: string;
  readonly value: T;
}

export interface ChoiceAsking<T> {
  readonly key: string;
  readonly message: string;
  readonly options: readonly ChoiceOption<T>[];
  readonly label?: string | undefined;
  readonly given?: string | undefined;
  readonly argument?: string | undefined;
  readonly limit?: number | undefined;
  readonly otherwise?: ((ending: Ending) => unknown) | undefined;
}

export type ChoiceAnswer<T> =
  | { readonly action: 'accept'; readonly id: string; readonly value: T }
  | { readonly action: 'decline' | 'cancel' };

/** The name of the one field of a choice. */
export const CHOICE = 'choice';

/** @throws MidcallError NO_OPTIONS, KEY_REUSED; TypeError if two options share an id */
export function askChoice<T>(run: Run, asking: ChoiceAsking<T>): Promise<ChoiceAnswer<T>> {
  run.round.use(asking.key);
  const { options } = asking;
  const find = (id: unknown): ChoiceOption<T> | undefined => options.find(option => option.id === id);
  const answered = run.journal.entries.get(asking.key);
  if (answered === undefined && asking.given !== undefined) {
    const given = find(asking.given);
    if (given !== undefined) return Promise.resolve({ action: 'accept', id: given.id, value: given.value });
  }
  if (options.length === 0 && !(answered?.t === 'a' && answered.action !== 'accept')) {
    return Promise.reject(
      new MidcallError('NO_OPTIONS', `There is nothing to choose from for '${asking.key}'`, {
        hint: 'Check for an empty list before asking, and say what the person can do instead.',
      }),
    );
  }
  const question: Asking = {
    key: asking.key,
    identity: `choice\n${asking.key}\n${asking.message}\n${asking.label ?? ''}`,
    always: false,
    accept(content, offered) {
      const option = find(content[CHOICE]);
      if (option === undefined || !wasOffered(offered, option)) return { ok: false, again: { why: 'gone' } };
      return { ok: true, content: { [CHOICE]: option.id } };
    },
    stands: content => find(content[CHOICE]) !== undefined,
  };
  const go = (decision: Decision): Promise<ChoiceAnswer<T>> => {
    if ('entry' in decision) {
      const { entry } = decision;
      if (entry.action !== 'accept') return Promise.resolve({ action: entry.action });
      const { id, value } = find(entry.content?.[CHOICE]) as ChoiceOption<T>;
      return Promise.resolve({ action: 'accept', id, value });
    }
    const { form, schema } = choiceForm(options, asking.label);
    const stale = asking.given !== undefined && answered === undefined;
    const message = stale ? `The value that was passed for this choice is not available.\n\n${asking.message}` : asking.message;
    return send(run, {
      key: asking.key,
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: decision.again === undefined ? message : messageAgain(message, decision.again, form),
        requestedSchema: schema,
      },
      form,
      print: decision.print,
      offered: options.map(hash).join(''),
      ...(asking.limit !== undefined && { limit: asking.limit }),
      ...(decision.again !== undefined && { again: decision.again }),
      ...(asking.otherwise !== undefined && { otherwise: asking.otherwise }),
      ...(!run.frame.view.modes.form && { blocked: blocked(run, asking, schema) }),
    });
  };
  const decision = decide(run, question);
  return decision instanceof Promise ? run.round.hold(() => decision).then(go) : go(decision);
}

/** Ids and titles as options. Equal titles get their id behind them: a person must be able to tell them apart. */
export function toOptions<T>(from: readonly T[], id: (item: T) => string, title: (item: T) => string): readonly ChoiceOption<T>[] {
  const ids = new Set<string>();
  const titles = new Map<string, number>();
  const options = from.map(value => {
    const option = { id: id(value), title: title(value), value };
    if (typeof option.id !== 'string' || typeof option.title !== 'string') throw new TypeError('choose: id and title must give strings');
    if (ids.has(option.id)) throw new TypeError('choose: two options share an id');
    ids.add(option.id);
    titles.set(option.title, (titles.get(option.title) ?? 0) + 1);
    return option;
  });
  return options.map(option => ((titles.get(option.title) ?? 0) > 1 ? { ...option, title: `${option.title} (${option.id})` } : option));
}

function choiceForm(
  options: readonly ChoiceOption<unknown>[],
  label: string | undefined,
): { readonly form: Form; readonly schema: JsonObject } {
  const title = label ?? 'Choice';
  const schema: JsonObject = {
    type: 'object',
    properties: { [CHOICE]: { type: 'string', title, oneOf: options.map(option => ({ const: option.id, title: option.title })) } },
    required: [CHOICE],
  };
  const field = {
    kind: 'choice' as const,
    name: CHOICE,
    label: title,
    required: true,
    options: options.map(option => ({ value: option.id, title: option.title })),
  };
  return { schema, form: { fields: [field], schema, revision: LATEST_REVISION } };
}

function blocked(run: Run, asking: ChoiceAsking<unknown>, schema: JsonObject): { needs: 'form'; arguments?: readonly MissingArgument[] } {
  const schemas = run.definition.argumentSchemas();
  if (asking.argument === undefined || schemas === undefined || !Object.hasOwn(schemas, asking.argument)) return { needs: 'form' };
  const property = (schema.properties as JsonObject)[CHOICE] as JsonObject;
  const problem = asking.given === undefined ? {} : { problem: 'The value that was passed is not available.' };
  return {
    needs: 'form',
    arguments: [{ argument: asking.argument, schema: property, label: asking.label ?? asking.argument, ...problem }],
  };
}

function wasOffered(offered: string | undefined, option: ChoiceOption<unknown>): boolean {
  const wanted = hash(option);
  for (let at = 0; offered !== undefined && at < offered.length; at += HASH_LENGTH) if (offered.startsWith(wanted, at)) return true;
  return false;
}

const HASH_LENGTH = 11;

/** 53 bits of id and title, eleven characters: tells whether the very option was on the list, without keeping the list. */
function hash({ id, title }: ChoiceOption<unknown>): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  const text = `${id}\n${title}`;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36).padStart(HASH_LENGTH, '0');
}
