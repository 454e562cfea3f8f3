/** The persistence port and its memory driver. */
export type { ListOptions, PutOptions, Store, StoreEntry, StoreRecord } from './store.js';
