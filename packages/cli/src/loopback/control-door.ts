/**
 * What the holder of the inbox answers to other midcall processes of its user.
 *
 * Promises:
 *  1. Only who proves to have the key gets an answer; everybody else gets 403 and nothing in it.
 *  2. A request counts once, for a minute.
 *  3. The answer proves that it comes from this port of this user, and not from whoever took its port or stands in between.
 *  4. A process that joins hears a sign of life several times a second, until one of the two is gone.
 */
import type { ControlDeed } from './control-proof.js';
import { CONTROL_PATH, type ControlAsk, type ControlState, proofOfAsk, proofOfReply, sameProof } from './control-proof.js';

export interface ControlDoorOptions {
  readonly key: string;
  /** Where this door is. */
  readonly port: () => number;
  readonly state: (joined: readonly string[]) => ControlState;
  readonly link: () => Promise<string>;
  readonly file: () => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds between signs of life. */
  readonly ping: number;
}

export interface ControlDoor {
  /** Takes what is meant for it; undefined for every other request. */
  take(request: Request): Promise<Response> | undefined;
  /** Lets everybody go who has joined. */
  close(): void;
}

const FRESH_MS = 60_000;
const LARGEST = 16_384;
const MOST_NAMES = 256;

export function controlDoor(options: ControlDoorOptions): ControlDoor {
  const used = new Map<string, number>();
  const joined = new Map<() => void, readonly string[]>();
  const encoder = new TextEncoder();

  const answer = async (request: Request): Promise<Response> => {
    const now = options.now();
    const asked = request.method === 'POST' ? await readAsk(request) : undefined;
    if (asked === undefined) return refused();
    const { ask, proof } = asked;
    if (!sameProof(proof, proofOfAsk(options.key, ask)) || Math.abs(now - ask.at) > FRESH_MS || used.has(ask.nonce)) return refused();
    for (const [nonce, at] of used) if (now - at > 2 * FRESH_MS) used.delete(nonce);
    used.set(ask.nonce, now);
    const state: ControlState = {
      ...options.state([...joined.values()].flat()),
      ...(ask.deed === 'link' && { link: await options.link() }),
      ...(ask.deed === 'file' && { file: await options.file() }),
    };
    const body = JSON.stringify(state);
    const line = `${JSON.stringify({ body, proof: proofOfReply(options.key, { nonce: ask.nonce, port: options.port(), body }) })}\n`;
    return new Response(ask.deed === 'join' ? lifeLine(line, ask.names, request.signal) : line, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    });
  };

  const lifeLine = (line: string, names: readonly string[], signal: AbortSignal): ReadableStream<Uint8Array> => {
    let stop = (): void => {};
    return new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(line));
        const timer = setInterval(() => controller.enqueue(encoder.encode('\n')), options.ping);
        timer.unref();
        stop = () => {
          clearInterval(timer);
          signal.removeEventListener('abort', stop);
          if (!joined.delete(stop)) return;
          try {
            controller.close();
          } catch {
            // the other side has gone already
          }
        };
        joined.set(stop, names);
        signal.addEventListener('abort', stop);
      },
      cancel: () => stop(),
    });
  };

  return {
    take: request => (new URL(request.url).pathname === CONTROL_PATH ? answer(request) : undefined),
    close() {
      for (const stop of [...joined.keys()]) stop();
    },
  };
}

const DEEDS: ReadonlySet<ControlDeed> = new Set(['state', 'link', 'file', 'join']);

async function readAsk(request: Request): Promise<{ readonly ask: ControlAsk; readonly proof: unknown } | undefined> {
  if (!(Number(request.headers.get('content-length') ?? Number.NaN) <= LARGEST)) return undefined;
  try {
    const { ask, proof } = JSON.parse(await request.text()) as { ask: ControlAsk; proof: unknown };
    const { deed, nonce, at, names } = ask;
    if (!DEEDS.has(deed) || typeof nonce !== 'string' || nonce.length > 64 || typeof at !== 'number') return undefined;
    if (!Array.isArray(names) || names.length > MOST_NAMES || !names.every(name => typeof name === 'string')) return undefined;
    return { ask: { deed, nonce, at, names }, proof };
  } catch {
    return undefined;
  }
}

function refused(): Response {
  return new Response('Refused', { status: 403, headers: { 'cache-control': 'no-store' } });
}
