/**
 * What one request says about its era and its host. The era is what was negotiated for this instance, never what a
 * request carries: an older client may smuggle the newer revision's envelope and answers into its calls.
 */
import { type Era, eraOf } from '@midcall/core';
import { type ElicitationModes, META, readModes } from '@midcall/core/wire';
import type { Server, ServerContext } from '@modelcontextprotocol/server';

export interface RequestView {
  readonly era: Era;
  /** Negotiated revision; undefined where nothing was negotiated (stateless HTTP of the older revisions). */
  readonly revision: string | undefined;
  /** What may be asked during *this* request (E-C-07, E-C-10). */
  readonly modes: ElicitationModes;
  readonly sampling: boolean;
  readonly roots: boolean;
}

export function readView(server: Server, ctx: ServerContext): RequestView {
  const revision = server.getNegotiatedProtocolVersion();
  const era = revision === undefined ? 'legacy' : eraOf(revision);
  const capabilities = (
    era === 'modern'
      ? (ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined)?.[META.clientCapabilities]
      : server.getClientCapabilities()
  ) as Record<string, unknown> | undefined;
  const declares = (name: string): boolean => typeof capabilities?.[name] === 'object' && capabilities[name] !== null;
  return {
    era,
    revision,
    modes: revision === undefined ? NONE : readModes(capabilities?.elicitation, revision),
    sampling: declares('sampling'),
    roots: declares('roots'),
  };
}

const NONE: ElicitationModes = { form: false, url: false };
