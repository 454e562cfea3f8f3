/** `midcall demo`: a real server, a real client, the desk and its page; the person answers, or a script does. */
import { MidcallError } from '@midcall/core';
import { showText } from '@midcall/core/inspect';
import type { ElicitAction } from '@midcall/core/wire';
import { type Surface, scriptedSurface } from '@midcall/host';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { CommandContext } from '../command-context.js';
import { connectServer } from '../connect/connect-server.js';
import { type Narrator, narrator } from '../demo/say.js';
import { demoScript } from '../demo/script.js';
import { startRecords } from '../demo/start-records.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { type DeskPage, openDeskPage } from '../loopback/desk-page.js';
import { onEnter } from '../terminal/on-enter.js';

export interface DemoOptions {
  readonly answer?: ElicitAction;
  readonly era: 'legacy' | 'modern';
  readonly transport: 'stdio' | 'http';
  readonly port: number;
  readonly open: boolean;
}

const SERVER = 'Records';
const TOOL = 'delete_stale_records';
const PRINCIPAL = 'local';

export async function demo(options: DemoOptions, { terminal, platform, node, now, streams }: CommandContext): Promise<ExitCode> {
  const say = narrator(terminal);
  const scripted = options.answer === undefined ? undefined : watched(scriptedSurface(demoScript(options.answer)), say, options.answer);
  const page = await openDeskPage({
    terminal,
    principal: PRINCIPAL,
    port: options.port,
    open: scripted === undefined && options.open,
    platform,
    now,
    ...(scripted && { surfaces: [scripted], invites: false }),
  });
  if (scripted === undefined && !page.reachable) {
    await page.close();
    throw new MidcallError('NO_BROWSER', 'No browser can be opened here, and no terminal shows a link.', {
      hint: 'With --no-open you open the page yourself; with --answer accept a script answers.',
    });
  }
  const records = await startRecords(options.transport, node, terminal.env);
  try {
    const connection = await connectServer({
      target: records.target,
      env: terminal.env,
      desk: page.desk,
      session: { server: SERVER, principal: PRINCIPAL },
      revision: options.era === 'modern' ? '2026-07-28' : '2025-11-25',
      timeoutMs: 15_000,
      signal: terminal.stopped,
    });
    say.step(
      `A server named ${SERVER} is running${options.transport === 'http' ? ' over HTTP' : ''}. It speaks MCP ${connection.revision}.`,
    );
    say.step(`An assistant calls its tool ${TOOL}. The tool needs answers that only a person can give, so it asks.`);
    if (scripted === undefined) await invite(page, say, terminal.interactive);
    else say.detail(`The answer comes from a script: ${options.answer}.`);
    const stopWatching = scripted === undefined ? follow(page, say) : () => {};
    const deaf =
      terminal.interactive && scripted === undefined ? onEnter(streams.stdin, () => void page.door.again('Once more.')) : () => {};
    try {
      const result = await connection.session.callTool(
        { name: TOOL, arguments: { reason: 'quarterly clean-up' } },
        { signal: terminal.stopped },
      );
      say.step('The call is finished. This is what the assistant receives:');
      terminal.out(`result: ${textOf(result)}`);
      return result.isError === true ? EXIT.toolFailed : EXIT.done;
    } catch (error) {
      if (!terminal.stopped.aborted) throw await connection.explain(error);
      say.step('Stopped. The server was told; nothing was deleted.');
      return EXIT.interrupted;
    } finally {
      stopWatching();
      deaf();
      await connection.close();
    }
  } finally {
    await records.stop();
    await page.close();
  }
}

async function invite(page: DeskPage, say: Narrator, interactive: boolean): Promise<void> {
  await page.door.show('Your inbox is ready.');
  say.detail(`Answer there, decline, or say "not now".${interactive ? ' Enter shows a new link,' : ''} Ctrl+C stops the demo.`);
}

/** Tells the terminal what happens on the page, in the page's words. */
function follow({ desk }: DeskPage, say: Narrator): () => void {
  const told = new Set<string>();
  return desk.subscribe({ principal: PRINCIPAL }, question => {
    const line = {
      waiting: `${SERVER} asks: ${showText(question.message.split('\n')[0] ?? '')}`,
      saved:
        question.action === 'decline' ? 'You declined.' : question.action === 'cancel' ? 'You said "not now".' : 'Your answer is saved.',
      delivered: `Delivered to ${SERVER}.`,
      expired: 'The question has expired.',
      withdrawn: `${SERVER} no longer needs this.`,
      undeliverable: 'The answer could not be delivered: the call was lost.',
      opened: 'The page is open.',
    }[question.state];
    const key = `${question.id} ${question.state}`;
    if (told.has(key)) return;
    told.add(key);
    if (question.state === 'waiting') say.step(line);
    else say.detail(line);
  });
}

/** The script, told step by step. */
function watched(surface: Surface, say: Narrator, answer: ElicitAction): Surface {
  const words = { accept: 'The script answers it.', decline: 'The script declines.', cancel: 'The script says "not now".' } as const;
  return {
    ...surface,
    raise: (question, principal, detail) => {
      say.step(`${SERVER} asks: ${showText(question.message.split('\n')[0] ?? '')}`);
      say.detail(words[answer]);
      surface.raise?.(question, principal, detail);
    },
  };
}

function textOf(result: CallToolResult): string {
  const text = result.content.map(block => (block.type === 'text' ? block.text : `(${block.type})`)).join(' ');
  return showText(text).replaceAll('\n', ' ');
}
