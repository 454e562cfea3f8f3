/** The persistence port and its memory driver. No I/O, no Node module: `@midcall/store/sqlite` is the durable one. */

// time
export type { Clock, TimerOptions } from './clock.js';
export { systemClock } from './clock.js';
export type { FakeClock } from './fake-clock.js';
export { fakeClock } from './fake-clock.js';
// the memory driver
export type { MemoryStoreOptions } from './memory-store.js';
export { memoryStore } from './memory-store.js';
// the port
export type { ListOptions, PutOptions, Store, StoreEntry, StoreRecord, WatchOptions } from './store.js';
export type { StoreErrorCode } from './store-error.js';
export { StoreError } from './store-error.js';
