/** The packages as they would be published, packed and installed in an empty folder, with the server of the first page beside them. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

/** Published packages, by their folders. */
const PACKAGES = ['core', 'store', 'server', 'host', 'element', 'inbox', 'gateway', 'cli'] as const;
/** What the guide tells an author and a host author to install beside them. */
const BESIDE = ['@modelcontextprotocol/server@2.4.0', '@modelcontextprotocol/client@2.4.0', 'zod@4.6.7', 'libsql@0.5.29'] as const;

export interface Installed {
  /** Holds `server.js`, `host.mjs` and `node_modules`. */
  readonly folder: string;
  /** What `npm install` took, in seconds. */
  readonly seconds: number;
}

/** @throws where a package cannot be packed, or npm cannot install: with what npm said */
export async function installPacked(): Promise<Installed> {
  const base = mkdtempSync(join(tmpdir(), 'midcall-doors-'));
  const tarballs = join(base, 'tarballs');
  const folder = join(base, 'project');
  for (const one of [tarballs, folder]) mkdirSync(one);
  for (const name of PACKAGES)
    await run('npm', ['pack', '--silent', '--pack-destination', tarballs], { cwd: join(root, 'packages', name) });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'doors', version: '1.0.0', type: 'module', private: true }));
  copyFileSync(join(root, 'e2e/dist/fixtures/readme-server.js'), join(folder, 'server.js'));
  copyFileSync(join(root, 'e2e/doors/host.mjs'), join(folder, 'host.mjs'));
  const packed = readdirSync(tarballs).map(file => join(tarballs, file));
  const began = performance.now();
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packed, ...BESIDE], { cwd: folder });
  return { folder, seconds: (performance.now() - began) / 1_000 };
}
