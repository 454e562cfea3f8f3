/** A real terminal of its own size, driven by tmux. For tests only. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
let panes = 0;

export interface Pty {
  send(...keys: string[]): Promise<void>;
  /** Text of the screen, once it matches. */
  shows(wanted: RegExp): Promise<string>;
  end(): Promise<void>;
}

/** Runs a command line of sh in it. */
export async function openPty(
  command: string,
  { columns = 90, rows = 28 }: { readonly columns?: number; readonly rows?: number } = {},
): Promise<Pty> {
  panes += 1;
  const socket = `midcall-cli-${process.pid}-${panes}`;
  const tmux = async (...args: string[]): Promise<string> => (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args])).stdout;
  await tmux(
    'new-session',
    '-d',
    '-x',
    String(columns),
    '-y',
    String(rows),
    `sh -c '${command.replaceAll("'", "'\\''")}; echo ended; exec sleep 60'`,
  );
  return {
    send: async (...keys) => void (await tmux('send-keys', ...keys)),
    async shows(wanted) {
      const deadline = Date.now() + 30_000;
      for (;;) {
        const text = await tmux('capture-pane', '-p');
        if (wanted.test(text)) return text;
        if (Date.now() > deadline) throw new Error(`never showed ${wanted}:\n${text}`);
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    },
    end: async () => void (await run('tmux', ['-L', socket, 'kill-server']).catch(() => {})),
  };
}
