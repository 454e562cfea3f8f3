/**
 * What a legacy host and a legacy server have agreed on through the gateway: revision, modes, names.
 *
 * Invariants:
 *  1. What is declared to the server is what this host, or a person at the desk, can be shown in its revision (N1).
 *  2. A host of 2025-06-18 stays one, though its server speaks the later revision only: it is told its own revision, and its
 *     questions are rewritten for it (requirements §3.2). A server of the earlier revision is taken as it is.
 */
import type { Revision } from '@midcall/core';
import { isRevision } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import type { Asker } from '../asking/asker.js';
import { declaredModes, hostModes, NOTHING, withElicitation } from '../asking/modes.js';
import type { RequestMessage, ResponseMessage } from '../json-rpc/message.js';
import { isFailure, objectAt, textAt } from '../json-rpc/message.js';
import { claimOf } from '../upstream/connect.js';

export interface LegacyTerms {
  /** The host's `initialize` as the server is to see it; the same object where nothing changes. */
  declare(initialize: RequestMessage): RequestMessage;
  /** Learns from the server's answer. Returns it as the host is to see it; the same object where nothing changes. */
  learn(response: ResponseMessage): ResponseMessage;
  /** What the host can show. */
  readonly modes: ElicitationModes;
  /** The revision the server writes its questions in; undefined = one that cannot ask. */
  readonly revision: Revision | undefined;
  /** Set where the host's revision is the earlier one. */
  readonly hostRevision: Revision | undefined;
  readonly claim: { readonly name: string; readonly version?: string } | undefined;
}

export function legacyTerms(asker: Asker, principal: string): LegacyTerms {
  let asked: string | undefined;
  let modes: ElicitationModes = NOTHING;
  let revision: Revision | undefined;
  let hostRevision: Revision | undefined;
  let claim: LegacyTerms['claim'];

  return {
    declare(initialize) {
      asked = textAt(initialize.params, 'protocolVersion') ?? '';
      const capabilities = objectAt(initialize.params, 'capabilities');
      modes = hostModes(capabilities, asked);
      const declared = declaredModes(modes, asker.reach(principal), asked);
      const shown = withElicitation(capabilities, modes, declared, asked);
      return shown === capabilities ? initialize : { ...initialize, params: { ...initialize.params, capabilities: shown } };
    },
    learn(response) {
      if (isFailure(response)) return response;
      const version = textAt(response.result, 'protocolVersion');
      revision = isRevision(version) ? version : undefined;
      hostRevision = revision !== undefined && isRevision(asked) && asked < revision ? asked : undefined;
      if (revision === undefined) modes = NOTHING;
      else if (revision < '2025-11-25') modes = { form: modes.form || modes.url, url: false };
      claim = claimOf(objectAt(response.result, 'serverInfo'));
      if (hostRevision === undefined) return response;
      const { tasks: _later, ...capabilities } = objectAt(response.result, 'capabilities') ?? {};
      return { ...response, result: { ...response.result, protocolVersion: hostRevision, capabilities } };
    },
    get modes() {
      return modes;
    },
    get revision() {
      return revision;
    },
    get hostRevision() {
      return hostRevision;
    },
    get claim() {
      return claim;
    },
  };
}
