/** A change to one host's file: what it will hold, and what that means for each server. Computed, not yet written. */
import type { ConfigText } from './config/config-text.js';
import type { ServerEntry } from './config/server-entry.js';
import type { HostFile } from './inventory.js';

/** What happens to one server. */
export interface ServerOutcome {
  readonly entry: ServerEntry;
  /** `refresh`: goes through midcall already, by paths that are not these. `left`: nothing is changed, see `why`. */
  readonly kind: 'wrap' | 'refresh' | 'already' | 'unwrap' | 'left';
  readonly why?: string;
  /** Its command and arguments before and after, which is all that changes of an entry; absent where nothing does. */
  readonly words?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

export interface FileChange {
  readonly hostFile: HostFile;
  readonly outcomes: readonly ServerOutcome[];
  /** Undefined where nothing changes. */
  readonly next: ConfigText | undefined;
  /** What becomes of the backup once the file is written. */
  readonly backup: 'keep' | 'write' | 'remove';
  /** Whether `next` is the backup, byte for byte. */
  readonly fromBackup: boolean;
}

/** One backup a file, beside it. */
export function backupPath(hostFile: HostFile): string {
  return `${hostFile.file.real}.midcall-backup`;
}
