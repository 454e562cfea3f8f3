/**
 * The bench that `midcall dev` puts a server on: one server process at a time, one call at a time, everything that
 * happens told to the page as it happens.
 *
 * Promises:
 *  1. A restart ends the old process before the new one starts, and withdraws the questions of its calls.
 *  2. Restarts asked for while one is under way become one more restart, with the last settings.
 *  3. What a server or a person does never ends the bench: a failure is a state the page shows.
 */
import { fillForm, isMidcallError, type Json, type JsonObject, type Revision } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import type { HostDesk, Surface } from '@midcall/host';
import { ProtocolError } from '@modelcontextprotocol/client';
import { type AnsweredQuestion, repeatCommand } from '../call/repeat-command.js';
import { connectServer, type ServerConnection } from '../connect/connect-server.js';
import { describeTarget, type ServerTarget } from '../connect/server-target.js';
import type { DevCommand, DevEvent, DevReply, DevRun, DevSettings, DevState, DevTool, RevisionChoice } from './contract.js';
import { toDevTool } from './dev-tool.js';
import { FrameLog } from './frame-log.js';
import { LineLog } from './line-log.js';

const PRINCIPAL = 'local';
const BY = { principal: PRINCIPAL, surface: 'dev', as: 'person' } as const;
const REVISION = { auto: undefined, A: '2025-06-18', B: '2025-11-25', C: '2026-07-28' } as const satisfies Record<
  RevisionChoice,
  Revision | undefined
>;

export interface BenchOptions {
  readonly desk: HostDesk;
  readonly target: ServerTarget;
  readonly name: string;
  readonly settings: DevSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly watching?: string;
  readonly timeoutMs: number;
  readonly now: () => number;
  /** Whether a page is open. */
  readonly isOpen: () => boolean;
  readonly onEvent: (event: DevEvent) => void;
}

export class Bench {
  /** Whose questions these are: the one person at this machine. */
  static readonly principal = PRINCIPAL;
  readonly #options: BenchOptions;
  readonly #frames: FrameLog;
  readonly #lines: LineLog;
  readonly #keys = new Map<string, string>();
  #answered: AnsweredQuestion[] = [];
  #state: DevState;
  #run: DevRun | undefined;
  #stop: AbortController | undefined;
  #connection: ServerConnection | undefined;
  #restart: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(options: BenchOptions) {
    this.#options = options;
    this.#frames = new FrameLog(options.now);
    this.#lines = new LineLog(options.now, line => options.onEvent({ type: 'line', line }));
    options.desk.addSurface(this.#surface());
    this.#state = {
      status: 'starting',
      name: options.name,
      command: describeTarget(options.target),
      settings: options.settings,
      tools: [],
      starts: 0,
      ...(options.watching !== undefined && { watching: options.watching }),
    };
    this.#options.desk.subscribe({ principal: PRINCIPAL }, question => options.onEvent({ type: 'question', question }));
  }

  /** Everything a page needs that has just opened. */
  hello(): DevEvent {
    const questions = this.#options.desk.list({ principal: PRINCIPAL }).filter(question => this.#keys.has(question.id));
    return {
      type: 'hello',
      state: this.#state,
      frames: this.#frames.all(),
      lines: this.#lines.all(),
      questions,
      ...(this.#run && { run: this.#run }),
    };
  }

  /** One line among those of the server. */
  say(text: string): void {
    this.#lines.add('midcall', text);
  }

  async handle(command: DevCommand): Promise<DevReply> {
    switch (command.type) {
      case 'run':
        await this.#restart; // a server that is starting is waited for, not complained about
        return this.#start(command);
      case 'stop':
        this.#stop?.abort(new Error('stopped'));
        return { ok: true };
      case 'restart':
        void this.restart('by hand');
        return { ok: true };
      case 'settings':
        this.#set({ settings: command.settings });
        void this.restart('with other settings');
        return { ok: true };
      case 'answer': {
        const outcome = await this.#options.desk.answer(command.id, command.result, BY);
        if (outcome.ok) this.#answered.push({ key: this.#keys.get(command.id) ?? '', question: outcome.question, result: command.result });
        return outcome.ok ? { ok: true } : { ok: false, sentence: outcome.sentence, ...(outcome.issues && { issues: outcome.issues }) };
      }
      case 'opened': {
        const outcome = await this.#options.desk.opened(command.id, BY);
        return outcome.ok ? { ok: true } : { ok: false, sentence: outcome.sentence };
      }
      case 'extend':
        await this.#options.desk.extend(command.id, { principal: PRINCIPAL });
        return { ok: true };
      case 'shown':
        this.#options.desk.shown(command.id, 'dev', { principal: PRINCIPAL });
        return { ok: true };
    }
  }

  /** Starts the server, or ends it and starts it anew; never rejects. */
  async restart(why?: string): Promise<void> {
    if (why !== undefined) this.#lines.add('midcall', `restarting ${why}`);
    if (this.#restart !== undefined) {
      this.#again = true;
      return this.#restart;
    }
    this.#restart = (async () => {
      do {
        this.#again = false;
        await this.#connect();
      } while (this.#again && !this.#closed);
    })();
    await this.#restart;
    this.#restart = undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stop?.abort(new Error('stopped'));
    await this.#restart;
    await this.#connection?.close();
  }

  async #connect(): Promise<void> {
    this.#stop?.abort(new Error('restarted'));
    const old = this.#connection;
    this.#connection = undefined;
    await old?.close();
    if (this.#closed) return;
    const { settings } = this.#state;
    const { problem: _gone, claim: _claim, revision: _revision, ...kept } = this.#state;
    this.#state = kept;
    this.#set({ status: 'starting', starts: this.#state.starts + 1 });
    this.#frames.reconnect();
    const revision = REVISION[settings.revision];
    try {
      const connection = await connectServer({
        target: this.#options.target,
        env: this.#options.env,
        desk: this.#options.desk,
        session: {
          server: this.#options.name,
          principal: PRINCIPAL,
          serverTime: 0,
          ...(!settings.canAsk && { modes: { form: false, url: false } }),
        },
        timeoutMs: this.#options.timeoutMs,
        ...(revision && { revision }),
        onFrame: frame => this.#options.onEvent({ type: 'frame', frame: this.#frames.add(frame) }),
        onStderr: line => this.#lines.add('stderr', line),
        onGarbage: line => this.#lines.add('stdout', line),
      });
      this.#connection = connection;
      const tools = await this.#listTools(connection);
      const claim = connection.client.getServerVersion();
      this.#set({
        status: 'ready',
        revision: connection.revision,
        tools,
        ...(claim && { claim: { name: claim.name, version: claim.version } }),
      });
      void connection.child?.ended.then(() => this.#onEnded(connection));
      connection.client.setNotificationHandler('notifications/tools/list_changed', async () =>
        this.#set({ tools: await this.#listTools(connection) }),
      );
    } catch (error) {
      const connection = this.#connection;
      this.#connection = undefined;
      const why = connection === undefined ? error : await connection.explain(error);
      await connection?.close();
      this.#set({ status: 'failed', problem: problemOf(why) });
    }
  }

  async #listTools(connection: ServerConnection): Promise<DevTool[]> {
    if (connection.client.getServerCapabilities()?.tools === undefined) return [];
    const { tools } = await connection.session.listTools();
    return tools.map(toDevTool);
  }

  #onEnded(connection: ServerConnection): void {
    if (this.#connection !== connection || this.#closed || this.#restart !== undefined) return;
    const exit = connection.child?.exit;
    const how = exit?.signal == null ? `with status ${exit?.code ?? 'unknown'}` : `by ${exit.signal}`;
    const hint = this.#state.watching === undefined ? 'Restart starts it again.' : 'It starts again when you change a file, or by Restart.';
    this.#connection = undefined;
    void connection.close();
    this.#set({ status: 'failed', problem: { sentence: `The server exited ${how}.`, hint } });
  }

  #start(command: Extract<DevCommand, { type: 'run' }>): DevReply {
    const connection = this.#connection;
    const tool = this.#state.tools.find(one => one.name === command.tool);
    if (connection === undefined || tool === undefined) return { ok: false, sentence: 'The server is not running.' };
    if (this.#run?.state === 'running') return { ok: false, sentence: 'A call is running. Answer its question, or stop it.' };
    const read = readRunArguments(tool, command);
    if (!read.ok) return read;
    const run: DevRun = {
      n: (this.#run?.n ?? 0) + 1,
      tool: tool.name,
      arguments: read.arguments,
      startedAt: this.#options.now(),
      state: 'running',
    };
    this.#answered = [];
    this.#keys.clear();
    this.#stop = new AbortController();
    this.#show(run);
    void this.#call(connection, run, this.#stop.signal);
    return { ok: true };
  }

  async #call(connection: ServerConnection, run: DevRun, signal: AbortSignal): Promise<void> {
    let ended: Partial<DevRun>;
    try {
      const result = await connection.session.callTool({ name: run.tool, arguments: run.arguments as Record<string, unknown> }, { signal });
      ended = { state: 'done', result: result as unknown as JsonObject };
    } catch (error) {
      if (signal.aborted) ended = { state: 'stopped', error: { sentence: 'The call was stopped; the server was told.' } };
      else ended = { state: 'failed', error: errorOf(await connection.explain(error)) };
    }
    const command = repeatCommand({
      target: this.#options.target,
      tool: run.tool,
      arguments: run.arguments,
      revision: REVISION[this.#state.settings.revision],
      canAsk: this.#state.settings.canAsk,
      answered: this.#answered,
    });
    this.#show({ ...run, ...ended, endedAt: this.#options.now(), command });
  }

  #show(run: DevRun): void {
    this.#run = run;
    this.#options.onEvent({ type: 'run', run });
  }

  #set(change: Partial<DevState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onEvent({ type: 'state', state: this.#state });
  }

  /** The page is where a person sees questions, while it is open. */
  #surface(): Surface {
    return {
      name: 'dev',
      reachable: () => this.#options.isOpen(),
      raise: (question: QuestionView, _principal, { key }) => void this.#keys.set(question.id, key ?? ''),
    };
  }
}

type RunArguments = { readonly ok: true; readonly arguments: JsonObject } | Extract<DevReply, { ok: false }>;

function readRunArguments(tool: DevTool, command: Extract<DevCommand, { type: 'run' }>): RunArguments {
  if (command.json !== undefined || tool.form === undefined) {
    try {
      const value = JSON.parse(command.json ?? '{}') as Json;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, arguments: value as JsonObject };
    } catch {
      // said below
    }
    return { ok: false, sentence: 'The arguments must be one JSON object, such as {"service":"api"}.' };
  }
  const filled = fillForm(
    tool.form,
    (command.entries ?? []).filter(([, raw]) => raw !== ''),
  );
  if (filled.ok) return { ok: true, arguments: { ...filled.content } };
  return { ok: false, sentence: 'The arguments do not fit.', issues: filled.issues };
}

function problemOf(error: unknown): NonNullable<DevState['problem']> {
  const sentence = error instanceof Error ? error.message : 'The server could not be reached.';
  return isMidcallError(error) && error.hint !== undefined ? { sentence, hint: error.hint } : { sentence };
}

function errorOf(error: unknown): NonNullable<DevRun['error']> {
  const sentence = error instanceof Error ? error.message : 'The call failed.';
  if (ProtocolError.isInstance(error)) return { sentence, code: error.code, ...(error.data !== undefined && { data: error.data as Json }) };
  return isMidcallError(error) ? { sentence, code: error.code } : { sentence };
}
