/**
 * Where the inbox of this machine is: one sealed row in the desk's store, so that a page and its links stay where they
 * are when another process takes the port over (D31).
 *
 * Promises:
 *  1. Of several processes that rewrite it at once one succeeds, and each knows whether it was the one.
 *  2. A row that was not written with this user's key counts as none, and may be written over. One of a newer midcall is
 *     left alone.
 */
import { createSealer } from '@midcall/host';
import type { Store } from '@midcall/store';

export interface Address {
  readonly port: number;
  /** Handle of the process that holds the port, or held it last. */
  readonly holder: string;
}

export interface FoundAddress {
  /** Undefined where no row stands that counts. */
  readonly address: Address | undefined;
  /** Of the row that stands; undefined where none does. */
  readonly version: number | undefined;
  /** A newer midcall keeps the address: this one must not. */
  readonly newer: boolean;
}

export interface AddressRow {
  read(): Promise<FoundAddress>;
  /** Writes over what was found; false if somebody else wrote meanwhile. */
  write(found: FoundAddress, next: Address): Promise<boolean>;
  /** Calls back when it may have changed. Returns the way to stop. */
  watch(listener: () => void): () => void;
}

const KEY = 'inbox/address';

export function addressRow(store: Store, deskKey: string): AddressRow {
  const sealer = createSealer(deskKey);
  return {
    async read() {
      const found = await store.get(KEY);
      if (found === undefined) return { address: undefined, version: undefined, newer: false };
      const text = await sealer.open(found.value, KEY);
      const row = text === undefined ? undefined : (JSON.parse(text) as Partial<Address> & { readonly v?: unknown });
      const known = row?.v === 1 && isPort(row.port) && typeof row.holder === 'string';
      return {
        address: known ? { port: row.port as number, holder: row.holder as string } : undefined,
        version: found.version,
        newer: typeof row?.v === 'number' && row.v > 1,
      };
    },
    async write({ version }, { port, holder }) {
      const sealed = await sealer.seal(JSON.stringify({ v: 1, port, holder }), KEY);
      return version === undefined ? store.putIfAbsent(KEY, sealed) : store.compareAndSet(KEY, version, sealed);
    },
    watch: listener => store.watch(KEY, listener, { idle: true }),
  };
}

function isPort(port: unknown): boolean {
  return Number.isInteger(port) && (port as number) > 0 && (port as number) <= 65_535;
}
