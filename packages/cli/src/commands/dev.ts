/** `midcall dev`: a page on which an author sees their server as a host does, and its questions as a person does. */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CommandContext } from '../command-context.js';
import { resolveTarget, type TargetOptions } from '../connect/resolve-target.js';
import { nameOf, programFile, type ServerTarget } from '../connect/server-target.js';
import { Bench } from '../dev/bench.js';
import type { RevisionChoice } from '../dev/contract.js';
import { devFetch } from '../dev/dev-fetch.js';
import { EventHub } from '../dev/event-hub.js';
import { RestartBrake } from '../dev/restart-brake.js';
import { tellState } from '../dev/tell-state.js';
import { watchFolder } from '../dev/watch-folder.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openDeskPage } from '../loopback/desk-page.js';
import { onEnter } from '../terminal/on-enter.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { wrap } from '../terminal/wrap.js';
import { UsageError } from '../usage-error.js';

export interface DevOptions extends TargetOptions {
  readonly name?: string;
  /** A folder; true = the folder of the program; false = none. */
  readonly watch?: string | boolean;
  readonly revision: RevisionChoice;
  readonly port: number;
  readonly open: boolean;
}

/** `npx` may have to fetch the server first. */
const CONNECT_MS = 60_000;

export async function dev(options: DevOptions, { terminal, tail, platform, now, streams }: CommandContext): Promise<ExitCode> {
  const target = resolveTarget(options, tail, terminal.cwd, 'midcall dev -- node server.js');
  const name = options.name ?? nameOf(target);
  const watching = folderToWatch(options.watch, target, terminal.cwd);
  const hub = new EventHub();
  const tell = tellState(terminal, name);
  let bench: Bench;
  const page = await openDeskPage({
    terminal,
    principal: Bench.principal,
    port: options.port,
    open: options.open,
    platform,
    now,
    isOpen: () => hub.size > 0,
    wrap: inbox => devFetch(inbox, () => bench, hub),
  });
  bench = new Bench({
    desk: page.desk,
    target,
    name,
    settings: { revision: options.revision, canAsk: true },
    env: terminal.env,
    timeoutMs: CONNECT_MS,
    now,
    isOpen: () => hub.size > 0,
    onEvent: event => {
      hub.send(event);
      tell(event);
    },
    ...(watching !== undefined && { watching }),
  });
  const brake = new RestartBrake(now);
  const unwatch =
    watching === undefined
      ? () => {}
      : watchFolder(watching, file => {
          if (brake.allow()) void bench.restart(`because ${file} changed`);
          else bench.say(`${file} changed, but restarts chase each other here; use Restart, or --watch another folder`);
        });
  terminal.err(`midcall dev shows ${name} on ${page.origin}`);
  const keys = terminal.interactive ? 'Enter shows a new link, Ctrl+C ends it.' : 'Ctrl+C ends it.';
  const restarts = watching === undefined ? '' : `It restarts when a file in ${watching} changes.\n`;
  terminal.err(terminal.colors.dim(wrap(restarts + keys, terminal.width, '  ')));
  const deaf = terminal.interactive ? onEnter(streams.stdin, () => void page.door.again('Once more.')) : () => {};
  try {
    void bench.restart();
    await page.door.show('The page is ready.');
    await untilStopped(terminal.stopped);
    return EXIT.done;
  } finally {
    unwatch();
    deaf();
    await bench.close();
    hub.close();
    await page.close();
  }
}

function folderToWatch(wanted: string | boolean | undefined, target: ServerTarget, cwd: string): string | undefined {
  if (wanted === false) return undefined;
  if (typeof wanted === 'string') {
    const folder = resolve(cwd, wanted);
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`There is no folder ${folder} to watch.`);
    return folder;
  }
  const file = target.kind === 'stdio' ? programFile(target) : undefined;
  return file !== undefined && existsSync(file) ? dirname(file) : undefined;
}
