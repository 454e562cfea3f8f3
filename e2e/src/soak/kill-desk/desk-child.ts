/** One desk process from outside: what it said, and kill -9 at a moment of choice. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface DeskRun {
  readonly killed: boolean;
  /** Lines that it said. */
  readonly lines: number;
  readonly saved: readonly { readonly id: string; readonly token: string }[];
  /** Texts that it passed on to a server of 2025. */
  readonly got: readonly string[];
  readonly reported: readonly string[];
  readonly inDoubt: number;
  readonly resumed: number;
  /** Calls and questions that are still in the store; undefined if it was killed. */
  readonly left: number | undefined;
}

interface Said {
  readonly saved?: string;
  readonly token?: string;
  readonly reported?: string;
  readonly got?: string;
  readonly call?: 'resumed' | 'in-doubt';
  readonly done?: boolean;
  readonly idle?: true;
  readonly left?: number;
}

/** So many milliseconds after so many lines. */
export interface Moment {
  readonly lines: number;
  readonly ms: number;
}

/** @param kill Undefined = it may finish. @throws Error if it ends by itself before it is done */
export async function runDesk(args: readonly string[], kill: Moment | undefined): Promise<DeskRun> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Said[] = [];
  let complaint = '';
  let timer: NodeJS.Timeout | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', line => {
    if (!line.endsWith('}')) return;
    const one = JSON.parse(line) as Said;
    said.push(one);
    if (kill !== undefined && said.length === kill.lines) timer = setTimeout(() => child.kill('SIGKILL'), kill.ms);
    // Open connections and timers would keep it; its work is done.
    if (one.idle === true) child.kill('SIGKILL');
  });
  await Promise.all([new Promise(resolve => child.on('close', resolve)), new Promise(resolve => lines.on('close', resolve))]);
  clearTimeout(timer);
  const idle = said.find(one => one.idle === true);
  if (idle === undefined && (kill === undefined || child.signalCode !== 'SIGKILL'))
    throw new Error(`a desk ended by itself: ${complaint.slice(0, 500)}`);
  if (said.some(one => one.done === false)) throw new Error('a call ended in an error');
  return {
    killed: idle === undefined,
    lines: said.length,
    saved: said.flatMap(({ saved, token }) => (saved === undefined || token === undefined ? [] : [{ id: saved, token }])),
    got: said.flatMap(one => one.got ?? []),
    reported: said.flatMap(one => one.reported ?? []),
    inDoubt: said.filter(one => one.call === 'in-doubt').length,
    resumed: said.filter(one => one.call === 'resumed').length,
    left: idle?.left,
  };
}
