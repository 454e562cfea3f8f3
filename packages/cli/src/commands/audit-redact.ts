/**
 * `midcall audit redact`: what people read and answered is deleted from beside the rows, for good. The rows stay, and the
 * audit still verifies.
 */
import { openAudit } from '../audit/open-audit.js';
import { filterOf, type WhichRows } from '../audit/which-rows.js';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { confirm } from '../on/confirm.js';
import { UsageError } from '../usage-error.js';

export interface AuditRedactOptions extends WhichRows {
  /** Every row; else at least one filter is needed. */
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** @throws UsageError without a filter, or where nobody can be asked; MidcallError STORE_FAILED. */
export async function auditRedact(options: AuditRedactOptions, { terminal, streams, now }: CommandContext): Promise<ExitCode> {
  const filter = filterOf(options, now());
  if ((Object.keys(filter).length === 0) !== (options.all === true))
    throw new UsageError(
      options.all === true ? '--all stands alone.' : 'Say which rows: --question, --server, --principal, --since, --until, or --all.',
      'See: midcall audit redact --help',
    );
  const audit = await openAudit(terminal);
  try {
    const rows = (await audit?.chain.redact(filter, { dryRun: true })) ?? 0;
    const words = rows === 1 ? '1 row' : `${rows} rows`;
    if (audit === undefined || rows === 0) {
      terminal.out('Nothing is kept beside these rows.');
      return EXIT.done;
    }
    if (options.dryRun === true) {
      terminal.out(`Would delete what is kept beside ${words}. The rows stay.`);
      return EXIT.done;
    }
    if (options.yes !== true) {
      if (!terminal.interactive)
        throw new UsageError(`What is kept beside ${words} would be deleted for good.`, 'Say --yes if you mean it.');
      const asked = `Delete for good what was read and answered, beside ${words}? The rows stay.`;
      if (!(await confirm(terminal, streams.stdin, asked))) {
        terminal.out('Nothing was deleted.');
        return terminal.stopped.aborted ? EXIT.interrupted : EXIT.done;
      }
    }
    const done = await audit.chain.redact(filter);
    terminal.out(`Deleted what was kept beside ${done === 1 ? '1 row' : `${done} rows`}. The rows stay, and the audit verifies as before.`);
    return EXIT.done;
  } finally {
    await audit?.close();
  }
}
