/** Brings one request to its channel: three tries, with a pause before each further one, and then never again (D35). */
import type { Clock } from '@midcall/store';
import type { OutgoingRequest } from './notice.js';

/** Sends a request once and gives the status of the reply, or rejects. Node's is `guardedPost` of `@midcall/host/node`. */
export type PostOnce = (request: OutgoingRequest) => Promise<number>;

/** What became of it. `refused`: the reply says no, or the address is not allowed; another try would not help. */
export type Delivery = 'delivered' | 'refused' | 'unreachable';

export interface DeliverPorts {
  readonly post: PostOnce;
  readonly clock: Clock;
  /** Aborted when nobody needs it any more. */
  readonly signal?: AbortSignal;
}

/** An address that must not be reached, whatever the config says of it; its message names no address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const PAUSES = [1_000, 5_000];

/** Never rejects. */
export async function deliver(request: OutgoingRequest, { post, clock, signal }: DeliverPorts): Promise<Delivery> {
  for (let tries = 0; ; tries += 1) {
    if (signal?.aborted === true) return 'unreachable';
    try {
      const status = await post(request);
      if (status >= 200 && status < 300) return 'delivered';
      // A redirect is not followed: it could lead anywhere.
      if (status !== 408 && status !== 429 && status < 500) return 'refused';
    } catch (error) {
      if (error instanceof AddressRefused) return 'refused';
    }
    const pause = PAUSES[tries];
    if (pause === undefined) return 'unreachable';
    await new Promise<void>(resolve => {
      const stop = clock.setTimeout(resolve, pause, { background: true });
      signal?.addEventListener(
        'abort',
        () => {
          stop();
          resolve();
        },
        { once: true },
      );
    });
  }
}
