/**
 * Writes the head of a chain behind its rows: a head is a file that is synced and renamed, and a row must not wait for
 * that. While one is being written the next rows gather; the head after it counts them all.
 */
import type { AuditHead, HeadPort } from './audit-chain.js';

export interface FollowHead {
  /** Before the first row there is a head, so that a chain without one was robbed of it. Rejects if it could not be written. */
  begin(): Promise<void>;
  /** A row was written. Throws what the last head failed with, once; the next one is tried all the same. */
  follow(): void;
  /** Settles when the head counts every row. */
  flush(): Promise<void>;
}

export function followHead(port: HeadPort, head: () => AuditHead): FollowHead {
  let begun = false;
  let behind = false;
  let writing: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;

  const write = async (): Promise<void> => {
    while (behind) {
      behind = false;
      try {
        await port.write(head());
      } catch (error) {
        failure = { error };
      }
    }
    writing = undefined;
  };
  const fail = (): void => {
    const failed = failure;
    failure = undefined;
    if (failed !== undefined) throw failed.error;
  };

  return {
    async begin() {
      if (begun) return;
      await port.write(head());
      begun = true;
    },
    follow() {
      behind = true;
      writing ??= write();
      fail();
    },
    async flush() {
      await writing;
      fail();
    },
  };
}
