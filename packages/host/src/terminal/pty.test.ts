/** The surface in a real terminal, driven by tmux; runs what is built. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../dist/terminal/pty.test.support.js', import.meta.url));
const sockets: string[] = [];
let panes = 0;

interface Pane {
  send(...keys: string[]): Promise<void>;
  /** Text of the screen, once it matches. */
  shows(wanted: RegExp): Promise<string>;
  tty(): Promise<string>;
  signal(name: string): Promise<void>;
}

async function pane(columns = 80, rows = 24): Promise<Pane> {
  panes += 1;
  const socket = `midcall-${process.pid}-${panes}`;
  sockets.push(socket);
  const tmux = async (...args: string[]): Promise<string> => (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args])).stdout;
  const command = `${process.execPath} ${program}; stty -a | grep -o -- '-\\?icanon'; echo ended; exec sleep 60`;
  await tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), `sh -c "${command.replace(/"/g, '\\"')}"`);
  const screen = (): Promise<string> => tmux('capture-pane', '-p');
  const shows = async (wanted: RegExp): Promise<string> => {
    const deadline = Date.now() + 15_000;
    for (;;) {
      const text = await screen();
      if (wanted.test(text)) return text;
      if (Date.now() > deadline) throw new Error(`never showed ${wanted}:\n${text}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  return {
    send: async (...keys) => void (await tmux('send-keys', ...keys)),
    shows,
    tty: () => shows(/icanon/),
    async signal(name) {
      const pid = (await tmux('list-panes', '-F', '#{pane_pid}')).trim();
      const child = (await run('pgrep', ['-P', pid])).stdout.trim().split('\n')[0] ?? '';
      process.kill(Number(child), name as NodeJS.Signals);
    },
  };
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) await run('tmux', ['-L', socket, 'kill-server']).catch(() => {});
});

const guard = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 300));

describe('in a real terminal', () => {
  it('asks, checks, sends and declines, and gives the terminal back [E-P-05, E-P-06, N2]', async () => {
    const one = await pane();
    const first = await one.shows(/Where to\?[\s\S]*Ctrl\+S check and send/);
    expect(first).toContain('Records asks');
    await guard();
    await one.send('-l', 'North pier');
    await one.shows(/North pier/);
    await one.send('Tab', 'Down', 'C-s');
    await one.shows(/Check your answers[\s\S]*North pier[\s\S]*tue/);
    await guard();
    await one.send('C-s');
    await one.shows(/Sure\?/);
    await guard();
    await one.send('C-x');
    const ended = await one.shows(/ended/);
    expect(ended.replace(/\n/g, '')).toContain('result: [["accept",{"harbor":"North pier","day":"tue"},null],["decline",null,null]]');
    expect(await one.tty()).not.toContain('-icanon');
  });

  it('takes a bracketed paste as text and leaves by Esc, in a window of 40 columns', async () => {
    const one = await pane(40, 14);
    await one.shows(/Where to\?/);
    await guard();
    await one.send('-l', '\u001b[200~a\rb\u001b[201~');
    const pasted = await one.shows(/a⏎b/);
    expect(pasted).not.toContain('Check your answers');
    await guard(); // right after a paste nothing answers
    await one.send('Escape');
    await one.shows(/Sure\?/);
    await guard();
    await one.send('C-c');
    const ended = await one.shows(/ended/);
    expect(ended.replace(/\n/g, '')).toContain('result: [["cancel",null,null],["cancel",null,null]]');
  });

  it('gives the terminal back when it is told to stop [N1, N12]', async () => {
    const one = await pane();
    await one.shows(/Where to\?/);
    await one.send('-l', 'half');
    await one.signal('SIGTERM');
    const ended = await one.shows(/ended/);
    expect(ended.replace(/\n/g, '')).toContain('result: [["cancel",null,"closed"],["cancel",null,"closed"]]');
    expect(await one.tty()).not.toContain('-icanon');
  });
});
