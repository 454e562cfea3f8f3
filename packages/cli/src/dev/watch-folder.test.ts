import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { watchFolder } from './watch-folder.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

function watched() {
  const folder = mkdtempSync(join(tmpdir(), 'midcall-watch-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'lib'));
  mkdirSync(join(folder, 'node_modules'));
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  ends.push(
    watchFolder(folder, file => {
      seen.push(file);
      for (const wake of waiting) wake();
    }),
  );
  const until = (file: string): Promise<void> =>
    new Promise(resolve => {
      const check = (): void => {
        if (seen.includes(file)) resolve();
      };
      waiting.add(check);
      check();
    });
  return { folder, seen, until };
}

describe('watching a folder of source', () => {
  it('reports source files, in folders below and in folders made later', async () => {
    const { folder, until } = watched();
    writeFileSync(join(folder, 'server.mjs'), '1');
    await until('server.mjs');
    writeFileSync(join(folder, 'lib', 'tool.ts'), '1');
    await until('tool.ts');
  });

  it('leaves out data, hidden files and installed packages: a server that writes must not restart itself', async () => {
    const { folder, seen, until } = watched();
    for (const name of ['state.json', 'keys', 'rows.sqlite', '.env', 'node_modules/x.js']) writeFileSync(join(folder, name), '1');
    writeFileSync(join(folder, 'last.py'), '1');
    await until('last.py');
    expect(seen).toEqual(['last.py']);
  });
});
