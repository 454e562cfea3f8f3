/**
 * kill -9 of a process that charges, at every step of a flow; `npm run soak -- kill-once` walks it over and over. Held each
 * time: an effect happened at most once, a repeatable one only under one idempotency key, and the call ends with its
 * result or, if the kill fell between an effect and its record, with "in doubt".
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { META } from '@midcall/core/wire';
import type { Frame } from './raw-peer.test.kit.js';
import { newKey } from './state/index.js';

export interface KillReport {
  /** False once the fuse was longer than the flow: every step has been met. */
  readonly killed: boolean;
  readonly inDoubt: boolean;
  /** Every step that was taken by a process that was not to be killed, in order. */
  readonly steps: readonly string[];
  /** Milliseconds from the first request to the end of the call. */
  readonly took: number;
}

/**
 * One flow with a kill before its `fuse`-th step (from 1; 0 = none; -1 = right after the first effect), or `afterMs` after
 * its first request, wherever it is then. @throws Error if anything happened twice or got lost
 */
export async function killOnce(childPath: string, fuse: number, afterMs?: number): Promise<KillReport> {
  const where = afterMs === undefined ? `fuse ${fuse}` : `after ${afterMs} ms`;
  const folder = mkdtempSync(join(tmpdir(), 'midcall-kill-'));
  const keys = newKey();
  let child = start(childPath, folder, fuse, keys);
  let killed = false;
  try {
    const params = { name: 'pay', arguments: {} };
    const ask = async (more: object): Promise<Frame> => {
      for (;;) {
        const frame = await child.request({ ...params, ...more });
        if (frame !== undefined) return frame;
        killed = true;
        child = start(childPath, folder, 0, keys);
      }
    };
    // The process answers something first, so that what is measured, and hit, is the call and not the start.
    await child.request({ name: 'nothing' });
    const began = performance.now();
    const victim = child;
    const timer = afterMs === undefined ? undefined : setTimeout(() => victim.stop(), afterMs);
    let frame = await ask({});
    while (frame.result?.resultType === 'input_required') {
      const [wire] = Object.keys(frame.result.inputRequests) as [string];
      const content = wire.startsWith('card') ? { card: '1' } : { confirm: true };
      frame = await ask({ inputResponses: { [wire]: { action: 'accept', content } }, requestState: frame.result.requestState });
    }
    clearTimeout(timer);
    const took = performance.now() - began;
    const said = String(frame.result?.content?.[0]?.text ?? JSON.stringify(frame.error));
    const inDoubt = said.includes('did not say how it ended');
    const once = lines(folder, 'once');
    const again = lines(folder, 'again');
    if (!inDoubt && said !== 'charged charged') throw new Error(`${where}: ended with ${said}`);
    if (inDoubt && !killed) throw new Error(`${where}: in doubt without a kill`);
    if (once.length > 1) throw new Error(`${where}: charged ${once.length} times`);
    if (new Set(again).size > 1) throw new Error(`${where}: repeated under another key`);
    if (!inDoubt && (once.length !== 1 || again.length === 0)) throw new Error(`${where}: an effect got lost`);
    return { killed, inDoubt, steps: lines(folder, 'steps'), took };
  } finally {
    child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function lines(folder: string, name: string): readonly string[] {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

function start(childPath: string, folder: string, fuse: number, keys: string) {
  const process: ChildProcess = spawn(globalThis.process.execPath, [childPath, folder, String(fuse), keys], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (frame: Frame | undefined) => void>();
  let gone = false;
  let next = 0;
  createInterface({ input: process.stdout as NodeJS.ReadableStream }).on('line', line => {
    // The last line of a process that was killed may be a piece of one.
    if (!line.endsWith('}')) return;
    const frame = JSON.parse(line) as Frame;
    waiting.get(frame.id as number)?.(frame);
  });
  process.on('exit', () => {
    gone = true;
    for (const resolve of waiting.values()) resolve(undefined);
  });
  process.stdin?.on('error', () => {});
  return {
    stop: () => process.kill('SIGKILL'),
    /** Undefined if the process died instead of answering. */
    request(params: object): Promise<Frame | undefined> {
      if (gone) return Promise.resolve(undefined);
      next += 1;
      const id = next;
      const _meta = {
        [META.protocolVersion]: '2026-07-28',
        [META.clientInfo]: { name: 'raw', version: '0' },
        [META.clientCapabilities]: { elicitation: {} },
      };
      process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, _meta } })}\n`);
      return new Promise(resolve => waiting.set(id, resolve));
    },
  };
}
