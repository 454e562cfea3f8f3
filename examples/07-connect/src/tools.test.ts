import { openWithCode, type PlainBrowser, plainBrowser } from '@midcall/example-kit/browser';
import { type Era, type Host, openHost } from '@midcall/example-kit/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Codehost, startCodehost } from './codehost.js';
import { createMailService } from './mail-service.js';
import { defineListRepositories, defineSendMail } from './tools.js';

let codehost: Codehost;
beforeAll(async () => {
  codehost = await startCodehost();
});
afterAll(() => codehost.close());

const MAIL = { to: 'ada@example.com', subject: 'Hello' };
const GOOD = 'PLANTED-mail-key';

/** A person with a browser; on each page they are sent to, the next thing they do. */
async function open(era: Era, ...does: readonly ((browser: PlainBrowser) => Promise<unknown>)[]) {
  const mail = createMailService(GOOD);
  const browser = plainBrowser();
  let page = 0;
  const visit = async (url: string, message: string): Promise<'accept'> => {
    await openWithCode(browser, url, message);
    await does[page]?.(browser);
    page += 1;
    return 'accept';
  };
  const host: Host = await openHost(era, () => [defineSendMail(mail), defineListRepositories(codehost)], {}, { visit });
  return { host, mail, browser, pages: () => page };
}

const gives = (key: string) => (browser: PlainBrowser) => browser.submit({ 'field.apiKey': key });

async function connects(browser: PlainBrowser): Promise<void> {
  await browser.submit({ action: 'go' });
  await browser.submit({ prompt: 'login', login: 'ada', password: 'anything' });
  await browser.submit({ prompt: 'consent' });
}

describe.each(['legacy', 'modern'] as const)('connecting, %s', era => {
  it('an API key is given on a page once, used by later calls, and seen by nobody else [E-P-03, E-U-14, N9]', async () => {
    const { host, mail, pages } = await open(era, gives(GOOD));
    const texts = [await host.call('send_mail', MAIL), await host.call('send_mail', { ...MAIL, subject: 'Again' })];
    expect(texts).toEqual(['Sent “Hello” to ada@example.com.', 'Sent “Again” to ada@example.com.']);
    expect(mail.sent).toEqual(['ada@example.com: Hello', 'ada@example.com: Again']);
    expect(pages()).toBe(1);
    expect(JSON.stringify([texts, host.asked])).not.toContain(GOOD);
    await host.close();
  });

  it('a key that the service does not know is forgotten, and asked for again', async () => {
    const { host, mail } = await open(era, gives('mistyped'), gives(GOOD));
    expect(await host.call('send_mail', MAIL)).toContain('does not know this API key');
    expect(await host.call('send_mail', MAIL)).toContain('Sent');
    expect(mail.sent).toHaveLength(1);
    await host.close();
  });

  it('access to a third party is given there, by the person, to this server [E-U-15, E-U-16]', async () => {
    const { host, browser, pages } = await open(era, connects);
    expect(await host.call('list_repositories')).toBe('ada/notes\nada/site');
    expect(browser.at.text).toContain('Done');
    expect(await host.call('list_repositories')).toBe('ada/notes\nada/site');
    expect(pages()).toBe(1);
    await host.close();
  });

  it('that the person does not go through with changes nothing [N2]', async () => {
    const { host, mail } = await open(era, browser => browser.submit({ action: 'close' }));
    expect(await host.call('send_mail', MAIL)).toContain('was closed or ran out before it was finished');
    expect(mail.sent).toEqual([]);
    await host.close();
  });
});
