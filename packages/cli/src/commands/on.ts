/** `midcall on`: finds the hosts of this machine and puts midcall in front of their servers, so that they can ask. */
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { canOpenBrowser } from '../loopback/browser.js';
import { carryOut } from '../on/carry-out.js';
import type { FileChange } from '../on/change.js';
import { type ChooseOptions, chooseFiles } from '../on/choose-files.js';
import { faultText } from '../on/config/config-text.js';
import { hostEnv } from '../on/doctor/host-env.js';
import { displayOf } from '../on/host-display.js';
import { KNOWN_AS_OF } from '../on/hosts/known-hosts.js';
import type { HostFile } from '../on/inventory.js';
import { fromCache, launcherOf } from '../on/launcher-of.js';
import type { OnMachine } from '../on/machine.js';
import { machineOf } from '../on/machine-of.js';
import { planOn } from '../on/plan-on.js';
import { shortPath, showChange, showHost } from '../on/show-change.js';
import { wrap } from '../terminal/wrap.js';

export interface OnOptions extends ChooseOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export async function on(options: OnOptions, context: CommandContext, machine: OnMachine = machineOf(context)): Promise<ExitCode> {
  const { terminal } = context;
  const { colors: c } = terminal;
  const launcher = launcherOf(machine);
  const files = chooseFiles(machine, launcher, options);
  if (files.length === 0) {
    terminal.err('No host with a list of servers was found on this machine.');
    terminal.err('  A host that keeps its list elsewhere: midcall on --config PATH');
    return EXIT.done;
  }
  const shared = files.filter(({ place }) => place.scope === 'project' && options.config === undefined);
  const plans: FileChange[] = [];
  let broken = false;
  for (const hostFile of files.filter(file => !shared.includes(file))) {
    if (hostFile.fault !== undefined) {
      broken = true;
      showBroken(context, hostFile, machine.home);
      continue;
    }
    const plan = planOn(machine, hostFile, launcher, options);
    if (plan.outcomes.length === 0) continue;
    showChange(terminal, plan, { launcher, home: machine.home });
    plans.push(plan);
  }
  for (const { place, servers } of shared)
    if (servers.length > 0)
      terminal.err(
        c.dim(
          `Left alone, as others may share it: ${shortPath(place.path, machine.home)}\n  Wrap it, with paths of this machine: midcall on --config ${shortPath(place.path, machine.cwd).replace(/^~[\\/]/, '')}\n`,
        ),
      );
  const changes = plans.filter(({ next }) => next !== undefined);
  if (changes.length === 0) {
    if (plans.length > 0 || !broken) terminal.err(nothingToDo(plans));
    return broken ? EXIT.usage : EXIT.done;
  }
  terminal.err(
    c.dim(
      wrap(`midcall is written as: ${shortPath(launcher.node, machine.home)} ${shortPath(launcher.entry, machine.home)}`, terminal.width),
    ),
  );
  terminal.err(c.dim(`Credentials are not shown. What is said of hosts is as known in ${KNOWN_AS_OF}.\nmidcall off puts everything back.`));
  if (plans.some(({ outcomes }) => outcomes.some(({ entry }) => entry.url !== undefined)))
    terminal.err(c.dim(wrap('A server on HTTP by hand: midcall gateway --url ADDRESS as the command in your host.', terminal.width)));
  if (fromCache(machine))
    terminal.err(
      c.yellow(wrap('midcall runs from a cache here. To keep it in its place: npm install -g midcall && midcall on', terminal.width)),
    );
  if (!canOpenBrowser({ ...displayOf(machine.env), ...hostEnv(machine, 'shell') }, machine.platform))
    terminal.err(
      c.yellow(wrap('No browser can be opened in this session, so nobody could be asked from here. See: midcall doctor', terminal.width)),
    );
  const servers = changes.flatMap(({ outcomes }) => outcomes).filter(({ kind }) => kind === 'wrap' || kind === 'refresh').length;
  const question = servers === 1 ? 'Let this server ask?' : `Let these ${servers} servers ask?`;
  const exit = await carryOut(machine, launcher, changes, { ...options, question }, context);
  return exit === EXIT.done && broken ? EXIT.usage : exit;
}

function nothingToDo(plans: readonly FileChange[]): string {
  const through = plans.flatMap(({ outcomes }) => outcomes).filter(({ kind }) => kind === 'already').length;
  if (through === 0) return 'There is no server here that midcall can stand in front of.';
  return through === 1 ? 'It asks through midcall already. Nothing to do.' : `All ${through} ask through midcall already. Nothing to do.`;
}

function showBroken({ terminal }: CommandContext, hostFile: HostFile, home: string): void {
  const { fault } = hostFile;
  showHost(terminal, hostFile, home);
  if (fault === undefined) return;
  terminal.err(`  ${terminal.colors.red('cannot be read')}: ${faultText(fault)}`);
  terminal.err('  It was left as it is. Mend it there and run this again.\n');
}
