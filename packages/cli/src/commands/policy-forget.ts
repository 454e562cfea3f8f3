/** `midcall policy forget`: remembered answers are neither filled in nor sent any more. */
import type { RememberedAnswer } from '@midcall/host';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openRules, type RulesOptions } from '../policy/open-rules.js';
import { UsageError } from '../usage-error.js';

export interface PolicyForgetOptions extends RulesOptions {
  /** The id of a rule, or a server's name; absent with `all`. */
  readonly what?: string;
  readonly tool?: string;
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

/** @throws UsageError if there is nothing to forget; MidcallError CONFIG_INVALID, STORE_FAILED. */
export async function policyForget(
  { principal, what, tool, all, dryRun }: PolicyForgetOptions,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  if ((what === undefined) !== (all === true))
    throw new UsageError('Say what to forget: the id of a rule, a server, or --all.', 'See: midcall policy list');
  const rules = await openRules(terminal, false);
  try {
    const remembered = rules.policy
      .rules(principal)
      .filter((rule): rule is RememberedAnswer => rule.kind === 'remembered')
      .filter(rule => all === true || rule.id === what || rule.server === what)
      .filter(rule => tool === undefined || rule.tool === tool);
    if (remembered.length === 0) {
      if (all === true) {
        terminal.out('No answer is remembered.');
        return EXIT.done;
      }
      throw new UsageError(`No answer is remembered under ${what}.`, 'See: midcall policy list');
    }
    if (dryRun !== true) for (const rule of remembered) await rules.policy.forget(principal, rule.id);
    const count = remembered.length === 1 ? '1 remembered answer' : `${remembered.length} remembered answers`;
    terminal.out(dryRun === true ? `Would forget ${count}.` : `Forgot ${count}.`);
    return EXIT.done;
  } finally {
    await rules.close();
  }
}
