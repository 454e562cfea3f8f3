/** A server that pushes its questions, of one revision of the legacy era only. Plain SDK, nothing of midcall. */
import { type ElicitRequestFormParams, type ElicitRequestURLParams, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Journal } from './journal.js';
import { said } from './journal.js';
import { BRIEF_MS, message, NAME_FORM, PAGE, told } from './questions.js';

const inputSchema = z.object({ cell: z.string() });
const LONG_MS = 3_600_000;

/** Ends the time of the question that `brief` asks for a cell; of this process. */
const lapses = new Map<string, () => void>();

export function pushServer(revision: '2025-06-18' | '2025-11-25', journal: Journal): McpServer {
  const first = revision === '2025-06-18';
  const server = new McpServer({ name: 'push-server', version: '1.0.0' }, { supportedProtocolVersions: [revision] });

  const tool = (name: string, run: (cell: string, ctx: ServerContext) => Promise<string>, readOnly = false): void => {
    server.registerTool(name, { inputSchema, ...(readOnly && { annotations: { readOnlyHint: true } }) }, async ({ cell }, ctx) => {
      journal.enter(cell, name);
      ctx.mcpReq.signal.addEventListener('abort', () => journal.aborted(cell, name));
      return said(await run(cell, ctx));
    });
  };

  const ask = (ctx: ServerContext, params: ElicitRequestFormParams | ElicitRequestURLParams) =>
    ctx.mcpReq.elicitInput(params, { relatedRequestId: ctx.mcpReq.id, signal: ctx.mcpReq.signal, timeout: LONG_MS });
  // The first revision knows no modes.
  const form = (text: string): ElicitRequestFormParams => ({ ...(!first && { mode: 'form' }), message: text, requestedSchema: NAME_FORM });

  tool('form', async (cell, ctx) => {
    const answer = await ask(ctx, form(message(cell, 'name')));
    if (answer.action === 'accept') journal.effect(cell, 'form');
    return told(answer);
  });
  tool('page', async (cell, ctx) => {
    const params = { mode: 'url' as const, message: message(cell, 'open'), url: PAGE, elicitationId: `page-${cell}` };
    return told(await ask(ctx, params).catch((error: unknown) => ({ action: `refused ${String((error as { code?: unknown }).code)}` })));
  });
  tool('pair', async (cell, ctx) => {
    const answers = await Promise.all([ask(ctx, form(message(cell, 'left'))), ask(ctx, form(message(cell, 'right')))]);
    return answers.map(told).join(' ');
  });
  tool('trip', async (cell, ctx) => {
    const from = await ask(ctx, form(message(cell, 'from')));
    const to = await ask(ctx, form(message(cell, `to from ${String(from.content?.name)}`)));
    journal.effect(cell, 'trip');
    return `${String(from.content?.name)} ${String(to.content?.name)}`;
  });
  tool('brief', async (cell, ctx) => {
    const lapse = new AbortController();
    lapses.set(cell, () => lapse.abort('the time is over'));
    const params = form(message(cell, 'quick'));
    // A time limit of the SDK's takes the question back in the same way.
    const asked = ctx.mcpReq.elicitInput(params, { relatedRequestId: ctx.mcpReq.id, signal: lapse.signal, timeout: BRIEF_MS });
    const answer = await asked.catch(() => undefined);
    return answer === undefined ? 'nobody answered in time' : told(answer);
  });
  tool(
    'lapse',
    async cell => {
      lapses.get(cell)?.();
      return 'over';
    },
    true,
  );
  tool('hold', async (_cell, ctx) => {
    await new Promise(resolve => ctx.mcpReq.signal.addEventListener('abort', resolve));
    return 'let go';
  });
  tool('plain', async () => 'plain', true);
  tool('report', async cell => JSON.stringify(journal.report(cell)), true);
  return server;
}
