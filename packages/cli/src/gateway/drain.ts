/**
 * Counts what is being served, and lets it finish (the end of a process should not be the end of a call).
 *
 * Promises:
 *  1. While draining, new requests are turned away with 503; answers and notices of calls that are open come through.
 *  2. A request is open until its whole response was taken, a stream included. Listening streams (GET) are not waited for.
 */
export interface Drain {
  fetch(request: Request): Promise<Response>;
  /** POSTs that are open now. */
  readonly open: number;
  /** Settles when nothing is open, or after `ms`. Takes nothing new from now on. */
  drain(ms: number): Promise<void>;
}

/** Largest body that is looked at while draining, in bytes. */
const LARGEST = 4 * 1024 * 1024;

export function draining(serve: (request: Request) => Promise<Response>): Drain {
  let open = 0;
  let stopping = false;
  let onIdle = (): void => {};

  const left = (): void => {
    open -= 1;
    if (open === 0) onIdle();
  };

  return {
    get open() {
      return open;
    },
    async fetch(request) {
      if (request.method !== 'POST') return serve(request);
      if (stopping && (await startsSomething(request))) {
        return Response.json(
          { jsonrpc: '2.0', id: null, error: { code: -32_603, message: 'The gateway is stopping and takes nothing new.' } },
          { status: 503, headers: { 'retry-after': '2' } },
        );
      }
      open += 1;
      let response: Response;
      try {
        response = await serve(request);
      } catch (error) {
        left();
        throw error;
      }
      return untilTaken(response, left);
    },
    drain(ms) {
      stopping = true;
      if (open === 0) return Promise.resolve();
      return new Promise(resolve => {
        const timer = setTimeout(resolve, ms);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

async function startsSomething(request: Request): Promise<boolean> {
  if (!(Number(request.headers.get('content-length') ?? Number.NaN) <= LARGEST)) return true;
  try {
    const message: unknown = await request.clone().json();
    return typeof message !== 'object' || message === null || ('method' in message && 'id' in message);
  } catch {
    return true;
  }
}

function untilTaken(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const reader = response.body.getReader();
  let ended = false;
  const end = (): void => {
    if (!ended) done();
    ended = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: last, value } = await reader.read();
        if (value !== undefined) controller.enqueue(value);
        if (!last) return;
        controller.close();
        end();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}
