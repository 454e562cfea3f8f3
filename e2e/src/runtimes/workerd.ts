/** The runtime of Cloudflare Workers as a child process, with one module and nothing of Node switched on. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Workerd {
  readonly url: URL;
  /** What it wrote on stderr so far. */
  readonly said: () => string;
  close(): void;
}

// The package has no types; its default export is the path of the binary for this machine.
const { default: binary } = createRequire(import.meta.url)('workerd') as { readonly default: string };

/**
 * @param main The text of a module whose default export has `fetch`. It may import `./bundle.js`.
 * @param date Decides which of its globals there are, such as `2026-11-01`.
 */
export async function startWorkerd(main: string, bundled: string, date: string): Promise<Workerd> {
  const folder = mkdtempSync(join(tmpdir(), 'midcall-workerd-'));
  writeFileSync(join(folder, 'main.js'), main);
  writeFileSync(join(folder, 'bundle.js'), bundled);
  writeFileSync(join(folder, 'config.capnp'), config(date));
  const child = spawn(binary, ['serve', '--control-fd=3', 'config.capnp'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const close = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = await new Promise<number>((resolve, reject) => {
      createInterface({ input: child.stdio[3] as Readable }).on('line', line => {
        const event = JSON.parse(line) as { readonly event: string; readonly port: number };
        if (event.event === 'listen') resolve(event.port);
      });
      child.on('error', reject);
      child.on('exit', code => reject(new Error(`workerd ended with ${code}: ${said}`)));
    });
    return { url: new URL(`http://127.0.0.1:${port}/mcp`), said: () => said, close };
  } catch (error) {
    close();
    throw error;
  }
}

const config = (date: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "main.js", esModule = embed "main.js"), (name = "bundle.js", esModule = embed "bundle.js")],
    compatibilityDate = "${date}",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
