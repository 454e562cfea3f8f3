// The lock file names packages and digests, never a machine: no registry address may stand in it, and every package has its digest.
import { readJson } from './files.mjs';

export function lock() {
  const { packages } = readJson('package-lock.json');
  const faults = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (/^(https?|git\+|ssh):/.test(entry.resolved ?? ''))
      faults.push(`package-lock.json: ${path} holds an address; run npm install with the project's .npmrc`);
    if (path.includes('node_modules/') && !entry.link && !entry.integrity)
      faults.push(`package-lock.json: ${path} has no integrity digest`);
  }
  return faults;
}
