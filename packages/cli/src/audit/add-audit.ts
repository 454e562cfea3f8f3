/** How the lines of `midcall audit …` are read. */
import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.js';
import type { AuditExportOptions } from '../commands/audit-export.js';
import type { AuditRedactOptions } from '../commands/audit-redact.js';
import type { AuditVerifyOptions } from '../commands/audit-verify.js';
import type { ExitCode } from '../exit-codes.js';
import { moment } from './moment.js';

/** Adds the subcommands to `audit`. */
export function addAudit(
  audit: Command,
  inherit: (command: Command) => void,
  context: CommandContext,
  done: (code: ExitCode) => void,
): void {
  const add = (name: string, summary: string): Command => {
    const command = audit.command(name).description(summary);
    inherit(command);
    return command;
  };
  const addFiltered = (name: string, summary: string): Command =>
    add(name, summary)
      .option('--since <when>', 'from this moment on: 2026-11-30, 2026-11-30T14:00, or 7d ago', moment)
      .option('--until <when>', 'before this moment', moment)
      .option('--server <name>', 'only this server')
      .option('--principal <who>', "only this person's questions")
      .option('--question <id>', 'only this question');

  add('verify', 'prove that no row was edited, dropped, moved or cut off')
    .option('--anchors <file>', 'heads that were sent elsewhere, one a line (default: the file that the policy names)')
    .option('--no-anchors', 'do without')
    .option('--question <id>', 'with --answer: compare the answer that is kept with this question')
    .option('--answer <json>', 'the answer, as a JSON object')
    .option('--json', 'print JSON, with every fault')
    .action(async (options: AuditVerifyOptions) => done(await (await import('../commands/audit-verify.js')).auditVerify(options, context)));

  addFiltered('export', 'print rows, oldest first within each process')
    .addOption(new Option('--format <kind>', 'how').choices(['jsonl', 'csv']).default('jsonl'))
    .option('--output <file>', 'a new file instead of standard output')
    .action(async (options: AuditExportOptions) => done(await (await import('../commands/audit-export.js')).auditExport(options, context)));

  addFiltered('redact', 'delete what people read and answered from beside rows, for good')
    .option('--all', 'every row')
    .option('--yes', 'do not ask, for scripts')
    .option('--dry-run', 'say how much would be deleted, delete nothing')
    .action(async (options: AuditRedactOptions) => done(await (await import('../commands/audit-redact.js')).auditRedact(options, context)));
}
