/**
 * What a client declares about elicitation. 2026-07-28: judged for each request by whether a person can be reached now
 * (E-C-02, E-C-11, N1). 2025: once, at connect. Never declared with nobody to reach and no mode to offer (E-C-03).
 */

import { META } from '@midcall/core/wire';
import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';

export interface DeclaredModes {
  readonly form: boolean;
  readonly url: boolean;
}

/** What stands under `capabilities.elicitation`. */
export function elicitationCapability(modes: DeclaredModes): NonNullable<ClientCapabilities['elicitation']> {
  return { ...(modes.form && { form: {} }), ...(modes.url && { url: {} }) };
}

/** The SDK's two inner names that this file leans on; a test pins them. */
interface ClientSeams {
  readonly _capabilities?: ClientCapabilities;
  _outboundMetaEnvelope?: () => Readonly<Record<string, unknown>> | undefined;
}

/** Every capability of the client for one request, with elicitation in it or left out. */
export function capabilitiesFor(client: Client, elicitation: DeclaredModes | undefined): ClientCapabilities {
  const { elicitation: _left, ...others } = (client as unknown as ClientSeams)._capabilities ?? {};
  return elicitation === undefined ? others : { ...others, elicitation: elicitationCapability(elicitation) };
}

/** Requests that the host makes on the client directly leave elicitation out while nobody can be reached. */
export function judgeEveryRequest(client: Client, reachable: () => boolean): void {
  const seams = client as unknown as ClientSeams;
  const envelope = seams._outboundMetaEnvelope?.bind(client);
  if (envelope === undefined) return;
  seams._outboundMetaEnvelope = () => {
    const meta = envelope();
    if (meta === undefined || reachable()) return meta;
    return { ...meta, [META.clientCapabilities]: capabilitiesFor(client, undefined) };
  };
}
