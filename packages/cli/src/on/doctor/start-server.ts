/** Starts a server as a host does, asks for its tools, and stops it. Calls nothing. */
import { isMidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { Client } from '@modelcontextprotocol/client';
import { ChildServer } from '../../connect/child-server.js';
import { whyNot } from '../../connect/why-not.js';
import { VERSION } from '../../version.js';

export interface StartOptions {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type Started =
  | { readonly tools: number; readonly ms: number; readonly log: readonly string[] }
  | { readonly fault: string; readonly hint: string | undefined; readonly log: readonly string[] };

/** Starts it on this machine. Never rejects. */
export async function startServer({ words, env, cwd, timeoutMs, signal }: StartOptions): Promise<Started> {
  const [command = '', ...args] = words;
  const target = { kind: 'stdio', command, args, cwd } as const;
  const log: string[] = [];
  const child = new ChildServer(target, { env, onStderr: line => void (log.length < 200 && log.push(line)) });
  const client = new Client(
    { name: 'midcall-doctor', version: VERSION },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs: timeoutMs / 2 } } },
  );
  const began = performance.now();
  try {
    await client.connect(child, { timeout: timeoutMs, signal });
    const tools =
      client.getServerCapabilities()?.tools === undefined ? [] : (await client.listTools(undefined, { timeout: timeoutMs, signal })).tools;
    return { tools: tools.length, ms: performance.now() - began, log };
  } catch (error) {
    const why = await whyNot(error, { target, child, timeoutMs, revision: undefined });
    const fault = why instanceof Error ? showText(why.message) : 'It could not be talked to.';
    return { fault, hint: isMidcallError(why) ? why.hint : undefined, log };
  } finally {
    await client.close().catch(() => {});
    await child.close();
  }
}
