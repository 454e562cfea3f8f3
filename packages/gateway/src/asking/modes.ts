/**
 * Who can be asked what, and what is therefore declared to the server (N1, requirements §3.1).
 *
 * Invariants:
 *  1. Nothing is declared that neither this host, on this request or session, nor the desk can show.
 *  2. Behind a shared upstream identity `url` is never declared: the server could not tell who opens the page (D26).
 */
import type { JsonObject } from '@midcall/core';
import type { ElicitationModes } from '@midcall/core/wire';
import { readModes } from '@midcall/core/wire';
import type { DeskMode } from '../options.js';

export const NOTHING: ElicitationModes = { form: false, url: false };

export interface Reach {
  readonly deskMode: DeskMode;
  /** Whether a person can be reached at the desk now. */
  readonly deskReachable: boolean;
  readonly shared: boolean;
}

/** What a host declared, judged by its revision. */
export function hostModes(capabilities: JsonObject | undefined, revision: string): ElicitationModes {
  return readModes(capabilities?.elicitation, revision);
}

/** What may be declared to the server on behalf of `host`. A revision that cannot carry a mode is never told of it (D13, trap 72). */
export function declaredModes(host: ElicitationModes, reach: Reach, revision: string): ElicitationModes {
  if (revision < '2025-06-18') return NOTHING;
  const desk = reach.deskReachable && reach.deskMode !== 'never';
  const own = reach.deskMode === 'always' ? NOTHING : host;
  return { form: own.form || desk, url: (own.url || desk) && !reach.shared && revision >= '2025-11-25' };
}

/** Where one question goes. `refuse`: nobody declared the mode, so the server is told -32602 (E-X-01). */
export function whoIsAsked(mode: 'form' | 'url', host: ElicitationModes, reach: Reach): 'host' | 'desk' | 'refuse' {
  if (mode === 'url' && reach.shared) return 'refuse';
  if (reach.deskMode !== 'always' && host[mode]) return 'host';
  return reach.deskMode === 'never' ? 'refuse' : 'desk';
}

/** The capability as written towards a server; undefined = the key is left out. 2025-06-18 knows no modes: `{}`. */
export function elicitationCapability(modes: ElicitationModes, revision: string): JsonObject | undefined {
  if (!modes.form && !modes.url) return undefined;
  if (revision < '2025-11-25') return {};
  return { ...(modes.form && { form: {} }), ...(modes.url && { url: {} }) };
}

/**
 * The host's capabilities with the elicitation they will be declared with. Hands back the same object when the host's
 * own declaration already says it, so that the frame can go through untouched.
 */
export function withElicitation(
  capabilities: JsonObject | undefined,
  host: ElicitationModes,
  declared: ElicitationModes,
  revision: string,
): JsonObject | undefined {
  if (revision < '2025-06-18') return capabilities?.elicitation === undefined ? capabilities : without(capabilities);
  if (host.form === declared.form && host.url === declared.url) return capabilities;
  const own = capabilities?.elicitation;
  const kept = typeof own === 'object' && own !== null && !Array.isArray(own) ? (own as JsonObject) : {};
  const { elicitation: _dropped, ...rest } = capabilities ?? {};
  const capability = elicitationCapability(declared, revision);
  if (capability === undefined) return rest;
  const { form: _form, url: _url, ...others } = kept;
  if (revision < '2025-11-25') return { ...rest, elicitation: capability };
  return { ...rest, elicitation: { ...others, ...capability, ...(declared.form && kept.form !== undefined && { form: kept.form }) } };
}

function without(capabilities: JsonObject): JsonObject {
  const { elicitation: _never, ...rest } = capabilities;
  return rest;
}

/** The mode a question asks in: absent means form (E-R-08); anything else unknown is named so. */
export function modeOf(params: JsonObject | undefined): 'form' | 'url' | 'unknown' {
  const mode = params?.mode;
  if (mode === undefined || mode === 'form') return 'form';
  return mode === 'url' ? 'url' : 'unknown';
}
