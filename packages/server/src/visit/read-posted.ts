/** What a page posted: url-encoded, and short. */

const MOST_BYTES = 64 * 1024;

/** @returns undefined if it is something else or too long */
export async function readPosted(request: Request): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      void reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
  return new URLSearchParams(text + decoder.decode());
}
