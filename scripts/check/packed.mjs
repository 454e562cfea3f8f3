// publint on every published package, on the files that npm would pack.
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root, workspaces } from './files.mjs';

export async function packed() {
  const faults = [];
  for (const { folder, published, manifest } of workspaces()) {
    if (!published) continue;
    const { messages, pkg } = await publint({ pkgDir: join(root, folder), level: 'warning', strict: true, pack: 'npm' });
    faults.push(...messages.map(message => `${manifest.name}: ${formatMessage(message, pkg)}`));
  }
  return faults;
}
