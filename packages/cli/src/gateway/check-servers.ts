/** `midcall gateway --check`: starts each server once and says whether it would work behind the gateway. */
import { isMidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import { createDesk, type HostDesk, scriptedSurface } from '@midcall/host';
import { connectServer } from '../connect/connect-server.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Terminal } from '../terminal/terminal.js';
import { PRINCIPAL } from './open-gateway-desk.js';
import type { ServedServer } from './served-server.js';

interface Checked {
  readonly name: string;
  /** Undefined where it does not work. */
  readonly revision: string | undefined;
  readonly says: string;
  readonly hint?: string | undefined;
}

interface Seen {
  readonly revision: string;
  readonly tools: readonly string[];
}

/** One line a server; the status is 4 if any of them does not work. */
export async function checkServers(served: readonly ServedServer[], timeoutMs: number, terminal: Terminal): Promise<ExitCode> {
  const { colors: c } = terminal;
  const width = Math.max(...served.map(one => one.name.length));
  let exit: ExitCode = EXIT.done;
  // One after the other: what two servers fight over is not a fault of either, and a machine of its own is not busy.
  for (const one of served) {
    const { name, revision, says, hint } = await check(one, timeoutMs, terminal);
    const mark = revision === undefined ? c.red('fails') : c.green('works');
    terminal.out(`${mark}  ${showText(name).padEnd(width)}  ${revision ?? '-'.padEnd(10)}  ${says}`);
    if (hint !== undefined) terminal.out(`       ${''.padEnd(width)}  ${hint}`);
    if (revision === undefined) exit = EXIT.noServer;
  }
  if (exit === EXIT.done)
    terminal.err(c.dim('Whether a tool asks shows when it is called: midcall call -- SERVER TOOL prints its questions.'));
  return exit;
}

async function check(served: ServedServer, timeoutMs: number, terminal: Terminal): Promise<Checked> {
  const { name } = served;
  const started = performance.now();
  try {
    const asked = await look(served, createDesk({ surfaces: [scriptedSurface('cancel')] }), timeoutMs, terminal);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const plain = await look(served, createDesk(), timeoutMs, terminal);
    const only = asked.tools.filter(tool => !plain.tools.includes(tool));
    const tools = asked.tools.length === 1 ? '1 tool' : `${asked.tools.length} tools`;
    return {
      name,
      revision: asked.revision,
      says: `${tools}, ready in ${seconds} s`,
      ...(only.length > 0 && { hint: `shown only where a person can be asked: ${only.map(tool => showText(tool)).join(', ')}` }),
    };
  } catch (error) {
    return {
      name,
      revision: undefined,
      says: showText(error instanceof Error ? error.message : 'It does not answer.'),
      hint: isMidcallError(error) && error.hint !== undefined ? showText(error.hint) : undefined,
    };
  }
}

async function look(served: ServedServer, desk: HostDesk, timeoutMs: number, terminal: Terminal): Promise<Seen> {
  const connection = await connectServer({
    target: served.target,
    env: served.env,
    desk,
    session: { server: served.name, principal: PRINCIPAL },
    timeoutMs,
    onStderr: () => {},
    signal: terminal.stopped,
  });
  try {
    const hasTools = connection.client.getServerCapabilities()?.tools !== undefined;
    const tools = hasTools ? (await connection.client.listTools(undefined, { timeout: timeoutMs })).tools : [];
    return { revision: connection.revision, tools: tools.map(tool => tool.name) };
  } catch (error) {
    throw await connection.explain(error);
  } finally {
    await connection.close();
    await desk.close();
  }
}
