/** A copy of a store that a rehearsal may write to, and the way to put what was written back. */
import { type Clock, memoryStore, type Store, type StoreEntry } from '@midcall/store';

/** A memory store with the same id and the same records. */
export async function forkStore(base: Store, clock: Clock): Promise<Store> {
  const id = await base.id();
  const copy = memoryStore({ clock });
  for (const { key, value, expiresAt } of await everything(base)) await copy.put(key, value, expiresAt === undefined ? {} : { expiresAt });
  return Object.assign(copy, { id: async () => id });
}

/** Makes `base` hold what `fork` holds. */
export async function writeBack(fork: Store, base: Store): Promise<void> {
  const kept = new Set<string>();
  for (const { key, value, expiresAt } of await everything(fork)) {
    kept.add(key);
    await base.put(key, value, expiresAt === undefined ? {} : { expiresAt });
  }
  for (const { key } of await everything(base)) if (!kept.has(key)) await base.delete(key);
}

async function everything(store: Store): Promise<readonly StoreEntry[]> {
  const all: StoreEntry[] = [];
  for (;;) {
    const after = all.at(-1)?.key;
    const page = await store.list('', { limit: PAGE, ...(after !== undefined && { after }) });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

const PAGE = 500;
