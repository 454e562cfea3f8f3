/** A server that asks in rounds, of 2026-07-28 only. Plain SDK with its own state codec, nothing of midcall. */
import { randomBytes } from 'node:crypto';
import {
  createRequestStateCodec,
  type ElicitResult,
  type InputRequest,
  inputRequired,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Journal } from './journal.js';
import { said } from './journal.js';
import { BRIEF_MS, message, NAME_FORM, PAGE, told } from './questions.js';

/** What earlier rounds found out, and until when the round is good. */
interface State {
  readonly step: number;
  readonly from?: string;
  readonly until: number;
  /** Set in the rounds of `brief`. */
  readonly cell?: string | undefined;
}

const inputSchema = z.object({ cell: z.string() });
const codec = createRequestStateCodec<State>({ key: randomBytes(32), ttlSeconds: 3_600 });

/** Cells for which the time of `brief` is over; of this process. */
const lapsed = new Set<string | undefined>();

export function roundServer(journal: Journal): McpServer {
  const server = new McpServer(
    { name: 'round-server', version: '1.0.0' },
    {
      requestState: {
        verify: async (state, ctx) => {
          const kept = await codec.verify(state, ctx);
          if (kept.until < Date.now() || lapsed.has(kept.cell)) throw new Error('expired');
          return kept;
        },
      },
    },
  );
  const elicit = (text: string): InputRequest => inputRequired.elicit({ message: text, requestedSchema: NAME_FORM });
  const round = async (ctx: ServerContext, questions: Record<string, InputRequest>, kept: Partial<State> = {}) =>
    inputRequired({ inputRequests: questions, requestState: await codec.mint({ step: 1, until: Date.now() + 3_600_000, ...kept }, ctx) });
  const answers = (ctx: ServerContext): Readonly<Record<string, ElicitResult>> =>
    (ctx.mcpReq.requestState<State>() === undefined ? {} : (ctx.mcpReq.inputResponses ?? {})) as Readonly<Record<string, ElicitResult>>;
  type Ran = Awaited<ReturnType<typeof round>> | string;

  const tool = (name: string, run: (cell: string, ctx: ServerContext) => Promise<Ran>, readOnly = false): void => {
    server.registerTool(name, { inputSchema, ...(readOnly && { annotations: { readOnlyHint: true } }) }, async ({ cell }, ctx) => {
      journal.enter(cell, name);
      const ran = await run(cell, ctx);
      return typeof ran === 'string' ? said(ran) : ran;
    });
  };

  tool('form', async (cell, ctx) => {
    const { name } = answers(ctx);
    if (name === undefined) return round(ctx, { name: elicit(message(cell, 'name')) });
    if (name.action === 'accept') journal.effect(cell, 'form');
    return told(name);
  });
  tool('page', async (cell, ctx) => {
    const { page } = answers(ctx);
    return page === undefined ? round(ctx, { page: inputRequired.elicitUrl({ message: message(cell, 'open'), url: PAGE }) }) : told(page);
  });
  tool('pair', async (cell, ctx) => {
    const { left, right } = answers(ctx);
    if (left === undefined || right === undefined)
      return round(ctx, { left: elicit(message(cell, 'left')), right: elicit(message(cell, 'right')) });
    return `${told(left)} ${told(right)}`;
  });
  tool('trip', async (cell, ctx) => {
    const state = ctx.mcpReq.requestState<State>();
    const { from, to } = answers(ctx);
    if (state === undefined) return round(ctx, { from: elicit(message(cell, 'from')) });
    if (state.step === 1) {
      const place = String(from?.content?.name);
      return round(ctx, { to: elicit(message(cell, `to from ${place}`)) }, { step: 2, from: place });
    }
    journal.effect(cell, 'trip');
    return `${state.from} ${String(to?.content?.name)}`;
  });
  tool('brief', async (cell, ctx) => {
    const { quick } = answers(ctx);
    return quick === undefined
      ? round(ctx, { quick: elicit(message(cell, 'quick')) }, { until: Date.now() + BRIEF_MS, cell })
      : told(quick);
  });
  tool(
    'lapse',
    async cell => {
      lapsed.add(cell);
      return 'over';
    },
    true,
  );
  tool('hold', async (cell, ctx) => {
    await new Promise<void>(resolve => ctx.mcpReq.signal.addEventListener('abort', () => resolve()));
    journal.aborted(cell, 'hold');
    return 'let go';
  });
  tool('plain', async () => 'plain', true);
  tool('report', async cell => JSON.stringify(journal.report(cell)), true);
  return server;
}
