import { serve } from '@midcall/example-kit/serve';
import { createBank } from './bank.js';
import { definePayInvoice } from './pay-invoice.js';

serve('payments', () => [definePayInvoice(createBank())]);
