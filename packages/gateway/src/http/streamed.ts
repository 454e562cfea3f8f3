/**
 * An answer's body on its way to the host: signs of life while it is an open stream (E-L-04), and one call when it ends.
 *
 * Invariants:
 *  1. A sign of life stands between two events, never inside one: the transports write whole events.
 *  2. `onEnd` is called exactly once: at the end, when the host drops the stream, or at once where there is no body.
 */
import type { Clock } from '@midcall/store';

export interface StreamedOptions {
  readonly clock: Clock;
  /** Milliseconds between signs of life; 0 sends none. */
  readonly everyMs: number;
  readonly onEnd?: () => void;
}

const ALIVE = new TextEncoder().encode(': waiting\n\n');

export function streamed(response: Response, { clock, everyMs, onEnd }: StreamedOptions): Response {
  if (response.body === null) {
    onEnd?.();
    return response;
  }
  const reader = response.body.getReader();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  let stop = (): void => undefined;
  let over = false;
  const end = (): void => {
    if (over) return;
    over = true;
    stop();
    onEnd?.();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (!isStream || everyMs <= 0) return;
      const tick = (): void => {
        // A host that reads nothing is not sent more.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(ALIVE);
        stop = clock.setTimeout(tick, everyMs);
      };
      stop = clock.setTimeout(tick, everyMs);
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (over) return;
        if (value !== undefined) controller.enqueue(value);
        if (!done) return;
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason).catch(() => undefined);
    },
  });
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}
