/**
 * `midcall policy mute` and `unmute`: what a server asks is declined from now on, or asked again. Every gateway that runs
 * hears of it within a quarter of a second.
 */
import type { MuteRule } from '@midcall/host';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { knownServers, openRules, POLICY_FILE, type Rules, type RulesOptions, warnUnknown } from '../policy/open-rules.js';
import { localTime } from '../policy/span.js';
import { UsageError } from '../usage-error.js';

export interface PolicyMuteOptions extends RulesOptions {
  readonly server: string;
  readonly tool?: string;
  readonly cutOff?: boolean;
  /** Milliseconds. */
  readonly for?: number;
  readonly dryRun?: boolean;
}

/** @throws MidcallError CONFIG_INVALID, STORE_FAILED. */
export async function policyMute(options: PolicyMuteOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal, now } = context;
  const { principal, server, tool, cutOff = false, dryRun } = options;
  const rules = await openRules(terminal, dryRun !== true);
  try {
    warnUnknown(server, await knownServers(rules, principal, context), terminal);
    const until = options.for === undefined ? undefined : now() + options.for;
    const same = mutes(rules, principal).filter(rule => rule.server === server && rule.tool === tool);
    if (dryRun !== true) {
      await rules.policy.mute(principal, { server, cutOff, ...(tool !== undefined && { tool }), ...(until !== undefined && { until }) });
      // One rule says it: the newer one stands for those it repeats.
      for (const rule of same) await rules.policy.forget(principal, rule.id);
    }
    const what = tool === undefined ? server : `${tool} of ${server}`;
    const how = cutOff ? 'cut off: what it has open is declined, and what it asks' : 'muted: what it asks is declined';
    terminal.out(
      `${dryRun === true ? 'Would be done: ' : ''}${what} is ${how} from now on${until === undefined ? '' : `, until ${localTime(until)}`}.`,
    );
    if (dryRun !== true) terminal.out(terminal.colors.dim('  Its calls go on. midcall policy unmute takes it back.'));
    return EXIT.done;
  } finally {
    await rules.close();
  }
}

export interface PolicyUnmuteOptions extends RulesOptions {
  /** A server's name or the id of a rule. */
  readonly what: string;
  readonly tool?: string;
  readonly dryRun?: boolean;
}

/** @throws UsageError if there is nothing to take back; MidcallError CONFIG_INVALID, STORE_FAILED. */
export async function policyUnmute(
  { principal, what, tool, dryRun }: PolicyUnmuteOptions,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const rules = await openRules(terminal, false);
  try {
    const byFile = saidByFile(rules, what, tool);
    const all = mutes(rules, principal);
    const own = all.filter(rule => rule.id === what || (rule.server === what && (tool === undefined || rule.tool === tool)));
    if (own.length === 0) throw nothing(what, tool, byFile);
    for (const rule of own) {
      if (dryRun !== true) await rules.policy.forget(principal, rule.id);
      const of = rule.tool === undefined ? rule.server : `${rule.tool} of ${rule.server}`;
      terminal.out(`${dryRun === true ? 'Would be done: ' : ''}${of} is no longer ${rule.kind === 'mute' ? 'muted' : 'cut off'}.`);
    }
    if (byFile) terminal.err(`midcall: ${POLICY_FILE} still refuses it; that rule is changed in the file.`);
    return EXIT.done;
  } finally {
    await rules.close();
  }
}

function mutes({ policy }: Rules, principal: string): readonly MuteRule[] {
  return policy.rules(principal).filter((rule): rule is MuteRule => rule.kind !== 'remembered');
}

function saidByFile({ policy }: Rules, server: string, tool: string | undefined): boolean {
  const said = Object.hasOwn(policy.config.servers, server) ? policy.config.servers[server] : undefined;
  return said?.mute === true || said?.cutOff === true || (tool !== undefined && said?.tools?.[tool] === 'deny');
}

function nothing(what: string, tool: string | undefined, byFile: boolean): UsageError {
  if (byFile) return new UsageError(`${what} is refused by ${POLICY_FILE}, not by a rule of yours.`, 'Change it in that file.');
  return new UsageError(`Nothing of ${tool === undefined ? what : `${tool} of ${what}`} is muted or cut off.`, 'See: midcall policy list');
}
