import { openWithCode, plainBrowser } from '@midcall/example-kit/browser';
import { type Era, openHost, type PersonAnswer } from '@midcall/example-kit/host';
import { describe, expect, it } from 'vitest';
import { createBank, euros } from './bank.js';
import { definePayInvoice } from './pay-invoice.js';

const TICKED: PersonAnswer = { action: 'accept', content: { confirm: true } };

interface Person {
  readonly confirm?: PersonAnswer;
  /** What they press on the page. */
  readonly press?: 'pay' | 'close';
  /** While they look at the page for the first time. */
  readonly meanwhile?: (bank: ReturnType<typeof createBank>) => void;
}

async function story(era: Era, { confirm = TICKED, press = 'pay', meanwhile }: Person) {
  const bank = createBank();
  const pages: string[] = [];
  const visit = async (url: string, message: string): Promise<'accept'> => {
    const browser = plainBrowser();
    pages.push((await openWithCode(browser, url, message)).text);
    if (pages.length === 1) meanwhile?.(bank);
    await browser.submit({ action: press });
    return 'accept';
  };
  const host = await openHost(era, () => [definePayInvoice(bank)], { confirm }, { visit });
  const text = await host.call('pay_invoice', { invoice: '2041' });
  return { bank, text, pages, host };
}

describe.each(['legacy', 'modern'] as const)('a payment, %s', era => {
  it('is confirmed in the host, authorised on a page that names amount and recipient, and made once [D39, E-P-03, N5]', async () => {
    const { bank, text, pages, host } = await story(era, {});
    expect(host.asked[0]).toBe('Pay EUR 40.00 to Paper & Ink for invoice 2041?');
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Paper &amp; Ink');
    expect(pages[0]).toContain('Pay EUR 40.00');
    expect(text).toBe('Paid EUR 40.00 to Paper & Ink: receipt R-1.');
    expect(await host.call('pay_invoice', { invoice: '2041' })).toContain('paid already');
    expect(bank.payments).toEqual([{ id: '2041', amount: 4_000 }]);
    await host.close();
  });

  it('starts over when the amount changes while the person authorises it: both are asked again, and only the new amount is paid [D4, N5]', async () => {
    const { bank, text, pages, host } = await story(era, { meanwhile: bank => bank.correct('2041', 5_200) });
    expect(host.asked.filter(message => message.includes(`Pay ${euros(4_000)}`))).toHaveLength(1);
    expect(host.asked.filter(message => message.includes(`Pay ${euros(5_200)}`))).toHaveLength(1);
    expect(pages.map(page => /<strong>(.*?)<\/strong>/.exec(page)?.[1])).toEqual(['EUR 40.00', 'EUR 52.00']);
    expect(text).toContain('Paid EUR 52.00');
    expect(bank.payments).toEqual([{ id: '2041', amount: 5_200 }]);
    await host.close();
  });

  it('is not made when the person closes the page, leaves the box, or says no [N2]', async () => {
    for (const [person, words] of [
      [{ press: 'close' }, 'closed or ran out before it was finished'],
      [{ confirm: { action: 'accept', content: { confirm: false } } }, 'left unticked'],
      [{ confirm: { action: 'decline' } }, 'the person declined'],
    ] as const satisfies readonly (readonly [Person, string])[]) {
      const { bank, text, host } = await story(era, person);
      expect(text).toContain(words);
      expect(bank.payments).toEqual([]);
      await host.close();
    }
  });

  it('is not made by a host that cannot open pages, whatever it confirms [D13, D39]', async () => {
    const bank = createBank();
    const host = await openHost(era, () => [definePayInvoice(bank)], { confirm: TICKED });
    const outcome = await host.call('pay_invoice', { invoice: '2041' }).catch((error: Error) => error.message);
    expect(outcome).toContain('needs to open a page for the person');
    expect(bank.payments).toEqual([]);
    await host.close();
  });
});
