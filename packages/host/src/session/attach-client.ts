/** Puts the desk between a client and its person. Before `client.connect`, because that is when 2025 declares what it can. */

import type { JsonObject } from '@midcall/core';
import { eraOf, isRevision, MidcallError } from '@midcall/core';
import type { AskingMethod } from '@midcall/core/wire';
import type { Clock } from '@midcall/store';
import type { CallToolResult, Client, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/client';
import type { Desk } from '../desk.js';
import { answerPushes, refusePushes } from './answer-push.js';
import { elicitationCapability, judgeEveryRequest } from './capabilities.js';
import { createCompletions } from './completions.js';
import { driveRounds } from './drive-rounds.js';
import { completeByDefault, isInputRequired } from './final-result.js';
import { createKnownTools } from './known-tools.js';
import { runLegacyCall } from './legacy-call.js';
import type { OpenCall, ServerTime } from './open-calls.js';
import { createOpenCalls } from './open-calls.js';
import type { AttachOptions, CallOptions, HostSession } from './session.js';
import type { SessionParts, SessionRequest } from './session-parts.js';
import { requestOptions } from './session-parts.js';
import type { SuspendedCall, SuspendedCalls } from './suspended-calls.js';
import { createTurns } from './turns.js';
import { tapWire } from './wire-tap.js';

export interface AttachPorts {
  readonly desk: Desk;
  readonly clock: Clock;
  readonly id: () => string;
  readonly suspended: SuspendedCalls;
}

/** @throws TypeError if the client is already connected. */
export function attachClient(
  ports: AttachPorts,
  client: Client,
  options: AttachOptions,
): HostSession & { readonly resume: (call: SuspendedCall) => Promise<unknown> } {
  if (client.transport !== undefined)
    throw new TypeError('attach comes before client.connect: 2025 servers are told at connect what they may ask');
  const parts: SessionParts = {
    ...ports,
    client,
    options: { maxRounds: 10, perRound: 16, completionWait: 5 * 60_000, principal: 'local', ...options },
    modes: { form: options.modes?.form ?? options.modes === undefined, url: options.modes?.url ?? options.modes === undefined },
    calls: createOpenCalls(ports.clock, serverTimeOf(options)),
    completions: createCompletions(),
    tools: createKnownTools(client),
    turns: createTurns(),
    wire: tapWire(client),
  };
  declare(parts);
  const lost = new MidcallError('SESSION_CLOSED', `The connection to ${options.server} was closed.`, {
    hint: 'Connect again and repeat the call.',
  });
  const drop = (): void => {
    parts.calls.giveUpAll(lost);
    parts.completions.clear();
  };
  onClose(client, drop);
  const run = (method: AskingMethod, request: SessionRequest, callOptions: CallOptions, resume?: SuspendedCall): Promise<unknown> =>
    runCall(parts, { method, request, options: callOptions, ...(resume !== undefined && { resume }) });
  return {
    server: options.server,
    principal: parts.options.principal,
    client,
    async callTool(params, callOptions = {}) {
      const result = await run('tools/call', { method: 'tools/call', params: params as JsonObject }, callOptions);
      await parts.tools.checkOutput(params.name, result);
      return result as CallToolResult;
    },
    getPrompt: async (params, callOptions = {}) =>
      (await run('prompts/get', { method: 'prompts/get', params: params as JsonObject }, callOptions)) as GetPromptResult,
    readResource: async (params, callOptions = {}) =>
      (await run('resources/read', { method: 'resources/read', params: params as JsonObject }, callOptions)) as ReadResourceResult,
    request: (request, callOptions = {}) => plainRequest(parts, request, callOptions),
    listTools: () => client.listTools(),
    close: drop,
    resume: call => run(call.method, { method: call.method, params: call.params }, {}, call),
  };
}

/** 2025 is told now, and only if someone can be reached or raised (N1, E-C-01); 2026-07-28 with every request. */
function declare(parts: SessionParts): void {
  const { client, desk, modes, options } = parts;
  const some = modes.form || modes.url;
  if (some && desk.reachable(options.principal)) {
    client.registerCapabilities({ elicitation: elicitationCapability(modes) });
    answerPushes(parts);
    client.setNotificationHandler('notifications/elicitation/complete', notification =>
      parts.completions.complete(notification.params.elicitationId),
    );
  } else refusePushes(client);
  judgeEveryRequest(client, () => some && desk.reachable(options.principal));
}

async function runCall(
  parts: SessionParts,
  what: { readonly method: AskingMethod; readonly request: SessionRequest; readonly options: CallOptions; readonly resume?: SuspendedCall },
): Promise<unknown> {
  const { method, request, options, resume } = what;
  await parts.wire.ready(); // nothing goes out before the server has answered initialize (E-R-16)
  const params = request.params ?? {};
  const named = params[method === 'resources/read' ? 'uri' : 'name'];
  const args = params.arguments;
  const start = {
    method,
    name: typeof named === 'string' ? named : '',
    ...(typeof args === 'object' && args !== null && { arguments: args as JsonObject }),
    ...(options.signal !== undefined && { signal: options.signal }),
  };
  const go = (call: OpenCall): Promise<unknown> => dispatch(parts, request, { call, options, ...(resume !== undefined && { resume }) });
  const legacy = eraOf(parts.client.getNegotiatedProtocolVersion() ?? '') === 'legacy';
  if (legacy && parts.options.oneAtATime === true) return parts.turns.take(start.signal, () => parts.calls.run(start, go));
  return parts.calls.run(start, go);
}

function dispatch(
  parts: SessionParts,
  request: SessionRequest,
  run: { call: OpenCall; options: CallOptions; resume?: SuspendedCall },
): Promise<unknown> {
  const revision = parts.client.getNegotiatedProtocolVersion();
  if (revision !== undefined && eraOf(revision) === 'modern') {
    completeByDefault(parts.client);
    return driveRounds(parts, request, run);
  }
  return runLegacyCall(parts, request, { ...run, revision: isRevision(revision) ? revision : undefined });
}

async function plainRequest(parts: SessionParts, request: SessionRequest, options: CallOptions): Promise<JsonObject> {
  await parts.wire.ready();
  const revision = parts.client.getNegotiatedProtocolVersion();
  if (revision !== undefined && eraOf(revision) === 'modern') completeByDefault(parts.client);
  const controller = createOpenCalls(parts.clock, serverTimeOf(parts.options));
  return controller.run(
    { method: 'tools/call', name: request.method, ...(options.signal !== undefined && { signal: options.signal }) },
    async call => {
      const result: unknown = await parts.client.request(
        request as never,
        { ...requestOptions(call, options), allowInputRequired: true } as never,
      );
      if (isInputRequired(result)) {
        throw new MidcallError('ROUND_INVALID', 'The server answered with a question where none is allowed.', {
          data: { reason: 'method', method: request.method },
        });
      }
      return result as JsonObject;
    },
  );
}

function serverTimeOf({ serverTime = 5 * 60_000, serverTimeMax = 60 * 60_000 }: AttachOptions): ServerTime {
  return { silence: serverTime, total: serverTimeMax };
}

/** Runs `drop` when the connection closes, whatever the host sets as its own `onclose` before or after. */
function onClose(client: Client, drop: () => void): void {
  let own = client.onclose;
  Object.defineProperty(client, 'onclose', {
    configurable: true,
    enumerable: true,
    get: () => () => {
      drop();
      own?.();
    },
    set: (next: (() => void) | undefined) => {
      own = next;
    },
  });
}
