/** The names of Codex's servers. Its file is TOML, which midcall lists and does not write. */
import type { ServerEntry } from './server-entry.js';

const HEADER = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(?:"([^"\\\n]+)"|'([^'\n]+)'|([\w-]+))[ \t]*\][ \t]*(?:#.*)?$/gm;

export function codexServers(bytes: Uint8Array): ServerEntry[] {
  const text = new TextDecoder().decode(bytes);
  return [...text.matchAll(HEADER)].map(([, quoted, literal, bare]) => ({
    name: quoted ?? literal ?? bare ?? '',
    path: [],
    commandPath: [],
    argsPath: [],
    words: [],
    env: new Map(),
    unreadable: 'its file is TOML, which midcall does not change',
  }));
}
