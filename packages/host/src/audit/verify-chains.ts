/**
 * Whether anything in the audit was changed by somebody without the key. Each deed is told once, at the row where it was
 * done: after a row that cannot vouch for what came before it, the next one is taken at its word and the walk goes on.
 */
import type { Store } from '@midcall/store';
import type { AuditHead, HeadPort } from './audit-chain.js';
import type { HmacKey, Kept } from './kept-row.js';
import { besideMac, rowMac, storedRows } from './kept-row.js';
import type { OpenBeside } from './open-beside.js';

export interface AuditVerdict {
  readonly ok: boolean;
  readonly rows: number;
  readonly chains: number;
  /** By chain, and by place within it. */
  readonly faults: readonly AuditFault[];
}

export interface AuditFault {
  readonly chain: string;
  /** Number of the row, from 0. */
  readonly at: number;
  /**
   * `edited` or added without the key; `missing`; `reordered`: a row of another place; `unreadable`; `value-edited`: what is
   * kept beside the row; `cut-tail`: it and all after it are gone; `head-differs`: not the row that was last when a head
   * was written; `missing-head`: the file of the head is gone, so that a cut tail could not be told.
   */
  readonly what: 'edited' | 'missing' | 'reordered' | 'unreadable' | 'value-edited' | 'cut-tail' | 'head-differs' | 'missing-head';
}

export interface VerifyOptions {
  /** Heads that were sent elsewhere: a tail cut together with its head is found by them. */
  readonly anchors?: readonly AuditHead[];
  /** Told after every thousand rows; `of` is what the heads promise. */
  readonly onProgress?: (rows: number, of: number) => void;
}

interface Walk {
  next: number;
  /** MAC of the row before; undefined where it is not known. */
  last: string | undefined;
  /** MACs at the places that some head names. */
  readonly at: Map<number, string>;
}

export interface VerifyPorts {
  readonly store: Store;
  readonly key: HmacKey;
  readonly head: HeadPort;
  readonly open: OpenBeside;
}

export async function verifyChains(ports: VerifyPorts, { anchors = [], onProgress }: VerifyOptions): Promise<AuditVerdict> {
  // Heads first: rows that are written meanwhile go beyond them and are no fault.
  const heads = await ports.head.read();
  const promised = heads.reduce((sum, one) => sum + one.count, 0);
  const named = new Set([...heads, ...anchors].map(one => `${one.chain}/${one.count - 1}`));
  const faults: AuditFault[] = [];
  const walks = new Map<string, Walk>();
  let rows = 0;
  for await (const { chain, n, kept } of storedRows(ports.store)) {
    rows += 1;
    if (rows % 1_000 === 0) onProgress?.(rows, promised);
    const walk = walks.get(chain) ?? { next: 0, last: '', at: new Map<number, string>() };
    walks.set(chain, walk);
    for (; walk.next < n; walk.next += 1) {
      faults.push({ chain, at: walk.next, what: 'missing' });
      walk.last = undefined;
    }
    walk.next = n + 1;
    const what = await faultOf(ports, chain, n, walk.last, kept);
    if (what !== undefined) faults.push({ chain, at: n, what });
    walk.last = kept === undefined || what === 'reordered' ? undefined : kept.mac;
    if (kept !== undefined && named.has(`${chain}/${n}`)) walk.at.set(n, kept.mac);
  }
  for (const head of [...heads, ...anchors]) {
    const fault = headFault(head, walks.get(head.chain));
    if (fault !== undefined && !faults.some(one => one.chain === fault.chain && one.at === fault.at)) faults.push(fault);
  }
  faults.push(...(await headless(ports.head, walks, heads)));
  faults.sort((a, b) => (a.chain === b.chain ? a.at - b.at : a.chain < b.chain ? -1 : 1));
  return { ok: faults.length === 0, rows, chains: walks.size, faults };
}

async function faultOf(
  { key, open }: VerifyPorts,
  chain: string,
  n: number,
  before: string | undefined,
  kept: Kept | undefined,
): Promise<AuditFault['what'] | undefined> {
  if (kept === undefined) return 'unreadable';
  if (kept.n !== n) return 'reordered';
  if (before !== undefined && kept.mac !== (await rowMac(key, chain, before, kept))) return 'edited';
  return (await besideEdited(key, kept, await open(chain, kept))) ? 'value-edited' : undefined;
}

/** A row without salt was redacted, or never had anything beside it. */
async function besideEdited(key: HmacKey, { salt, sealed, valuesMac }: Kept, values: Awaited<ReturnType<OpenBeside>>): Promise<boolean> {
  if (salt === undefined && sealed === undefined) return false;
  if (salt === undefined || valuesMac === undefined) return true;
  if (sealed === undefined) return false;
  return values === undefined || (await besideMac(key, salt, values)) !== valuesMac;
}

function headFault({ chain, count, mac }: AuditHead, walk: Walk | undefined): AuditFault | undefined {
  const next = walk?.next ?? 0;
  if (next < count) return { chain, at: next, what: 'cut-tail' };
  return count > 0 && walk?.at.get(count - 1) !== mac ? { chain, at: count - 1, what: 'head-differs' } : undefined;
}

/** Chains without a head. One that began while we looked has its head by now: it is written before the first row. */
async function headless(head: HeadPort, walks: ReadonlyMap<string, Walk>, heads: readonly AuditHead[]): Promise<AuditFault[]> {
  const without = (known: readonly AuditHead[]): string[] => [...walks.keys()].filter(chain => !known.some(one => one.chain === chain));
  if (without(heads).length === 0) return [];
  return without(await head.read()).map(chain => ({ chain, at: 0, what: 'missing-head' }));
}
