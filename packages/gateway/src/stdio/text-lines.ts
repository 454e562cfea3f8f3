/** Turns the chunks of a stream into lines; a line longer than `limit` bytes is handed over in pieces. */
import { StringDecoder } from 'node:string_decoder';

/** Returns a `data` listener that calls `onLine` for each whole line, without its line break. */
export function textLines(onLine: (line: string) => void, limit = 10 * 1024 * 1024): (chunk: Uint8Array) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return chunk => {
    rest += decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (rest.length > limit) {
      onLine(rest);
      rest = '';
    }
  };
}
