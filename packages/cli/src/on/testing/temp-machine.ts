/** A machine with a home of its own, and a person at its terminal who is scripted. For tests only. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { CommandContext } from '../../command-context.js';
import { colorsFor } from '../../terminal/terminal.js';
import type { OnMachine } from '../machine.js';
import { nodeFiles } from '../node-files.js';

export interface TempMachine {
  readonly machine: OnMachine;
  readonly home: string;
  /** Everything said, on either stream. */
  readonly said: () => string;
  /** @param typed what the person types; absent: nobody sits there. @param before runs when they are asked. */
  context(typed?: string, before?: () => void): CommandContext;
  /** Writes a file under the home and returns its path. */
  put(path: string, content: string | Uint8Array, mode?: number): string;
  remove(): void;
}

export const CLAUDE = '.config/Claude/claude_desktop_config.json';

export function tempMachine(overrides: Partial<OnMachine> = {}): TempMachine {
  const home = mkdtempSync(join(tmpdir(), 'midcall-on-'));
  const entry = join(home, 'lib', 'midcall', 'dist', 'main.js');
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, '');
  mkdirSync(join(home, 'work'));
  const machine: OnMachine = {
    platform: 'linux',
    home,
    env: { PATH: process.env.PATH, HOME: home, MIDCALL_HOME: join(home, 'midcall') },
    cwd: join(home, 'work'),
    files: nodeFiles,
    node: process.execPath,
    entry,
    ...overrides,
  };
  const lines: string[] = [];
  return {
    machine,
    home,
    said: () => lines.join('\n'),
    context(typed, before) {
      const stdin = new PassThrough();
      const say = (line: string): void => {
        lines.push(line);
        if (line.includes('[y/N]')) {
          before?.();
          if (typed !== undefined) stdin.end(typed);
        }
      };
      return {
        terminal: {
          out: say,
          err: say,
          colors: colorsFor({}, false),
          width: 80,
          interactive: typed !== undefined,
          env: machine.env,
          cwd: machine.cwd,
          stopped: new AbortController().signal,
        },
        streams: { stdin, stdout: new PassThrough() },
        tail: undefined,
        platform: machine.platform,
        node: machine.node,
        now: () => 0,
        debug: false,
      };
    },
    put(path, content, mode = 0o644) {
      const whole = join(home, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, content);
      chmodSync(whole, mode);
      return whole;
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
