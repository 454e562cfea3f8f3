/** Asks whoever is at a port whether they are this user's inbox, and believes only what they have proven. */
import { randomBytes } from 'node:crypto';
import {
  CONTROL_PATH,
  type ControlAsk,
  type ControlDeed,
  type ControlState,
  proofOfAsk,
  proofOfReply,
  sameProof,
} from './control-proof.js';

/** `nobody`: nothing listens there. `stranger`: something answers that has not the key. `silent`: no answer in time. */
export type NoHolder = 'nobody' | 'stranger' | 'silent';

export interface HolderOptions {
  readonly key: string;
  readonly port: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long an answer may take, in milliseconds. */
  readonly patience: number;
}

/** A line to the holder that stands for as long as both live. */
export interface HolderLine {
  readonly state: ControlState;
  /** Settles when the line ends: `gone` when it was closed, `silent` when no sign of life came in time. Never rejects. */
  readonly ended: Promise<'gone' | 'silent'>;
  hangUp(): void;
}

/** Never rejects. */
export async function askHolder(options: HolderOptions, deed: Exclude<ControlDeed, 'join'>): Promise<ControlState | NoHolder> {
  const line = await open(options, { deed, names: [] });
  if (typeof line === 'string') return line;
  line.hangUp();
  return line.state;
}

/** Joins the holder; never rejects. @param silence milliseconds without a sign of life after which the holder counts as silent. */
export function joinHolder(
  options: HolderOptions,
  { names, silence }: { readonly names: readonly string[]; readonly silence: number },
): Promise<HolderLine | NoHolder> {
  return open(options, { deed: 'join', names, silence });
}

interface Opening {
  readonly deed: ControlDeed;
  readonly names: readonly string[];
  readonly silence?: number;
}

async function open({ key, port, now, patience }: HolderOptions, { deed, names, silence }: Opening): Promise<HolderLine | NoHolder> {
  const ask: ControlAsk = { deed, nonce: randomBytes(18).toString('base64url'), at: now(), names };
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, patience);
  try {
    const response = await fetch(`http://127.0.0.1:${port}${CONTROL_PATH}`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ask, proof: proofOfAsk(key, ask) }),
      signal: stop.signal,
    });
    const reader = response.ok ? response.body?.getReader() : undefined;
    const state = reader === undefined ? undefined : read(await firstLine(reader), { key, port, nonce: ask.nonce });
    if (reader === undefined || state === undefined) {
      stop.abort();
      return 'stranger';
    }
    return { state, ended: silence === undefined ? Promise.resolve('gone') : listen(reader, silence, stop), hangUp: () => stop.abort() };
  } catch (error) {
    if (late) return 'silent';
    return isRefused(error) ? 'nobody' : 'stranger';
  } finally {
    clearTimeout(timer);
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const LONGEST_LINE = 1_000_000;

async function firstLine(reader: Reader): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes('\n') && text.length < LONGEST_LINE) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text.split('\n')[0] ?? '';
}

async function listen(reader: Reader, silence: number, stop: AbortController): Promise<'gone' | 'silent'> {
  let silent = false;
  const arm = (): NodeJS.Timeout =>
    setTimeout(() => {
      silent = true;
      stop.abort();
    }, silence).unref();
  let timer = arm();
  try {
    for (;;) {
      const { done } = await reader.read();
      clearTimeout(timer);
      if (done) return 'gone';
      timer = arm();
    }
  } catch {
    return silent ? 'silent' : 'gone';
  } finally {
    clearTimeout(timer);
  }
}

function read(
  line: string,
  { key, port, nonce }: { readonly key: string; readonly port: number; readonly nonce: string },
): ControlState | undefined {
  try {
    const { body, proof } = JSON.parse(line) as { body: string; proof: unknown };
    return sameProof(proof, proofOfReply(key, { nonce, port, body })) ? (JSON.parse(body) as ControlState) : undefined;
  } catch {
    return undefined;
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'ECONNREFUSED' || cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET';
}
