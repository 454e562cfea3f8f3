/** `midcall off`: puts back what `midcall on` changed, byte for byte where nothing else changed since. */
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { carryOut } from '../on/carry-out.js';
import { chooseFiles } from '../on/choose-files.js';
import { faultText } from '../on/config/config-text.js';
import { launcherOf } from '../on/launcher-of.js';
import type { OnMachine } from '../on/machine.js';
import { machineOf } from '../on/machine-of.js';
import { planOff } from '../on/plan-off.js';
import { shortPath, showChange } from '../on/show-change.js';
import type { OnOptions } from './on.js';

export async function off(options: OnOptions, context: CommandContext, machine: OnMachine = machineOf(context)): Promise<ExitCode> {
  const { terminal } = context;
  const launcher = launcherOf(machine);
  const files = chooseFiles(machine, launcher, options);
  const changes = files.map(file => planOff(machine, file, launcher, options)).filter(({ next }) => next !== undefined);
  for (const { fault, file } of files)
    if (fault !== undefined) terminal.err(`${shortPath(file.path, machine.home)} cannot be read: ${faultText(fault)}`);
  if (changes.length === 0) {
    terminal.err('No server goes through midcall here. Nothing to do.');
    return files.some(({ fault }) => fault !== undefined) ? EXIT.usage : EXIT.done;
  }
  for (const change of changes) showChange(terminal, change, { launcher, home: machine.home });
  return carryOut(machine, launcher, changes, { ...options, question: 'Put this back?' }, context);
}
