/** One request without a transport: the frame that the gate would have made of it. */

import type { JsonObject } from '@midcall/core';
import { LATEST_REVISION, type Revision } from '@midcall/core';
import { META } from '@midcall/core/wire';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { RunDefinition } from '../engine/run.js';
import type { Frame } from '../gate/frame.js';
import type { GateServices } from '../gate/gate-services.js';
import { emptyFlow } from '../gate/modern.js';
import type { Principal } from '../gate/principal.js';
import { createProgress } from '../gate/progress.js';

/** A host of one revision; `none` is one of the newest revision that cannot be asked anything. */
export type RehearsedHost = Revision | 'none';

export interface RequestFacts {
  readonly definition: RunDefinition;
  /** Resource address, else the definition's name. */
  readonly name: string;
  readonly args: JsonObject;
  readonly principal: Principal;
  readonly host: RehearsedHost;
  readonly state?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}

export function requestFrame(services: GateServices, facts: RequestFacts): Frame {
  const { definition, name, args, principal, host } = facts;
  const modern = host === 'none' || host === LATEST_REVISION;
  const asks = host !== 'none';
  const elicitation = asks ? { form: {}, url: {} } : undefined;
  const capabilities = asks ? { elicitation, sampling: {}, roots: {} } : {};
  const ctx = {
    mcpReq: {
      id: 1,
      method: definition.method,
      signal: new AbortController().signal,
      requestState: () => facts.state,
      ...(facts.answers !== undefined && { inputResponses: facts.answers }),
      ...(modern && { envelope: { [META.clientCapabilities]: capabilities, [META.protocolVersion]: LATEST_REVISION } }),
      send: alone,
      notify: async () => {},
      log: async () => {},
      elicitInput: alone,
      requestSampling: alone,
    },
  } as unknown as ServerContext;
  return {
    ctx,
    method: definition.method,
    name,
    args,
    view: {
      era: modern ? 'modern' : 'legacy',
      revision: host === 'none' ? LATEST_REVISION : host,
      modes: { form: asks, url: asks && host !== '2025-06-18' },
      sampling: asks,
      roots: asks,
    },
    principal,
    aad: () => `rehearsal\n${definition.method}\n${name}\n${JSON.stringify(args)}`,
    progress: createProgress(ctx),
    flow: emptyFlow(services),
    fault: undefined,
  };
}

/** A handler that goes past `call` talks to a host, and here is none. */
async function alone(): Promise<never> {
  throw new Error('There is no host in a rehearsal: ask through `call`');
}
