/** `midcall policy quiet`: nothing is put before you for a while; what comes waits, and is never answered for you. */
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openRules, type RulesOptions } from '../policy/open-rules.js';
import { localTime } from '../policy/span.js';

export interface PolicyQuietOptions extends RulesOptions {
  /** Milliseconds. */
  readonly for: number;
  /** End it now. */
  readonly off?: boolean;
  readonly dryRun?: boolean;
}

/** @throws MidcallError CONFIG_INVALID, STORE_FAILED. */
export async function policyQuiet(options: PolicyQuietOptions, { terminal, now }: CommandContext): Promise<ExitCode> {
  const { principal, off = false, dryRun = false } = options;
  const rules = await openRules(terminal, !dryRun && !off);
  try {
    const until = off ? undefined : now() + options.for;
    if (!dryRun) await rules.policy.doNotDisturb(principal, until);
    const says =
      until === undefined
        ? 'Questions come to you again.'
        : `Nothing is put before you until ${localTime(until)}. What comes meanwhile waits.`;
    terminal.out(dryRun ? `Would be done: ${says}` : says);
    if (until !== undefined && !dryRun) terminal.out(terminal.colors.dim('  midcall policy quiet --off ends it.'));
    return EXIT.done;
  } finally {
    await rules.close();
  }
}
