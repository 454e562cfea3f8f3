/** Hears the Enter key of a person at the terminal. */
import type { Readable } from 'node:stream';

/** Calls back for each line typed; returns the way to stop, after which the stream no longer holds the process. */
export function onEnter(stdin: Readable, listener: () => void): () => void {
  const heard = (chunk: Uint8Array | string): void => {
    if (String(chunk).includes('\n')) listener();
  };
  stdin.on('data', heard);
  return () => {
    stdin.off('data', heard);
    stdin.pause();
  };
}
