/** Says when a file may have changed. The folder is watched, because editors replace files. */
import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Returns the way to stop. @throws where the machine cannot watch the folder. */
export function watchFile(path: string, onChange: () => void, onError: (error: unknown) => void): () => void {
  const name = basename(path);
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
    if (changed !== null && changed !== name) return;
    clearTimeout(timer);
    // An editor writes in several steps.
    timer = setTimeout(onChange, 100);
    timer.unref();
  });
  watcher.on('error', onError);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
