/** `midcall policy list`: every rule that answers for a person on this machine, by whom and until when. */
import { showText } from '@midcall/core/inspect';
import Table from 'cli-table3';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openRules, POLICY_FILE, type RulesOptions } from '../policy/open-rules.js';
import { type RuleRow, ruleRows, ruleWords } from '../policy/rule-rows.js';
import { localTime } from '../policy/span.js';
import { plainTable } from '../terminal/plain-table.js';

export interface PolicyListOptions extends RulesOptions {
  readonly json?: boolean;
}

/** @throws MidcallError CONFIG_INVALID, STORE_FAILED. */
export async function policyList({ principal, json }: PolicyListOptions, { terminal }: CommandContext): Promise<ExitCode> {
  const rules = await openRules(terminal, false);
  try {
    const rows = ruleRows(rules.policy.config, rules.policy.rules(principal));
    const quiet = rules.policy.quietUntil(principal);
    if (json === true) terminal.out(JSON.stringify(rows, undefined, 2));
    else if (rows.length === 0) terminal.out('No rule answers for you. Make one: midcall policy mute SERVER');
    else for (const line of table(rows, terminal.colors)) terminal.out(line);
    if (quiet !== undefined && json !== true)
      terminal.out(`Nothing is put before you until ${localTime(quiet)}: midcall policy quiet --off ends it.`);
    return EXIT.done;
  } finally {
    await rules.close();
  }
}

function table(rows: readonly RuleRow[], c: CommandContext['terminal']['colors']): readonly string[] {
  const drawn = new Table({
    ...plainTable,
    wordWrap: false,
    head: ['id', 'server', 'tool', 'rule', 'since', 'until', 'by'].map(word => c.dim(word)),
  });
  for (const row of rows) {
    drawn.push([
      row.id ?? '',
      c.bold(showText(row.server)),
      row.tool === undefined ? c.dim('all') : showText(row.tool),
      ruleWords(row) + (row.message === undefined ? '' : c.dim(` for "${firstLine(row.message)}"`)),
      row.since === undefined ? '' : localTime(row.since),
      row.until === undefined ? c.dim('no end') : localTime(row.until),
      row.by === 'file' ? POLICY_FILE : 'you',
    ]);
  }
  return drawn
    .toString()
    .split('\n')
    .map(line => line.trimEnd());
}

function firstLine(message: string): string {
  const [line = ''] = showText(message).split('\n');
  const points = [...line];
  return points.length > 40 ? `${points.slice(0, 39).join('')}…` : line;
}
