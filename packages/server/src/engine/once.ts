/** `pin` and `once` from the handler's side: read once, done once, told the same in every later run. */
import type { Json } from '@midcall/core';
import { MidcallError } from '@midcall/core';
import { runOnce } from '../flow/effect-record.js';
import { principalKey } from '../gate/principal.js';
import type { FailureEntry, ValueEntry } from './journal.js';
import type { Run } from './run.js';
import { LONGEST_FLOW } from './services.js';

export interface OnceOptions {
  /** A business key: at most once for this principal, over all calls (D9). Default: once per flow. */
  readonly unique?: string;
  /** Running it again under the same idempotency key changes nothing outside. */
  readonly repeatable?: boolean;
}

/** Value of `fn`, read on the first run that gets there and the same ever after. */
export function pin<T>(run: Run, key: string, fn: () => T | Promise<T>): Promise<T> {
  run.round.use(key);
  const known = recorded<T>(run, key);
  if (known !== undefined) return known;
  return run.round.hold(async () => {
    const value = plain(key, await fn());
    const entry: ValueEntry = value === undefined ? { t: 'v' } : { t: 'v', value };
    run.journal.entries.set(key, entry);
    return replay<T>(entry);
  });
}

/** @throws MidcallError STORE_REQUIRED, EFFECT_IN_DOUBT, and again whatever `fn` threw the first time */
export function once<T>(run: Run, key: string, options: OnceOptions, fn: (idempotencyKey: string) => T | Promise<T>): Promise<T> {
  run.round.use(key);
  const { store } = run.services;
  if (store === undefined) return Promise.reject(storeRequired('once'));
  const known = recorded<T>(run, key);
  if (known !== undefined) return known;
  return run.round.hold(async () => {
    const { services, frame } = run;
    const scope =
      options.unique === undefined
        ? `flow\n${frame.flow.id}\n${key}`
        : `unique\n${principalKey(frame.principal)}\n${key}\n${options.unique}`;
    const digest = await services.digest(scope);
    const aad = `once\n${digest}`;
    const sealed = await runOnce(
      store,
      services.clock,
      {
        key: `once:${digest}`,
        keepFor: options.unique === undefined ? LONGEST_FLOW : UNIQUE_KEPT,
        repeatable: options.repeatable === true,
        lease: services.limits.leaseMs / 2,
      },
      services.randomId(),
      async () => {
        const end = await attempt(key, () => fn(digest));
        return { end: await services.rows.seal(end as unknown as Json, aad), keep: end.t === 'v' || options.unique === undefined };
      },
    );
    const { payload } = await services.rows.openRow(sealed, aad);
    const end = payload as unknown as ValueEntry | FailureEntry;
    run.journal.entries.set(key, end);
    return replay<T>(end);
  });
}

export function storeRequired(verb: string): MidcallError {
  return new MidcallError('STORE_REQUIRED', `\`${verb}\` needs a store`, {
    hint: 'Give createMidcall({ store }) one: sqliteStore({ path }) on one machine, or memoryStore() in tests.',
  });
}

/** How long a business key is remembered. */
const UNIQUE_KEPT = 400 * 24 * 3_600_000;

function recorded<T>(run: Run, key: string): Promise<T> | undefined {
  const entry = run.journal.entries.get(key);
  if (entry === undefined) return undefined;
  if (entry.t === 'a') {
    return Promise.reject(
      new MidcallError('KEY_REUSED', `The key '${key}' named a question in an earlier round`, {
        hint: 'Give every question, pin and effect its own key.',
      }),
    );
  }
  return replay<T>(entry);
}

async function replay<T>(entry: ValueEntry | FailureEntry): Promise<T> {
  if (entry.t === 'v') return structuredClone(entry.value) as T;
  const error = new Error(entry.message);
  error.name = entry.name;
  throw error;
}

async function attempt(key: string, fn: () => unknown): Promise<ValueEntry | FailureEntry> {
  try {
    const value = plain(key, await fn());
    return value === undefined ? { t: 'v' } : { t: 'v', value };
  } catch (error) {
    return error instanceof Error
      ? { t: 'f', name: error.name, message: error.message }
      : { t: 'f', name: 'Error', message: String(error) };
  }
}

/** What survives a journey through JSON, or a refusal: a Date that comes back as text would be another value on replay. */
function plain(key: string, value: unknown): Json | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name, member: unknown) {
    const raw = this[name];
    const odd =
      typeof raw === 'bigint' || typeof raw === 'function' || typeof raw === 'symbol' || (typeof raw === 'number' && !Number.isFinite(raw));
    if (odd || (typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !isPlain(raw))) {
      throw new TypeError(`The value of '${key}' is not plain JSON; return strings, numbers, booleans, lists and plain objects`);
    }
    return member;
  });
  return JSON.parse(text) as Json;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
