/** Proxies of others for the gateway rows, fetched by npm into the clone's cache folder, each in a folder of its own. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../../.cache/bench', import.meta.url));

/** What a row needs is not to be had here; the row says so and is no failure. */
export class NotAvailable extends Error {
  override readonly name = 'NotAvailable';
}

/** The folder with `name@version` installed. @throws NotAvailable where npm cannot get it. */
export async function npmPackage(wanted: string): Promise<string> {
  const folder = join(cache, wanted.replaceAll(/[@/]+/g, '_'));
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  try {
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted];
    await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 1 << 26 });
  } catch {
    throw new NotAvailable(`npm could not install ${wanted}`);
  }
  writeFileSync(done, '');
  return folder;
}
