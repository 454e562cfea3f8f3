/** What is kept beside an audit row: sealed, bound to its place, and gone once its salt is deleted. */
import type { JsonObject } from '@midcall/core';
import type { Sealer } from '../desk/sealer.js';
import type { Kept } from './kept-row.js';
import { rowKey } from './kept-row.js';

/** Undefined where nothing readable is kept, or it cannot be opened. */
export type OpenBeside = (chain: string, kept: Kept) => Promise<JsonObject | undefined>;

export function openBeside(sealer: Sealer): OpenBeside {
  return async (chain, { n, sealed }) => {
    const text = sealed === undefined ? undefined : await sealer.open(sealed, rowKey(chain, n));
    return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
  };
}
