/** What the page about effects shows; rehearsed in guide.test.ts. */
import { defineTool, type ToolDefinition } from '@midcall/server';
import * as z from 'zod';

export interface Bank {
  transfer(order: string, options: { readonly idempotencyKey: string }): Promise<string>;
  lock(order: string): Promise<() => Promise<void>>;
  isAllowed(person: string): Promise<boolean>;
}

export function defineRefund(bank: Bank): ToolDefinition {
  return defineTool('refund', { inputSchema: z.object({ order: z.string() }), needs: ['once'] }, async ({ order }, call) => {
    // #region fresh
    // Runs again after every answer: what may have changed while the person was thinking is checked again.
    if (!(await bank.isAllowed(call.principal.sub))) throw new Error('You may not refund orders');
    await call.confirm('sure', { message: `Refund order ${order}?`, tick: 'Send the money back' });
    // #endregion
    // #region unique
    // At most once for this person and this order, however often the tool is called, over crashes and replicas.
    const receipt = await call.once('refund', { unique: order }, key => bank.transfer(order, { idempotencyKey: key }));
    // #endregion
    return { content: [{ type: 'text', text: `Refunded order ${order}: ${receipt}` }] };
  });
}

export function defineCloseOrder(bank: Bank): ToolDefinition {
  return defineTool('close_order', { inputSchema: z.object({ order: z.string() }) }, async ({ order }, call) => {
    // #region defer
    const unlock = await bank.lock(order);
    call.defer(unlock); // when this round ends for any reason; a `finally` does not run on rounds that only ask
    await call.confirm('sure', { message: `Close order ${order}?`, tick: 'No more changes to this order' });
    // #endregion
    return { content: [{ type: 'text', text: `Closed order ${order}` }] };
  });
}
