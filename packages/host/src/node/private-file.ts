/** Files that only their owner can read (D33): 0600 in a 0700 directory, written whole or not at all. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function readPrivateFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file in one step; whoever reads sees the old text or the new one. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await makePrivateDirectory(dirname(path));
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path).catch(async (error: unknown) => {
    await unlink(temporary).catch(() => {});
    throw error;
  });
}

/** Makes the file if it is not there; of several processes one makes it and all read the same text. */
export async function readOrMakePrivateFile(path: string, make: () => string): Promise<string> {
  await makePrivateDirectory(dirname(path));
  const existing = await readPrivateFile(path);
  if (existing !== undefined) return existing;
  try {
    const file = await open(path, 'wx', 0o600);
    const text = make();
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return waitForText(path);
  }
}

/** The process that made the file may not have written it yet. */
async function waitForText(path: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const text = await readPrivateFile(path);
    if (text !== undefined && text !== '') return text;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  throw new Error(`${path} stays empty`);
}

async function makePrivateDirectory(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made !== undefined) await chmod(path, 0o700);
}
