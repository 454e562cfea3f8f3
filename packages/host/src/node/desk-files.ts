/** The desk's own files: its key and the heads of its audit chains, apart from the store they protect. */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditHead, HeadPort } from '../audit/audit-chain.js';
import { readOrMakePrivateFile, readPrivateFile, writePrivateFile } from './private-file.js';

/** The key of the desk in this directory, made on first use: 32 random bytes, base64url, 0600. */
export async function deskKey(directory: string): Promise<string> {
  return (await readOrMakePrivateFile(join(directory, 'desk.key'), () => randomBytes(32).toString('base64url'))).trim();
}

/** Heads of audit chains in a 0600 file. Several processes may write their own chains; each replaces only its own head. */
export function headFile(path: string): HeadPort {
  let tail: Promise<void> = Promise.resolve();
  const read = async (): Promise<AuditHead[]> => {
    const text = await readPrivateFile(path);
    const heads: unknown = text === undefined || text === '' ? [] : JSON.parse(text);
    return Array.isArray(heads) ? (heads as AuditHead[]) : [];
  };
  return {
    read,
    write(head) {
      const written = tail.then(async () => {
        const others = (await read()).filter(one => one.chain !== head.chain);
        await writePrivateFile(path, JSON.stringify([...others, head]));
      });
      tail = written.catch(() => {});
      return written;
    },
  };
}

/**
 * All heads in the files of this folder, for whoever verifies; nothing is written by it. A file that cannot be read holds
 * no head, so that its chain is found without one.
 */
export function headFolder(folder: string): HeadPort {
  return {
    async read() {
      const names = await readdir(folder).catch(() => []);
      const heads: AuditHead[] = [];
      for (const name of names.filter(one => one.endsWith('.json')))
        heads.push(
          ...(await headFile(join(folder, name))
            .read()
            .catch(() => [])),
        );
      return heads.filter(one => typeof one?.chain === 'string' && Number.isInteger(one.count) && typeof one.mac === 'string');
    },
    write: () => Promise.reject(new Error('heads are written to a file of their own')),
  };
}
