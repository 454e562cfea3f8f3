/**
 * Watches a folder of source code, and source code only: a server that writes its own data there must not restart itself. Node's recursive watch would follow `node_modules`; this one walks the folders
 * itself, leaves out what is not the author's, and reports one change for a burst of them.
 */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'coverage', '__pycache__', 'venv']);
const SOURCE = /\.([cm]?[jt]sx?|py|rb|go|rs|java|kt|php|lua|sh|cs|ex|exs|wasm)$/;
const CONFIG = new Set(['package.json', 'tsconfig.json', 'pyproject.toml', 'deno.json']);
const MOST_FOLDERS = 1_000;
const BURST_MS = 200;

/** Calls back once per burst of changes, with the last file's path relative to `folder`. Returns the way to stop. */
export function watchFolder(folder: string, onChange: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const add = (path: string): void => {
    if (stopped || watchers.has(path) || watchers.size >= MOST_FOLDERS) return;
    let watcher: FSWatcher;
    try {
      watcher = watch(path, { persistent: false }, (_event, file) => {
        if (file === null || ignored(file)) return;
        walk(path);
        if (!isSource(file)) return;
        clearTimeout(timer);
        timer = setTimeout(() => onChange(file), BURST_MS);
      });
    } catch {
      return; // gone again, or not ours to read
    }
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(path);
    });
    watchers.set(path, watcher);
    walk(path);
  };
  const walk = (path: string): void => {
    try {
      for (const entry of readdirSync(path, { withFileTypes: true }))
        if (entry.isDirectory() && !ignored(entry.name)) add(join(path, entry.name));
    } catch {
      // a folder that vanished is watched no longer
    }
  };

  add(folder);
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
}

function ignored(name: string): boolean {
  return name.startsWith('.') || LEFT_OUT.has(name);
}

function isSource(name: string): boolean {
  return !ignored(name) && (SOURCE.test(name) || CONFIG.has(name));
}
