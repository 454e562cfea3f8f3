/** Asks a running desk page of this user, and believes only what that page has proven to be its own. */
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
import type { RunRow } from './run-row.js';

/** `gone`: nobody, or somebody else, is at that address. `silent`: no answer in time. */
export type DeskReply = ControlState | 'gone' | 'silent';

const TIMEOUT_MS = 5_000;

/** Never rejects. @param now milliseconds since the epoch. */
export async function askDesk(row: RunRow, deed: ControlDeed, now: () => number): Promise<DeskReply> {
  const ask: ControlAsk = { id: row.id, deed, nonce: randomBytes(18).toString('base64url'), at: now() };
  let text: string;
  try {
    const response = await fetch(new URL(CONTROL_PATH, row.origin), {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ask, proof: proofOfAsk(row.key, ask) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = response.ok ? await response.text() : '';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'gone';
  }
  return read(text, row, ask.nonce) ?? 'gone';
}

function read(text: string, row: RunRow, nonce: string): ControlState | undefined {
  try {
    const { body, proof } = JSON.parse(text) as { body: string; proof: unknown };
    return sameProof(proof, proofOfReply(row.key, nonce, body)) ? (JSON.parse(body) as ControlState) : undefined;
  } catch {
    return undefined;
  }
}
