/** The surface in a real terminal, driven by tmux; runs what is built. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../dist/terminal/pty.test.support.js', import.meta.url));
const sockets: string[] = [];
let panes = 0;

interface PaneOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** What the program is told to be. */
  readonly as?: 'inbox';
  /** Started by hand in a shell with job control. */
  readonly shell?: boolean;
}

interface Pane {
  send(...keys: string[]): Promise<void>;
  /** Pastes as a terminal does that marks no pastes. */
  pasteUnmarked(text: string): Promise<void>;
  /** Text of the screen, once it matches. */
  shows(wanted: RegExp): Promise<string>;
  tty(): Promise<string>;
  signal(name: string): Promise<void>;
}

async function pane({ columns = 80, rows = 24, as, shell = false }: PaneOptions = {}): Promise<Pane> {
  panes += 1;
  const socket = `midcall-${process.pid}-${panes}`;
  sockets.push(socket);
  const tmux = async (...args: string[]): Promise<string> => (await run('tmux', ['-L', socket, '-f', '/dev/null', ...args])).stdout;
  const start = `${process.execPath} ${program} ${as ?? ''}`;
  const command = `${start}; stty -a | grep -o -- '-\\?icanon'; echo ended; exec sleep 60`;
  const size = ['-x', String(columns), '-y', String(rows)];
  await tmux('new-session', '-d', ...size, shell ? 'bash --norc --noprofile -i' : `sh -c "${command.replace(/"/g, '\\"')}"`);
  if (shell) await tmux('send-keys', start, 'Enter');
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
    async pasteUnmarked(text) {
      await tmux('set-buffer', '--', text);
      await tmux('paste-buffer', '-r');
    },
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
    const one = await pane({ columns: 40, rows: 14 });
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

  it('takes a paste that the terminal does not mark as text, too: its line breaks send nothing [N1]', async () => {
    const one = await pane();
    await one.shows(/Where to\?/);
    await guard();
    await one.pasteUnmarked('North\r\u0013\r');
    await one.shows(/│ North/);
    await one.send('Tab', 'Down');
    const screen = await one.shows(/● tue/);
    expect(screen).not.toContain('Check your answers');
    await one.send('C-x');
    await one.shows(/Sure\?/);
    await guard();
    await one.send('C-c');
    expect((await one.shows(/ended/)).replace(/\n/g, '')).toContain('result: [["decline",null,null],["cancel",null,null]]');
  });

  it('stops by Ctrl+Z as every program does, gives the shell a whole terminal, and is there again by fg [N12]', async () => {
    const one = await pane({ shell: true });
    await one.shows(/Where to\?/);
    await guard();
    await one.send('-l', 'North');
    await one.shows(/│ North/);
    await one.send('C-z');
    await one.shows(/Stopped/);
    await one.send("stty -a | grep -o -- '-\\?icanon'", 'Enter');
    expect(await one.shows(/^-?icanon/m)).not.toMatch(/^-icanon/m);
    await one.send('fg', 'Enter');
    await one.shows(/Records asks[\s\S]*│ North/);
    await guard();
    await one.send('Tab', 'Down');
    await one.shows(/● tue/);
    await one.send('C-s');
    await one.shows(/Check your answers/);
    await guard();
    await one.send('C-s');
    await one.shows(/Sure\?/);
    await guard();
    await one.send('C-c');
    expect((await one.shows(/result:/)).replace(/\n/g, '')).toContain(
      '["accept",{"harbor":"North","day":"tue"},null],["cancel",null,null]',
    );
  });

  it('is an inbox where leaving is not answering: the list, a draft, and everything still waiting at the end [D40]', async () => {
    const one = await pane({ as: 'inbox' });
    await one.shows(/2 questions are waiting[\s\S]*Enter open/);
    await guard();
    await one.send('Enter');
    await one.shows(/Where to\?[\s\S]*Esc leave it waiting/);
    await guard();
    await one.send('-l', 'Nor');
    await one.shows(/│ Nor/);
    await one.send('Escape');
    await one.shows(/2 questions are waiting[\s\S]*Draft/);
    await one.send('q');
    expect((await one.shows(/ended/)).replace(/\n/g, '')).toContain('left: [["waiting",1],["waiting",0]]');
    expect(await one.tty()).not.toContain('-icanon');
  });
});
