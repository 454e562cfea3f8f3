/** Meets the process: reads it once, runs the program, and leaves with a status. Nothing below this file reads `process`. */

import { EXIT } from './exit-codes.js';
import { runProgram } from './program.js';
import { colorsFor, type Terminal, withoutColors } from './terminal/terminal.js';

/** Runs `midcall` with this process's arguments and sets its exit status. */
export async function run(): Promise<void> {
  const stop = new AbortController();
  let stoppedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // One Ctrl+C can arrive twice, from the terminal and from npm; only a later one means "now".
      if (stop.signal.aborted && Date.now() - stoppedAt > 1_000) process.exit(EXIT.interrupted);
      stoppedAt ||= Date.now();
      stop.abort(signal);
    });
  }
  // A reader that went away (`midcall … | head`) is not a failure of ours.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', error => {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    });
  // Colours are chosen for standard error, where people are spoken to; a pipe behind standard output may be read by a program.
  const plain = process.stdout.isTTY !== true && colorsFor(process.env, false).red('') === '';
  const terminal: Terminal = {
    out: line => void process.stdout.write(`${plain ? withoutColors(line) : line}\n`),
    err: line => void process.stderr.write(`${line}\n`),
    colors: colorsFor(process.env, process.stderr.isTTY === true),
    width: Math.min(process.stderr.columns ?? 80, 100),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    env: process.env,
    cwd: process.cwd(),
    stopped: stop.signal,
  };
  process.exitCode = await runProgram(terminal, process.argv.slice(2), {
    streams: { stdin: process.stdin, stdout: process.stdout },
    platform: process.platform,
    node: process.execPath,
    now: Date.now,
  });
  // Children and servers are closed by now; what is left (an idle keep-alive socket) must not hold the shell.
  setTimeout(() => process.exit(), 500).unref();
}
