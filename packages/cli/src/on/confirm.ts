/** Asks the person at the terminal before something is written. */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Terminal } from '../terminal/terminal.js';

/** True only for an explicit yes; end of input, Ctrl+C and anything else are a no. */
export async function confirm(terminal: Terminal, stdin: Readable, question: string): Promise<boolean> {
  if (terminal.stopped.aborted) return false;
  terminal.err(`${question} ${terminal.colors.dim('[y/N]')}`);
  const lines = createInterface({ input: stdin, terminal: false });
  const stop = (): void => lines.close();
  terminal.stopped.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<boolean>(resolve => {
      lines.once('line', line => resolve(/^\s*y(?:es)?\s*$/i.test(line)));
      lines.once('close', () => resolve(false));
    });
  } finally {
    terminal.stopped.removeEventListener('abort', stop);
    lines.close();
    stdin.pause();
  }
}
