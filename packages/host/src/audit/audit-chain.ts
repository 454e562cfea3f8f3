/**
 * The audit that cannot be changed unseen (D34). Append-only rows in the store, chained by HMAC under a key that is not
 * in the store; a head (count and MAC) in a place of its own, so that a cut tail is found since the last head.
 *
 * Invariants:
 *  1. One chain per writing process: rows are numbered from 0, each MAC covers the MAC before it and the whole row.
 *  2. Any row that was edited, dropped, moved or added without the key is found, and so is a tail cut below a head. A
 *     process that is killed at any point leaves a chain that verifies: the head is there before the first row, and
 *     never ahead of the rows. Heads follow the rows without holding them up; `flush` waits for the last one.
 *  3. What a person read and answered stands beside its row, sealed; only its HMAC under a salt of that row is in the
 *     chain. `redact` deletes both, and the chain still verifies. Whoever holds key and store can forge: the key belongs
 *     elsewhere.
 */
import type { JsonObject } from '@midcall/core';
import type { AuditRow } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import { createSealer, secretBytes, toBase64Url } from '../desk/sealer.js';
import type { AuditBeside, AuditFilter, AuditLog } from './audit-log.js';
import { takes } from './audit-log.js';
import { followHead } from './follow-head.js';
import type { Kept } from './kept-row.js';
import { besideMac, hmacKey, rowKey, rowMac, storedRows } from './kept-row.js';
import { openBeside } from './open-beside.js';
import { questionIndex } from './question-index.js';
import type { AuditVerdict, VerifyOptions } from './verify-chains.js';
import { verifyChains } from './verify-chains.js';

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

/** A row on its way out. */
export interface ExportedRow {
  readonly chain: string;
  readonly n: number;
  readonly row: AuditRow;
  /** What the person read or answered, where it is kept readable. */
  readonly values?: JsonObject;
  readonly mac: string;
}

export interface AuditChain extends AuditLog {
  verify(options?: VerifyOptions): Promise<AuditVerdict>;
  /** Rows of every chain, oldest first within its chain. */
  exportRows(filter?: AuditFilter): AsyncIterable<ExportedRow>;
  /** Deletes what is kept beside these rows, for good; says beside how many. With `dryRun` only counts. */
  redact(filter: AuditFilter, options?: { readonly dryRun?: boolean }): Promise<number>;
  /** Whether the answer kept with this question is this one; undefined where nothing of it is kept. */
  proves(question: string, content: JsonObject): Promise<boolean | undefined>;
}

export function createAuditChain({
  store,
  secret,
  head,
  chain = toBase64Url(crypto.getRandomValues(new Uint8Array(9))),
}: AuditChainOptions): AuditChain {
  const key = hmacKey(secretBytes(secret));
  const sealer = createSealer(secret);
  const open = openBeside(sealer);
  let count = 0;
  let last = '';
  let tail: Promise<void> = Promise.resolve();
  const heads = followHead(head, () => ({ chain, count, mac: last }));
  const shelves = questionIndex(store, chain);

  const keepBeside = async (n: number, beside: AuditBeside): Promise<Pick<Kept, 'valuesMac' | 'salt' | 'sealed'>> => {
    const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
    return {
      valuesMac: await besideMac(await key, salt, beside.values),
      salt,
      ...(beside.readable && { sealed: await sealer.seal(JSON.stringify(beside.values), rowKey(chain, n)) }),
    };
  };
  const write = async (row: AuditRow, beside?: AuditBeside): Promise<void> => {
    await heads.begin();
    const n = count;
    await shelves.note(row, n);
    const kept = { n, row, ...(beside !== undefined && (await keepBeside(n, beside))) };
    const mac = await rowMac(await key, chain, last, kept);
    await store.put(rowKey(chain, n), JSON.stringify({ ...kept, mac }));
    count = n + 1;
    last = mac;
    heads.follow();
  };

  return {
    append(row, beside) {
      const written = tail.then(() => write(row, beside));
      tail = written.catch(() => {});
      return written;
    },
    async rows({ limit = 1_000, ...filter } = {}) {
      const rows: AuditRow[] = [];
      const from = filter.question === undefined ? storedRows(store) : shelves.rowsOf(filter.question);
      for await (const { kept } of from) if (kept !== undefined && takes(filter, kept.row)) rows.push(kept.row);
      return rows.sort((a, b) => a.at - b.at).slice(-limit);
    },
    async flush() {
      await tail;
      await heads.flush();
    },
    async verify(options = {}) {
      await tail;
      await heads.flush();
      return verifyChains({ store, key: await key, head, open }, options);
    },
    async *exportRows(filter = {}) {
      for await (const { chain: of, kept } of storedRows(store)) {
        if (kept === undefined || !takes(filter, kept.row)) continue;
        const values = await open(of, kept);
        yield { chain: of, n: kept.n, row: kept.row, ...(values !== undefined && { values }), mac: kept.mac };
      }
    },
    async redact(filter, { dryRun = false } = {}) {
      let redacted = 0;
      for await (const { key: at, version, kept } of storedRows(store)) {
        if (kept === undefined || !takes(filter, kept.row) || (kept.salt === undefined && kept.sealed === undefined)) continue;
        const { salt: _salt, sealed: _sealed, ...rest } = kept;
        if (dryRun || (await store.compareAndSet(at, version, JSON.stringify(rest)))) redacted += 1;
      }
      return redacted;
    },
    async proves(question, content) {
      for await (const { kept } of shelves.rowsOf(question)) {
        if (kept?.row.question !== question || kept.row.stage !== 'answered') continue;
        const { salt, valuesMac } = kept;
        if (salt !== undefined && valuesMac !== undefined) return (await besideMac(await key, salt, content)) === valuesMac;
      }
      return undefined;
    },
  };
}
