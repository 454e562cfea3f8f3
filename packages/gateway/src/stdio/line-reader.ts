/**
 * Lines of JSON from a byte stream, one frame each.
 *
 * Invariants:
 *  1. A frame is handed on with the bytes it came in, so that it can be forwarded as those bytes (D29).
 *  2. A line beyond `maxBytes` is skipped to its end and reported; what follows is read as if nothing had been.
 *  3. What is no JSON is reported and skipped.
 */
export interface LineReader {
  push(chunk: Uint8Array): void;
}

export interface LineReaderOptions {
  /** Largest line in bytes. */
  readonly maxBytes: number;
  onFrame(frame: object, line: Buffer): void;
  /** `line` is what was no JSON; it is the other side's text, for whoever may look at it, never for an error of ours. */
  onBad(why: 'too-large' | 'not-json', line?: Buffer): void;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

export function lineReader({ maxBytes, onFrame, onBad }: LineReaderOptions): LineReader {
  let parts: Uint8Array[] = [];
  let length = 0;
  let skipping = false;

  const line = (last: Uint8Array): void => {
    const whole = parts.length === 0 ? Buffer.from(last.buffer, last.byteOffset, last.byteLength) : Buffer.concat([...parts, last]);
    parts = [];
    length = 0;
    if (skipping || whole.length > maxBytes) {
      skipping = false;
      onBad('too-large');
      return;
    }
    const text = whole.at(-1) === RETURN ? whole.subarray(0, -1) : whole;
    if (text.length === 0) return;
    let frame: unknown;
    try {
      frame = JSON.parse(text.toString('utf8'));
    } catch {
      onBad('not-json', text);
      return;
    }
    if (typeof frame === 'object' && frame !== null) onFrame(frame, text);
    else onBad('not-json', text);
  };

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        line(chunk.subarray(from, at));
        from = at + 1;
      }
      const rest = chunk.subarray(from);
      if (rest.length === 0) return;
      length += rest.length;
      if (length > maxBytes) {
        skipping = true;
        parts = [];
      } else parts.push(Uint8Array.prototype.slice.call(rest));
    },
  };
}
