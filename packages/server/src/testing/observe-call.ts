/**
 * The handler's `call`, looked over its shoulder: which verbs it uses, where, what is still open when it returns, and every
 * `once` and `pin` handed to the stage, so that it happens once for all runs. Nothing else about the call is changed.
 */
import { isMidcallError, type MidcallError } from '@midcall/core';
import type { Call } from '../author/call.js';
import type { OnceOptions } from '../engine/once.js';
import { callLine } from './call-line.js';
import type { Cue } from './stage.js';
import type { World } from './world.js';

export interface ObservedVerb {
  readonly verb: string;
  readonly key: string;
  readonly options: unknown;
  readonly line?: string;
  /** The first verb of the run, before the handler had waited for anything. */
  readonly atStart: boolean;
}

export interface ObservedEffect {
  readonly key: string;
  /** The business key, where there is one. */
  readonly unique?: string;
  /** What it returned; undefined if it failed. */
  readonly value?: unknown;
  /** What it threw. */
  readonly error?: unknown;
}

/** One run of the handler, as it was seen. */
export interface RunLog {
  readonly verbs: ObservedVerb[];
  readonly open: Map<string, ObservedVerb>;
  /** An error of the library in a verb, whoever caught it. */
  misuse: { readonly verb: ObservedVerb; readonly error: MidcallError } | undefined;
  /** Until the handler has given its promise back, nothing has been waited for. */
  synchronous: boolean;
}

export interface ObserveOptions {
  readonly world: World;
  readonly wait: <T>(cue: Cue<T>) => Promise<T>;
  readonly effect: (effect: ObservedEffect) => void;
}

const KEYED = ['ask', 'need', 'confirm', 'choose', 'visit', 'request', 'pin', 'once'] as const;
type Keyed = (typeof KEYED)[number];

export function newLog(): RunLog {
  return { verbs: [], open: new Map(), misuse: undefined, synchronous: true };
}

export function observeCall(call: Call, log: RunLog, options: ObserveOptions): Call {
  const inner = call as unknown as Readonly<Record<string | symbol, unknown>>;
  let elicited = 0;
  return new Proxy(call, {
    get(_target, property) {
      const value = inner[property];
      if (typeof value !== 'function') return value;
      const method = value as (...args: unknown[]) => unknown;
      if (property === 'elicit') {
        return (params: unknown, more?: { readonly key?: string }) => {
          elicited += 1;
          return observed(log, options, 'elicit', more?.key ?? `elicit:${elicited}`, params, () => method.call(call, params, more));
        };
      }
      if (!(KEYED as readonly (string | symbol)[]).includes(property)) return method.bind(call);
      return (key: string, ...rest: unknown[]) =>
        observed(log, options, property as Keyed, key, rest[0], () =>
          method.call(call, key, ...handed(options, property as Keyed, key, rest)),
        );
    },
  });
}

function observed(log: RunLog, { world }: ObserveOptions, verb: string, key: string, options: unknown, go: () => unknown): unknown {
  const line = callLine();
  world.look(line, `'${key}'`);
  const atStart = log.synchronous && log.verbs.length === 0;
  const entry: ObservedVerb = { verb, key, options, ...(line !== undefined && { line }), atStart };
  log.verbs.push(entry);
  const result = go();
  if (!(result instanceof Promise)) return result;
  log.open.set(`${key}\n${log.verbs.length}`, entry);
  const place = `${key}\n${log.verbs.length}`;
  result.then(
    () => log.open.delete(place),
    error => {
      log.open.delete(place);
      if (isMidcallError(error) && MISUSE.has(error.code)) log.misuse ??= { verb: entry, error };
    },
  );
  return result;
}

/** `once` and `pin` with their function handed to the stage. */
function handed(options: ObserveOptions, verb: Keyed, key: string, rest: readonly unknown[]): readonly unknown[] {
  if (verb === 'pin') {
    const [fn] = rest as readonly [() => unknown];
    return [() => options.wait({ id: `pin\n${key}`, perform: fn })];
  }
  if (verb !== 'once') return rest;
  const withOptions = typeof rest[0] !== 'function';
  const { unique } = (withOptions ? rest[0] : {}) as OnceOptions;
  const fn = rest[withOptions ? 1 : 0] as (idempotencyKey: string) => unknown;
  const go = (idempotencyKey: string): Promise<unknown> =>
    options.wait({
      id: `once\n${key}\n${unique ?? ''}`,
      async perform() {
        const what = { key, ...(unique !== undefined && { unique }) };
        try {
          const value = await fn(idempotencyKey);
          options.effect({ ...what, value });
          return value;
        } catch (error) {
          options.effect({ ...what, error });
          throw error;
        }
      },
    });
  return withOptions ? [rest[0], go] : [go];
}

/** Codes that say something about the handler, not about the world. */
export const MISUSE: ReadonlySet<string> = new Set([
  'KEY_REUSED',
  'KEY_INVALID',
  'FORM_INVALID',
  'SECRET_ASK',
  'MODE_UNKNOWN',
  'URL_INVALID',
  'NOT_DETERMINISTIC',
  'ROUND_OVER',
]);
