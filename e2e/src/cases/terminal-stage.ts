/** A real terminal (tmux) or, where a case has none, plain pipes, with the terminal host in it. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { JsonObject } from '@midcall/core';

const run = promisify(execFile);
const host = fileURLToPath(new URL('../fixtures/terminal-host.js', import.meta.url));

export interface ReportLine {
  readonly pid?: number;
  readonly sent?: { readonly action: string; readonly content?: JsonObject };
  readonly reason?: string | null;
  readonly state?: string;
  readonly action?: string | null;
  readonly draft?: readonly (readonly [string, unknown])[];
  readonly refused?: string;
  readonly opened?: string;
}

export interface TerminalOptions {
  readonly params: JsonObject;
  readonly stdout?: string;
  readonly columns: number;
  readonly rows: number;
}

/** What both kinds of stage can be asked. */
export abstract class TerminalStage {
  protected readonly folder = mkdtempSync(join(tmpdir(), 'midcall-case-'));
  protected readonly report = join(this.folder, 'report');

  lines(): readonly ReportLine[] {
    try {
      return readFileSync(this.report, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as ReportLine);
    } catch {
      return [];
    }
  }

  /** Waits for a condition on the report or the screen; false if it never comes. */
  async until(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
    for (const end = Date.now() + ms; Date.now() < end; ) {
      if (await condition()) return true;
      await new Promise(resolve => setTimeout(resolve, 40));
    }
    return false;
  }

  signal(name: NodeJS.Signals): void {
    const pid = this.lines().find(line => line.pid !== undefined)?.pid;
    if (pid !== undefined) process.kill(pid, name);
  }

  protected clean(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  abstract close(): Promise<void>;
}

export class TmuxStage extends TerminalStage {
  readonly #socket = `midcall-case-${process.pid}-${Math.floor(performance.now())}`;

  static async open(options: TerminalOptions): Promise<TmuxStage> {
    const stage = new TmuxStage();
    const env = { ...process.env, CASE: JSON.stringify({ params: options.params, stdout: options.stdout ?? '' }), REPORT: stage.report };
    const command = `'${process.execPath}' '${host}'; stty -a; printf 'GIVEN BACK'; sleep 60`;
    const size = ['-x', String(options.columns), '-y', String(options.rows)];
    await run('tmux', ['-L', stage.#socket, '-f', '/dev/null', 'new-session', '-d', ...size, command], { env });
    return stage;
  }

  tmux(...args: string[]): Promise<{ readonly stdout: string }> {
    return run('tmux', ['-L', this.#socket, ...args]);
  }

  async screen(): Promise<string> {
    return (await this.tmux('capture-pane', '-p')).stdout;
  }

  /** Everything that scrolled away, too. */
  async history(): Promise<string> {
    return (await this.tmux('capture-pane', '-p', '-S', '-')).stdout;
  }

  async key(name: string): Promise<void> {
    await this.tmux('send-keys', name);
  }

  async type(text: string): Promise<void> {
    await this.tmux('send-keys', '-l', text);
  }

  async paste(text: string): Promise<void> {
    await this.tmux('set-buffer', '--', text);
    await this.tmux('paste-buffer', '-p', '-r');
  }

  async cursorShown(): Promise<boolean> {
    return (await this.tmux('display-message', '-p', '#{cursor_flag}')).stdout.trim() === '1';
  }

  async close(): Promise<void> {
    await this.tmux('kill-server').catch(() => undefined);
    this.clean();
  }
}

export class PipeStage extends TerminalStage {
  #child: ReturnType<typeof spawn> | undefined;
  out = '';

  static open(options: TerminalOptions): PipeStage {
    const stage = new PipeStage();
    const env = { ...process.env, CASE: JSON.stringify({ params: options.params }), REPORT: stage.report };
    stage.#child = spawn(process.execPath, [host], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    stage.#child.stdin?.on('error', () => undefined);
    stage.#child.stdout?.on('data', (chunk: Buffer) => {
      stage.out += chunk.toString('utf8');
    });
    return stage;
  }

  write(text: string): void {
    this.#child?.stdin?.write(text);
  }

  async close(): Promise<void> {
    this.#child?.kill('SIGKILL');
    this.clean();
  }
}
