/**
 * Which standing rule refuses a question, if one does: the one place that says so, for the gate and for whoever wants to
 * know beforehand (`midcall policy check`). The operator's file comes before the person's own rules (D23).
 */
import type { PolicyConfig, ServerPolicy } from './policy-config.js';
import type { MuteRule, Rule } from './rule-book.js';

export interface StandingRule {
  readonly kind: 'mute' | 'cut-off' | 'deny';
  readonly by: 'file' | 'person';
  /** The person's rule. */
  readonly rule?: MuteRule;
  /** The tool name or `prefix*` of the file that matched. */
  readonly pattern?: string;
}

export interface AskedBy {
  /** The operator's name of the server. */
  readonly server: string;
  /** Tool or prompt name, or resource URI; absent where the asking call is not known. */
  readonly tool?: string | undefined;
}

/** @param rules those of the principal in question that are in force. */
export function standingRule(config: PolicyConfig, rules: readonly Rule[], { server, tool }: AskedBy): StandingRule | undefined {
  const policy = serverPolicy(config, server);
  if (policy?.cutOff === true) return { kind: 'cut-off', by: 'file' };
  const own = rules.filter((one): one is MuteRule => one.kind !== 'remembered' && one.server === server);
  const fits = own.filter(one => one.tool === undefined || one.tool === tool);
  const cutOff = fits.find(one => one.kind === 'cut-off');
  if (cutOff !== undefined) return { kind: 'cut-off', by: 'person', rule: cutOff };
  if (policy?.mute === true) return { kind: 'mute', by: 'file' };
  const pattern = tool === undefined ? undefined : toolPattern(policy, tool);
  if (pattern !== undefined && policy?.tools?.[pattern] === 'deny') return { kind: 'deny', by: 'file', pattern };
  const [mute] = fits;
  return mute && { kind: 'mute', by: 'person', rule: mute };
}

/** What the file says about this server. */
export function serverPolicy(config: PolicyConfig, server: string): ServerPolicy | undefined {
  return Object.hasOwn(config.servers, server) ? config.servers[server] : undefined;
}

/** The exact name first, then the longest `prefix*`. */
function toolPattern(policy: ServerPolicy | undefined, tool: string): string | undefined {
  const rules = policy?.tools ?? {};
  if (Object.hasOwn(rules, tool)) return tool;
  const matching = Object.keys(rules).filter(name => name.endsWith('*') && tool.startsWith(name.slice(0, -1)));
  return matching.sort((a, b) => b.length - a.length)[0];
}
