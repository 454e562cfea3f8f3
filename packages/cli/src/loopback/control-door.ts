/**
 * What a desk page answers to `midcall inbox`: how many questions wait, and a fresh login.
 *
 * Promises:
 *  1. Only who proves to have the key of this page's row gets an answer; everybody else gets 403 and nothing in it.
 *  2. A request counts once, for a minute.
 *  3. The answer proves that it comes from the page of that row, and not from whoever took its port after it.
 */
import { CONTROL_PATH, type ControlAsk, type ControlState, proofOfAsk, proofOfReply, sameProof } from './control-proof.js';
import type { RunRow } from './run-row.js';

export interface ControlDoorOptions {
  readonly row: () => RunRow | undefined;
  readonly waiting: () => number;
  readonly link: () => Promise<string>;
  readonly file: () => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const FRESH_MS = 60_000;
const LARGEST = 4_096;

/** Takes what is meant for it; undefined for every other request. */
export function controlDoor(options: ControlDoorOptions): (request: Request) => Promise<Response> | undefined {
  const used = new Map<string, number>();

  const answer = async (request: Request): Promise<Response> => {
    const row = options.row();
    const now = options.now();
    const asked = request.method === 'POST' ? await readAsk(request) : undefined;
    if (row === undefined || asked === undefined || asked.ask.id !== row.id) return refused();
    const { ask, proof } = asked;
    if (!sameProof(proof, proofOfAsk(row.key, ask)) || Math.abs(now - ask.at) > FRESH_MS || used.has(ask.nonce)) return refused();
    for (const [nonce, at] of used) if (now - at > 2 * FRESH_MS) used.delete(nonce);
    used.set(ask.nonce, now);
    const state: ControlState = {
      waiting: options.waiting(),
      ...(ask.deed === 'link' && { link: await options.link() }),
      ...(ask.deed === 'file' && { file: await options.file() }),
    };
    const body = JSON.stringify(state);
    return Response.json({ body, proof: proofOfReply(row.key, ask.nonce, body) }, { headers: { 'cache-control': 'no-store' } });
  };
  return request => (new URL(request.url).pathname === CONTROL_PATH ? answer(request) : undefined);
}

async function readAsk(request: Request): Promise<{ readonly ask: ControlAsk; readonly proof: unknown } | undefined> {
  if (!(Number(request.headers.get('content-length') ?? Number.NaN) <= LARGEST)) return undefined;
  try {
    const { ask, proof } = JSON.parse(await request.text()) as { ask: ControlAsk; proof: unknown };
    const { id, deed, nonce, at } = ask;
    if (typeof id !== 'string' || typeof nonce !== 'string' || nonce.length > 64 || typeof at !== 'number') return undefined;
    return deed === 'state' || deed === 'link' || deed === 'file' ? { ask: { id, deed, nonce, at }, proof } : undefined;
  } catch {
    return undefined;
  }
}

function refused(): Response {
  return new Response('Refused', { status: 403, headers: { 'cache-control': 'no-store' } });
}
