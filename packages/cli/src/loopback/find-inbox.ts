/** The inbox of this machine, for commands beside the processes that serve it: where it is, and what it says of itself. */
import { openDeskStore } from '../policy/desk-store.js';
import type { Terminal } from '../terminal/terminal.js';
import { addressRow } from './address-row.js';
import { askHolder } from './ask-holder.js';
import { type ControlDeed, type ControlState, controlKey } from './control-proof.js';

export interface FoundInbox {
  /** `http://127.0.0.1:PORT`, proven to be this user's. */
  readonly origin: string;
  readonly state: ControlState;
}

const PATIENCE_MS = 2_000;
/** While one process takes over from another that ended, froze, or lost its port, the address is nobody's for a moment. */
const TRIES = 4;
const BETWEEN_MS = 250;

/** Undefined where nobody serves it now. @throws MidcallError STORE_FAILED, STORE_TOO_NEW. */
export async function findInbox(
  terminal: Terminal,
  now: () => number,
  deed: Exclude<ControlDeed, 'join'> = 'state',
): Promise<FoundInbox | undefined> {
  const kept = await openDeskStore(terminal, { make: false });
  if (kept === undefined) return undefined;
  try {
    const row = addressRow(kept.store, kept.key);
    for (let left = TRIES; left > 0; left -= 1) {
      const { address } = await row.read();
      if (address === undefined) return undefined;
      const state = await askHolder({ key: controlKey(kept.key), port: address.port, now, patience: PATIENCE_MS }, deed);
      if (typeof state !== 'string') return { origin: `http://127.0.0.1:${address.port}`, state };
      if (left > 1) await new Promise(resolve => setTimeout(resolve, BETWEEN_MS));
    }
    return undefined;
  } finally {
    await kept.store.close();
  }
}
