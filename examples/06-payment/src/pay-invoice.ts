/** Pays an invoice: the amount is confirmed in the host, the payment is authorised on a page of this server. */
import { type CustomPage, customPage, defineTool, html, type ToolDefinition } from '@midcall/server';
import * as z from 'zod';
import { type Bank, euros } from './bank.js';

// #region page
export const authorise: CustomPage<{ readonly authorised: true }> = customPage('authorise', (_request, page) => {
  const { payee, amount } = page.data as { readonly payee: string; readonly amount: number };
  if (page.form?.get('action') === 'pay') return page.done({ authorised: true });
  return page.page(
    'Authorise a payment',
    html`<h1>Authorise a payment</h1>
<dl><dt>To</dt><dd>${payee}</dd><dt>Amount</dt><dd><strong>${euros(amount)}</strong></dd></dl>
<form method="post">${page.guard}
<div class="actions"><button class="main" name="action" value="pay">Pay ${euros(amount)}</button><button name="action" value="close">Not now</button></div>
</form>`,
  );
});
// #endregion

export function definePayInvoice(bank: Bank): ToolDefinition {
  return defineTool(
    'pay_invoice',
    {
      title: 'Pay an invoice',
      description: 'Pays one open invoice by its number.',
      inputSchema: z.object({ invoice: z.string() }),
      annotations: { destructiveHint: true },
      needs: ['once', 'visit'],
    },
    // #region pay
    async (args, call) => {
      const invoice = await bank.invoice(args.invoice); // read again after every answer
      if (invoice === undefined) return said(`There is no invoice ${args.invoice}.`);
      if (invoice.paid) return said(`Invoice ${invoice.id} is paid already. Nothing was paid now.`);
      const { id, payee, amount } = invoice;
      await call.confirm('amount', {
        message: `Pay ${euros(amount)} to ${payee} for invoice ${id}?`,
        tick: `Pay ${euros(amount)}`,
      });
      await call.visit('authorise', {
        message: `Authorise the payment of ${euros(amount)} to ${payee}.`,
        page: authorise,
        data: { payee, amount }, // another amount is another agreement: the page opens again
        unique: id, // authorises this invoice and no other
        keep: '10m',
      });
      const { receipt } = await call.once('pay', { unique: id }, key => bank.pay(invoice, { idempotencyKey: key }));
      return said(`Paid ${euros(amount)} to ${payee}: receipt ${receipt}.`);
    },
    // #endregion
  );
}

function said(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
