/** The `call` of one run: verbs over the round and the journal. */
import type { JsonObject } from '@midcall/core';
import type { ElicitParams, ElicitResult } from '@midcall/core/wire';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Answer, AskOptions, Call, ChooseOptions, ConfirmOptions, EndingOptions, FormOptions, NeedOptions } from '../author/call.js';
import { type Duration, milliseconds } from '../author/duration.js';
import { type ContentOf, compileSource, type FormSource } from '../author/form-source.js';
import type { Principal } from '../gate/principal.js';
import { visit } from '../visit/visit.js';
import type { VisitOptions } from '../visit/visit-options.js';
import type { Visited } from '../visit/visited.js';
import { askChoice, toOptions } from './ask-choice.js';
import { askForm, type FormAnswer, type FormAsking } from './ask-form.js';
import { askRaw } from './ask-raw.js';
import { compileConfirm, TICK } from './confirm-form.js';
import { elicit } from './elicit.js';
import { notGoneAlong, unticked } from './ending.js';
import { checkKey } from './key-rules.js';
import { type OnceOptions, once, pin } from './once.js';
import { rememberedAnswers, rememberedChoice } from './remember.js';
import type { Run } from './run.js';
import { send } from './send.js';

export class LiveCall implements Call {
  readonly #run: Run;
  #elicited = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  ask<const Source extends FormSource>(key: string, options: AskOptions<Source>): Promise<Answer<ContentOf<Source>>> {
    return this.#verb(key, () => askForm(this.#run, this.#form(key, options))) as Promise<Answer<ContentOf<Source>>>;
  }

  need<const Source extends FormSource>(key: string, options: NeedOptions<Source>): Promise<ContentOf<Source>> {
    return this.#verb(key, () =>
      askForm(this.#run, this.#form(key, options)).then((answer: FormAnswer) =>
        answer.action === 'accept' ? (answer.content as ContentOf<Source>) : this.#end<ContentOf<Source>>(key, answer.action, options),
      ),
    );
  }

  confirm(key: string, options: ConfirmOptions): Promise<true> {
    return this.#verb(key, () => {
      const compiled = compileConfirm(options.tick);
      const asking: FormAsking = {
        key,
        message: options.message,
        compiled,
        limit: limitOf(options.expiresIn),
        always: true,
        otherwise: options.otherwise,
      };
      return askForm(this.#run, asking).then((answer): true | Promise<true> => {
        if (answer.action !== 'accept') return this.#end<true>(key, answer.action, options);
        if ((answer.content as JsonObject)[TICK] === true) return true;
        return this.#run.round.end({
          ...unticked(this.#run.definition.name, key),
          ...(options.otherwise && { otherwise: options.otherwise }),
        });
      });
    });
  }

  choose<T>(key: string, options: ChooseOptions<T>): Promise<T> {
    return this.#verb(key, async () => {
      const all = toOptions(options.from, options.id ?? String, options.title ?? String);
      const memory = options.remember === undefined ? undefined : rememberedChoice(this.#run, key, milliseconds(options.remember.for));
      const given =
        options.given ??
        (memory === undefined || this.#run.journal.entries.has(key) ? undefined : await this.#run.round.hold(memory.recall));
      const remembered = options.given === undefined && given !== undefined;
      const answer = await askChoice(this.#run, {
        key,
        message: options.message,
        options: all,
        label: options.label,
        // A remembered id that is no longer offered is no argument that somebody passed: forget it silently.
        given: remembered && !all.some(option => option.id === given) ? undefined : given,
        argument: options.argument,
        limit: limitOf(options.expiresIn),
        otherwise: options.otherwise,
      });
      if (answer.action !== 'accept') return this.#end<T>(key, answer.action, options);
      if (memory !== undefined && !remembered) await this.#run.round.hold(() => memory.learn(answer.id));
      return answer.value;
    });
  }

  visit<Value>(key: string, options: VisitOptions<Value>): Promise<Visited<Value>> {
    return this.#verb(key, () => visit(this.#run, key, options, send));
  }

  elicit(params: ElicitParams, options: { readonly key?: string; readonly expiresIn?: Duration } = {}): Promise<ElicitResult> {
    this.#elicited += 1;
    const key = options.key ?? `elicit:${this.#elicited}`;
    return this.#verb(key, () => elicit(this.#run, key, params, limitOf(options.expiresIn)));
  }

  request(key: string, request: { readonly method: string; readonly params?: JsonObject }): Promise<JsonObject> {
    return this.#verb(key, () => askRaw(this.#run, key, request));
  }

  pin<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    return this.#verb(key, () => pin(this.#run, key, fn));
  }

  once<T>(
    key: string,
    options: OnceOptions | ((idempotencyKey: string) => T | Promise<T>),
    fn?: (idempotencyKey: string) => T | Promise<T>,
  ): Promise<T> {
    return this.#verb(key, () =>
      typeof options === 'function' ? once(this.#run, key, {}, options) : once(this.#run, key, options, fn as (key: string) => T),
    );
  }

  defer(fn: () => unknown): void {
    this.#run.round.defer(fn);
  }

  can(what: 'form' | 'url' | 'sampling' | 'roots'): boolean {
    const { view } = this.#run.frame;
    return what === 'form' || what === 'url' ? view.modes[what] : view[what];
  }

  async progress(progress: number, options: { readonly total?: number; readonly message?: string } = {}): Promise<void> {
    const refused = this.#run.round.refuseIfOver<void>();
    if (refused !== undefined) return refused;
    await this.#run.frame.progress.report(progress, options);
  }

  get principal(): Principal {
    return this.#run.frame.principal;
  }

  get signal(): AbortSignal {
    return this.#run.round.signal;
  }

  get sdk(): ServerContext {
    return this.#run.frame.ctx;
  }

  /** Nothing begins outside its round, and what is wrong with the call itself rejects. */
  #verb<T>(key: string, verb: () => Promise<T>): Promise<T> {
    const refused = this.#run.round.refuseIfOver<T>();
    if (refused !== undefined) return refused;
    try {
      checkKey(key);
      return verb();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #form(key: string, options: FormOptions<FormSource> & EndingOptions): FormAsking {
    const { remember } = options;
    return {
      key,
      message: options.message,
      compiled: compileSource(options.form),
      given: options.given,
      argument: options.argument,
      personOnly: options.personOnly,
      prefill: options.prefill,
      limit: limitOf(options.expiresIn),
      otherwise: options.otherwise,
      ...(remember !== undefined && rememberedAnswers(this.#run, key, milliseconds(remember.for))),
    };
  }

  #end<T>(key: string, action: 'decline' | 'cancel', options: EndingOptions): Promise<T> {
    const ending = notGoneAlong(this.#run.definition.name, key, action, action === 'decline' ? options.declined?.() : undefined);
    return this.#run.round.end({ ...ending, ...(options.otherwise && { otherwise: options.otherwise }) });
  }
}

function limitOf(expiresIn: Duration | undefined): number | undefined {
  return expiresIn === undefined ? undefined : milliseconds(expiresIn);
}
