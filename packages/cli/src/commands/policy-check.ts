/** `midcall policy check`: is the file right, and what does it mean for one server? */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { createNotifier, type ParsedPolicy, type PolicyConfig, parsePolicy } from '@midcall/host';
import { guardedPost } from '@midcall/host/node';
import { systemClock } from '@midcall/store';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { findInbox } from '../loopback/find-inbox.js';
import { knownServers, openRules, policyPath, type RulesOptions, warnUnknown } from '../policy/open-rules.js';
import { type Applies, whatApplies } from '../policy/what-applies.js';

export interface PolicyCheckOptions extends RulesOptions {
  readonly server?: string;
  readonly tool?: string;
  /** Another file than the one in MIDCALL_HOME: checked, not put in force. */
  readonly file?: string;
  readonly json?: boolean;
  /** Send a test to every channel of the file. */
  readonly notify?: boolean;
}

/** @throws MidcallError CONFIG_INVALID if a file that was named is not there; STORE_FAILED. */
export async function policyCheck(options: PolicyCheckOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const path = options.file === undefined ? policyPath(terminal) : resolve(terminal.cwd, options.file);
  const text = await readText(path, options.file !== undefined);
  const parsed: ParsedPolicy = text === undefined ? parsePolicy('{}') : parsePolicy(text);
  const applies = parsed.ok && options.server !== undefined ? await applying(parsed.config, options, context) : undefined;
  if (options.json === true) {
    const faults = parsed.ok ? [] : parsed.faults;
    terminal.out(
      JSON.stringify({ file: path, found: text !== undefined, faults, ...(applies && { applies: Object.fromEntries(trimmed(applies)) }) }),
    );
    return parsed.ok ? EXIT.done : EXIT.usage;
  }
  if (!parsed.ok) {
    for (const { line, column, message } of parsed.faults) terminal.out(`${path}:${line}:${column}: ${message}`);
    return EXIT.usage;
  }
  terminal.out(
    text === undefined ? `There is no ${path}; the rules that come with midcall hold.` : `${path} is right. ${summary(parsed.config)}`,
  );
  if (applies !== undefined) show(applies, options, context);
  return options.notify === true ? tryOut(parsed.config, context) : EXIT.done;
}

/** Names channels by kind and place in the file: their addresses are often secrets (N9). */
async function tryOut(config: PolicyConfig, { terminal, now }: CommandContext): Promise<ExitCode> {
  const { colors: c } = terminal;
  const running = await findInbox(terminal, now).catch(() => undefined);
  const notifier = createNotifier({ clock: systemClock, config: () => config, post: guardedPost, link: () => running?.origin });
  const reports = await notifier.test();
  terminal.out('');
  if (reports.length === 0) terminal.out('It names no place to notify.');
  for (const { place, kind, delivery } of reports)
    terminal.out(`  ${place}  ${kind.padEnd(7)}  ${delivery === 'delivered' ? c.green('delivered') : c.red(SAYS[delivery])}`);
  return reports.every(report => report.delivery === 'delivered') ? EXIT.done : EXIT.machine;
}

const SAYS = {
  refused: 'refused: it did not take a test, or its address leads where nothing may be sent',
  unreachable: 'no answer in three tries',
} as const;

async function applying(config: PolicyConfig, options: PolicyCheckOptions, context: CommandContext): Promise<Applies> {
  const { terminal } = context;
  const { server = '', tool, principal } = options;
  const rules = await openRules(terminal, false, config);
  try {
    warnUnknown(server, await knownServers(rules, principal, context), terminal);
    const quiet = rules.policy.quietUntil(principal);
    return whatApplies(config, rules.policy.rules(principal), {
      server,
      ...(tool !== undefined && { tool }),
      ...(quiet !== undefined && { quiet }),
    });
  } finally {
    await rules.close();
  }
}

function show(applies: Applies, { server = '', tool }: PolicyCheckOptions, { terminal }: CommandContext): void {
  const { colors: c } = terminal;
  const width = Math.max(...applies.map(([what]) => what.length));
  terminal.out('');
  terminal.out(c.bold(showText(tool === undefined ? server : `${tool} of ${server}`)));
  for (const [what, how] of applies) terminal.out(`  ${c.dim(showText(what).padEnd(width))}  ${showText(how)}`);
}

function trimmed(applies: Applies): Applies {
  return applies.map(([what, how]) => [what.trim(), how]);
}

function summary({ servers, doNotDisturb, notify, audit }: PolicyConfig): string {
  const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
  return `It names ${[
    count(Object.keys(servers).length, 'server'),
    count(doNotDisturb.length, 'quiet time'),
    count(notify.channels.length, 'place to notify').replace('place to notifys', 'places to notify'),
  ].join(', ')}; answers ${{ none: 'are not kept', hash: 'are kept as hashes', clear: 'are kept' }[audit.values]} in the audit.`;
}

async function readText(path: string, named: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' && !named) return undefined;
    throw new MidcallError('CONFIG_INVALID', `${path} cannot be read.`, { hint: 'Give the path of a policy file with --file.', cause });
  }
}
