/**
 * The audit that cannot be changed unseen (D34). Append-only rows in the store, chained by HMAC under a key that is not
 * in the store; a head (count and MAC) in a place of its own, so that a cut tail is found since the last head.
 *
 * Invariants:
 *  1. One chain per writing process: rows are numbered from 0, each MAC covers the MAC before it and the whole row.
 *  2. Any row that was edited, dropped, moved or added without the key is found, and so is a tail cut below the head.
 *  3. Values enter a row only as an HMAC under a salt of that row; `redact` deletes value and salt, and the chain still
 *     verifies. Whoever holds key and store can forge: the key belongs elsewhere.
 */
import type { Json } from '@midcall/core';
import type { AuditRow } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import { fromBase64Url, secretBytes, toBase64Url } from '../desk/sealer.js';
import type { AuditLog, AuditRowsOptions } from './audit-log.js';

/** Where a chain ended when it was last written. */
export interface AuditHead {
  readonly chain: string;
  readonly count: number;
  readonly mac: string;
}

/** A place apart from the store: a 0600 file, or an anchor somewhere else. */
export interface HeadPort {
  read(): Promise<readonly AuditHead[]>;
  write(head: AuditHead): Promise<void>;
}

export interface AuditChainOptions {
  readonly store: Store;
  /** At least 32 random bytes or their base64url text; not kept in the store. */
  readonly secret: Uint8Array | string;
  readonly head: HeadPort;
  /** Name of this process's chain. Default: random. */
  readonly chain?: string;
}

export interface AuditChain extends AuditLog {
  /** As `append`, with values beside the row; they can be redacted later. */
  appendWithValues(row: AuditRow, values: Readonly<Record<string, Json>>): Promise<void>;
  verify(): Promise<AuditVerdict>;
  /** Every row of every chain, oldest first within its chain, one JSON text a line. */
  exportLines(): AsyncIterable<string>;
  /** Deletes the values kept with this question's rows; says with how many. */
  redact(question: string): Promise<number>;
}

export interface AuditVerdict {
  readonly ok: boolean;
  readonly rows: number;
  readonly faults: readonly AuditFault[];
}

export interface AuditFault {
  readonly chain: string;
  /** Number of the row, from 0. */
  readonly at: number;
  readonly what: 'edited' | 'missing' | 'cut-tail' | 'head-differs' | 'unreadable' | 'value-edited';
}

interface Kept {
  readonly n: number;
  readonly row: AuditRow;
  readonly valuesMac?: string;
  readonly mac: string;
  /** Redactable, outside the MAC. */
  readonly values?: Readonly<Record<string, Json>>;
  readonly salt?: string;
}

const PREFIX = 'audit/';
const FIRST = 'midcall audit chain v1';

export function createAuditChain({
  store,
  secret,
  head,
  chain = toBase64Url(crypto.getRandomValues(new Uint8Array(9))),
}: AuditChainOptions): AuditChain {
  const key = hmacKey(secretBytes(secret));
  let count = 0;
  let last = '';
  let tail: Promise<void> = Promise.resolve();

  const write = async (row: AuditRow, values?: Readonly<Record<string, Json>>): Promise<void> => {
    const salt = values === undefined ? undefined : crypto.getRandomValues(new Uint8Array(16));
    const valuesMac = salt === undefined ? undefined : await mac(await hmacKey(salt), JSON.stringify(values));
    const n = count;
    const sealed = await mac(await key, body(chain, n, last, row, valuesMac));
    const kept: Kept = {
      n,
      row,
      ...(salt !== undefined && values !== undefined && valuesMac !== undefined && { valuesMac, values, salt: toBase64Url(salt) }),
      mac: sealed,
    };
    await store.put(rowKey(chain, n), JSON.stringify(kept));
    count = n + 1;
    last = sealed;
    await head.write({ chain, count, mac: last });
  };
  const append = (row: AuditRow, values?: Readonly<Record<string, Json>>): Promise<void> => {
    const written = tail.then(() => write(row, values));
    tail = written.catch(() => {});
    return written;
  };

  return {
    append: row => append(row),
    appendWithValues: append,
    async rows({ limit = 1_000, question }: AuditRowsOptions = {}) {
      const rows: AuditRow[] = [];
      for await (const { kept } of entries(store))
        if (kept !== undefined && (question === undefined || kept.row.question === question)) rows.push(kept.row);
      return rows.sort((a, b) => a.at - b.at).slice(-limit);
    },
    async verify() {
      await tail;
      return verifyChains(store, await key, await head.read());
    },
    async *exportLines() {
      for await (const { chain: of, kept } of entries(store)) if (kept !== undefined) yield JSON.stringify({ chain: of, ...kept });
    },
    async redact(question) {
      let redacted = 0;
      for await (const { key: at, version, kept } of entries(store)) {
        if (kept?.row.question !== question || kept.values === undefined) continue;
        const { values: _values, salt: _salt, ...rest } = kept;
        if (await store.compareAndSet(at, version, JSON.stringify(rest))) redacted += 1;
      }
      return redacted;
    },
  };
}

async function verifyChains(store: Store, key: HmacKey, heads: readonly AuditHead[]): Promise<AuditVerdict> {
  const faults: AuditFault[] = [];
  const states = new Map<string, { next: number; last: string; macs: Map<number, string> }>();
  let rows = 0;
  for await (const { chain, n, kept } of entries(store)) {
    rows += 1;
    const state = states.get(chain) ?? { next: 0, last: '', macs: new Map() };
    states.set(chain, state);
    for (; state.next < n; state.next += 1) faults.push({ chain, at: state.next, what: 'missing' });
    state.next = n + 1;
    if (kept === undefined) {
      faults.push({ chain, at: n, what: 'unreadable' });
      continue;
    }
    const expected = await mac(key, body(chain, n, state.last, kept.row, kept.valuesMac));
    if (kept.n !== n || kept.mac !== expected) faults.push({ chain, at: n, what: 'edited' });
    if (await valuesEdited(kept)) faults.push({ chain, at: n, what: 'value-edited' });
    // Goes on from what the row says of itself, so that one edit is one fault and not the whole rest.
    state.last = kept.mac;
    state.macs.set(n, kept.mac);
  }
  for (const { chain, count, mac: expected } of heads) {
    const state = states.get(chain) ?? { next: 0, macs: new Map<number, string>() };
    if (state.next < count) faults.push({ chain, at: state.next, what: 'cut-tail' });
    else if (count > 0 && state.macs.get(count - 1) !== expected) faults.push({ chain, at: count - 1, what: 'head-differs' });
  }
  for (const [chain] of states) if (!heads.some(one => one.chain === chain)) faults.push({ chain, at: 0, what: 'head-differs' });
  return { ok: faults.length === 0, rows, faults };
}

async function valuesEdited({ values, salt, valuesMac }: Kept): Promise<boolean> {
  if (values === undefined && salt === undefined) return false;
  if (values === undefined || salt === undefined || valuesMac === undefined) return true;
  return (await mac(await hmacKey(fromBase64Url(salt)), JSON.stringify(values))) !== valuesMac;
}

function body(chain: string, n: number, before: string, row: AuditRow, valuesMac: string | undefined): string {
  return JSON.stringify([FIRST, chain, n, before, row, valuesMac ?? null]);
}

interface StoredEntry {
  readonly key: string;
  readonly version: number;
  readonly chain: string;
  readonly n: number;
  readonly kept: Kept | undefined;
}

async function* entries(store: Store): AsyncIterable<StoredEntry> {
  let after: string | undefined;
  for (;;) {
    const page = await store.list(PREFIX, { limit: 500, ...(after !== undefined && { after }) });
    for (const entry of page) {
      const [chain = '', number = ''] = entry.key.slice(PREFIX.length).split('/');
      yield { key: entry.key, version: entry.version, chain, n: Number(number), kept: parseKept(entry.value) };
    }
    after = page.at(-1)?.key;
    if (after === undefined || page.length < 500) return;
  }
}

function parseKept(value: string): Kept | undefined {
  try {
    const kept = JSON.parse(value) as Partial<Kept> | null;
    return kept !== null && typeof kept === 'object' && typeof kept.mac === 'string' && typeof kept.row === 'object'
      ? (kept as Kept)
      : undefined;
  } catch {
    return undefined;
  }
}

function rowKey(chain: string, n: number): string {
  return `${PREFIX}${chain}/${String(n).padStart(12, '0')}`;
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function hmacKey(secret: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

async function mac(key: HmacKey, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))));
}
