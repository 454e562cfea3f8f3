import type { Services } from '../engine/services.js';
import type { Awaitable } from '../state/index.js';
import type { Bucket } from './bucket.js';

/** What the gate needs beyond the engine. */
export interface GateServices extends Services {
  readonly storeId: () => Awaitable<string | undefined>;
  /** Retries per principal. */
  readonly bucket: Bucket;
  /** Bytes of spilled journals per principal. */
  readonly spillQuota: Bucket;
}
