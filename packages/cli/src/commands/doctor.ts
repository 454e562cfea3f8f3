/** `midcall doctor`: walks from the host to the browser, names the first broken link and how to mend it. */
import { isMidcallError } from '@midcall/core';
import { readPolicyFile } from '@midcall/host/node';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { findInbox } from '../loopback/find-inbox.js';
import { midcallHome, runFolder } from '../loopback/home.js';
import { serveLoopback } from '../loopback/serve-loopback.js';
import { type ChooseOptions, chooseFiles, isChosen } from '../on/choose-files.js';
import type { Check, CheckGroup } from '../on/doctor/check.js';
import { startServer } from '../on/doctor/start-server.js';
import { walk } from '../on/doctor/walk.js';
import { launcherOf } from '../on/launcher-of.js';
import type { OnMachine } from '../on/machine.js';
import { machineOf } from '../on/machine-of.js';
import { policyPath } from '../policy/open-rules.js';
import { wrap } from '../terminal/wrap.js';
import { VERSION } from '../version.js';

export interface DoctorOptions extends ChooseOptions {
  /** False under `--no-start`. */
  readonly start: boolean;
  /** Seconds. */
  readonly timeout: number;
}

export async function doctor(options: DoctorOptions, context: CommandContext, machine: OnMachine = machineOf(context)): Promise<ExitCode> {
  const { terminal } = context;
  const { colors: c } = terminal;
  const launcher = launcherOf(machine);
  const files = chooseFiles(machine, launcher, options);
  let first: { readonly group: CheckGroup; readonly check: Check } | undefined;
  const mends = new Set<string>();
  const kept = midcallHome(machine.env);
  const groups = walk(machine, files, {
    launcher,
    about: VERSION,
    kept,
    chosen: name => isChosen(options, name),
    start: options.start ? startServer : undefined,
    unwritable: () => whyUnwritable(machine.env),
    rulesFault: () => rulesFault(machine.env),
    listen: port => listen(port, context, machine),
    timeoutMs: options.timeout * 1_000,
    signal: terminal.stopped,
  });
  for await (const group of groups) {
    if (terminal.stopped.aborted) return EXIT.interrupted;
    terminal.out(`${c.bold(group.title)}${group.where === undefined ? '' : c.dim(`  ${group.where}`)}`);
    for (const check of group.checks) {
      show(context, check, mends);
      if (check.state === 'broken') first ??= { group, check };
    }
    terminal.out('');
  }
  if (files.length === 0) terminal.out('No host with a list of servers was found on this machine.');
  if (first === undefined) {
    terminal.out(files.length === 0 ? 'Another place: midcall doctor --config PATH' : c.green('Every link holds.'));
    return EXIT.done;
  }
  const { group, check } = first;
  terminal.out(c.red('First broken link'));
  terminal.out(wrap(`${group.title}, ${check.link}: ${sentence(check.says)}`, terminal.width, '  '));
  if (check.mend !== undefined) terminal.out(wrap(check.mend, terminal.width, '  '));
  return check.exit ?? EXIT.machine;
}

const MARKS = { holds: '✓', note: '·', broken: '✗' } as const;
const COLUMN = 11;

/** @param mends what was said already: one fault of a machine breaks every server in the same way. */
function show({ terminal }: CommandContext, { state, link, says, mend }: Check, mends: Set<string>): void {
  const { colors: c } = terminal;
  const color = { holds: c.green, note: c.yellow, broken: c.red }[state];
  const room = ' '.repeat(COLUMN + 4);
  const text = wrap(says, terminal.width, room).slice(room.length);
  terminal.out(`  ${color(MARKS[state])} ${link.padEnd(COLUMN)}${state === 'broken' ? c.red(text) : text}`);
  if (mend === undefined || mends.has(mend)) return;
  mends.add(mend);
  terminal.out(c.dim(wrap(`→ ${mend}`, terminal.width, room)));
}

function sentence(text: string): string {
  return /[.:?]$/.test(text) ? text : `${text}.`;
}

async function listen(port: number, context: CommandContext, machine: OnMachine): Promise<string | undefined> {
  try {
    await (await serveLoopback(() => new Response(), port)).close();
    return undefined;
  } catch (error) {
    // The host may have started the very server that is looked at.
    if (
      port > 0 &&
      whyUnwritable(machine.env) === undefined &&
      (await findInbox(context.terminal, context.now))?.origin.endsWith(`:${port}`) === true
    )
      return undefined;
    return error instanceof Error ? error.message : 'it cannot be served on 127.0.0.1';
  }
}

function whyUnwritable(env: OnMachine['env']): string | undefined {
  try {
    runFolder(env);
    return undefined;
  } catch (error) {
    if (!isMidcallError(error)) throw error;
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    return (
      { ENOTDIR: 'something on its path is no folder', EACCES: 'you may not', EROFS: 'the disk is read-only' }[code ?? ''] ??
      'the system refused'
    );
  }
}

async function rulesFault(env: OnMachine['env']): Promise<string | undefined> {
  try {
    await readPolicyFile(policyPath({ env }));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read';
  }
}
