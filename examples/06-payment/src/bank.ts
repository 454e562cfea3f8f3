/** The accounts behind the tool: invoices that may change while somebody is thinking, and payments that happen once per key. */
export interface Invoice {
  readonly id: string;
  readonly payee: string;
  /** In cents. */
  readonly amount: number;
  readonly paid: boolean;
}

export interface Bank {
  invoice(id: string): Promise<Invoice | undefined>;
  pay(invoice: Invoice, options: { readonly idempotencyKey: string }): Promise<{ readonly receipt: string }>;
  /** The other side sends a corrected invoice. */
  correct(id: string, amount: number): void;
  /** Everything that was paid, in order. */
  readonly payments: readonly { readonly id: string; readonly amount: number }[];
}

export function createBank(): Bank {
  const invoices = new Map<string, Invoice>([['2041', { id: '2041', payee: 'Paper & Ink', amount: 4_000, paid: false }]]);
  const payments: { id: string; amount: number }[] = [];
  const byKey = new Map<string, { readonly receipt: string }>();
  return {
    payments,
    invoice: async id => invoices.get(id),
    correct(id, amount) {
      const before = invoices.get(id);
      if (before !== undefined) invoices.set(id, { ...before, amount });
    },
    async pay(invoice, { idempotencyKey }) {
      const before = byKey.get(idempotencyKey);
      if (before !== undefined) return before;
      payments.push({ id: invoice.id, amount: invoice.amount });
      invoices.set(invoice.id, { ...invoice, paid: true });
      const paid = { receipt: `R-${payments.length}` };
      byKey.set(idempotencyKey, paid);
      return paid;
    },
  };
}

export function euros(cents: number): string {
  return `EUR ${(cents / 100).toFixed(2)}`;
}
