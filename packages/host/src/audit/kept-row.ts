/**
 * An audit row as the store keeps it, and what its MAC covers. The input of the MAC is fixed for good: a chain that was
 * written once must verify for ever.
 */
import type { JsonObject } from '@midcall/core';
import type { AuditRow } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import { toBase64Url } from '../desk/sealer.js';

export interface Kept {
  /** From 0 in its chain. */
  readonly n: number;
  readonly row: AuditRow;
  /** Of what is beside the row, under key and salt. */
  readonly valuesMac?: string;
  readonly mac: string;
  /** Outside of `mac`: `redact` deletes it, and after that nobody can tell which values `valuesMac` is of. */
  readonly salt?: string;
  /** What is beside the row, sealed; absent where only proof of it is kept. Outside of `mac`. */
  readonly sealed?: string;
}

export interface StoredRow {
  readonly key: string;
  readonly version: number;
  readonly chain: string;
  readonly n: number;
  /** Undefined if it is no row at all. */
  readonly kept: Kept | undefined;
}

const PREFIX = 'audit/';
const FIRST = 'midcall audit chain v1';
const BESIDE = 'midcall audit values v1';

export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export function hmacKey(secret: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** The MAC of a row at place `n`, after the row whose MAC is `before` ('' for the first). */
export function rowMac(key: HmacKey, chain: string, before: string, { n, row, valuesMac }: Omit<Kept, 'mac'>): Promise<string> {
  return mac(key, JSON.stringify([FIRST, chain, n, before, row, valuesMac ?? null]));
}

/** The MAC of what is beside a row; the order of its members does not matter. */
export function besideMac(key: HmacKey, salt: string, values: JsonObject): Promise<string> {
  const members = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return mac(key, JSON.stringify([BESIDE, salt, members]));
}

export function rowKey(chain: string, n: number): string {
  return `${PREFIX}${chain}/${String(n).padStart(12, '0')}`;
}

/** Every row of every chain, oldest first within its chain. */
export function storedRows(store: Store): AsyncIterable<StoredRow> {
  return walk(store, PREFIX);
}

/** The rows of one chain from number `n` on. */
export function rowsFrom(store: Store, chain: string, n: number): AsyncIterable<StoredRow> {
  return walk(store, `${PREFIX}${chain}/`, n === 0 ? undefined : rowKey(chain, n - 1));
}

async function* walk(store: Store, prefix: string, start?: string): AsyncIterable<StoredRow> {
  let after = start;
  for (;;) {
    const page = await store.list(prefix, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const entry of page) {
      const [chain = '', number = ''] = entry.key.slice(PREFIX.length).split('/');
      yield { key: entry.key, version: entry.version, chain, n: Number(number), kept: parseKept(entry.value) };
    }
    after = page.at(-1)?.key;
    if (after === undefined || page.length < PAGE) return;
  }
}

const PAGE = 500;

function parseKept(value: string): Kept | undefined {
  try {
    const kept = JSON.parse(value) as Partial<Kept> | null;
    const whole =
      kept !== null && typeof kept === 'object' && typeof kept.mac === 'string' && typeof kept.row === 'object' && kept.row !== null;
    return whole ? (kept as Kept) : undefined;
  } catch {
    return undefined;
  }
}

async function mac(key: HmacKey, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))));
}
