/** How the lines of `midcall policy …` are read. */
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import type { PolicyCheckOptions } from '../commands/policy-check.js';
import type { PolicyForgetOptions } from '../commands/policy-forget.js';
import type { PolicyListOptions } from '../commands/policy-list.js';
import type { PolicyMuteOptions, PolicyUnmuteOptions } from '../commands/policy-mute.js';
import type { PolicyQuietOptions } from '../commands/policy-quiet.js';
import type { ExitCode } from '../exit-codes.js';
import { span } from './span.js';

/** Adds the subcommands to `policy`. */
export function addPolicy(
  policy: Command,
  inherit: (command: Command) => void,
  context: CommandContext,
  done: (code: ExitCode) => void,
): void {
  const add = (line: string, summary: string): Command => {
    const command = policy
      .command(line)
      .description(summary)
      .option('--principal <who>', 'whose rules, at a desk that several people share', 'local');
    inherit(command);
    return command;
  };

  add('list', 'every rule: the file first, then yours')
    .option('--json', 'print JSON')
    .action(async (options: PolicyListOptions) => done(await (await import('../commands/policy-list.js')).policyList(options, context)));

  add('mute <server>', 'decline what this server asks from now on')
    .option('--tool <name>', 'only questions of this tool')
    .option('--cut-off', 'decline what it has open, too')
    .option('--for <time>', 'end it by itself after a time such as 30m, 2h or 1d', span)
    .option('--dry-run', 'say what would be done, write nothing')
    .action(async (server: string, options: Omit<PolicyMuteOptions, 'server'>) =>
      done(await (await import('../commands/policy-mute.js')).policyMute({ ...options, server }, context)),
    );

  add('unmute <what>', 'take a mute or cut-off back, by server or by the id of the rule')
    .option('--tool <name>', 'only the rule for this tool')
    .option('--dry-run', 'say what would be done, write nothing')
    .action(async (what: string, options: Omit<PolicyUnmuteOptions, 'what'>) =>
      done(await (await import('../commands/policy-mute.js')).policyUnmute({ ...options, what }, context)),
    );

  add('forget [what]', 'forget remembered answers, by server or by the id of the rule')
    .option('--tool <name>', 'only answers to questions of this tool')
    .option('--all', 'every remembered answer')
    .option('--dry-run', 'say what would be done, write nothing')
    .action(async (what: string | undefined, options: PolicyForgetOptions) =>
      done(await (await import('../commands/policy-forget.js')).policyForget({ ...options, ...(what !== undefined && { what }) }, context)),
    );

  add('quiet', 'put nothing before me for a while; what comes waits')
    .option('--for <time>', 'for how long, such as 30m, 2h or 1d', span, 60 * 60_000)
    .option('--off', 'end it now')
    .option('--dry-run', 'say what would be done, write nothing')
    .action(async (options: PolicyQuietOptions) => done(await (await import('../commands/policy-quiet.js')).policyQuiet(options, context)));

  add('check [server] [tool]', 'check midcall.policy.json; with a server, say what holds for it')
    .option('--file <path>', 'another file, before you put it in its place')
    .option('--notify', 'send a test to every place that the file says to notify')
    .option('--json', 'print JSON')
    .action(async (server: string | undefined, tool: string | undefined, options: PolicyCheckOptions) =>
      done(
        await (await import('../commands/policy-check.js')).policyCheck(
          { ...options, ...(server !== undefined && { server }), ...(tool !== undefined && { tool }) },
          context,
        ),
      ),
    );
}
