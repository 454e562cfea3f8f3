import { principalOf } from '@midcall/core';
import { createDesk } from '@midcall/host';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { attach, attachFor, startDesk } from './testing/host.js';

it('the host of the guide: a server asks in a call, a person answers in the browser, the call goes on [E-P-04, E-P-11]', {
  timeout: 60_000,
}, async () => {
  const [hostSide, serverSide] = InMemoryTransport.createLinkedPair();
  const records = new McpServer({ name: 'records-admin', version: '1.2' });
  records.registerTool('book', { inputSchema: z.object({ room: z.string() }) }, async ({ room }, ctx) => {
    const { action, content } = await ctx.mcpReq.elicitInput({
      message: 'For whom?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
    });
    return { content: [{ type: 'text', text: `${room} ${action} ${String(content?.name)}` }] };
  });
  await records.connect(serverSide);
  const { desk, inbox, server } = await startDesk();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await page.goto(await inbox.loginLink());
  await page.getByRole('button', { name: 'Open the inbox' }).click();
  await page.locator('.line-state.live').waitFor({ state: 'attached' });
  const { client, session } = await attach(desk, hostSide);
  const called = session.callTool({ name: 'book', arguments: { room: 'blue' } });
  await page.getByRole('heading', { name: 'Records asks' }).waitFor();
  await page.getByText('calls itself “records-admin 1.2”').waitFor();
  await page.getByLabel('Name').fill('Rowan');
  // A press within the guard time does nothing, so it is pressed until it counts.
  await expect
    .poll(
      async () => {
        const send = page.getByRole('button', { name: 'Send answer' });
        if (await send.isVisible()) await send.click();
        return page.getByText('Delivered to Records').isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect((await called).content).toEqual([{ type: 'text', text: 'blue accept Rowan' }]);
  await browser.close();
  await client.close();
  inbox.close();
  await desk.close();
  await new Promise(resolve => server.close(resolve));
});

it('a client attached for a verified person asks that person and nobody else [D21, N7]', async () => {
  const [hostSide, serverSide] = InMemoryTransport.createLinkedPair();
  const records = new McpServer({ name: 'records-admin', version: '1.2' });
  records.registerTool('book', {}, async ctx => {
    const { action } = await ctx.mcpReq.elicitInput({ message: 'For whom?', requestedSchema: { type: 'object', properties: {} } });
    return { content: [{ type: 'text', text: action }] };
  });
  await records.connect(serverSide);
  const desk = createDesk();
  desk.addSurface({ name: 'a page elsewhere', reachable: () => true });
  const client = new Client({ name: 'my-host', version: '1.0.0' });
  const robin = { iss: 'https://accounts.example.com', sub: 'robin' };
  const session = attachFor(desk, client, robin);
  await client.connect(hostSide);
  const called = session.callTool({ name: 'book', arguments: {} });
  await expect.poll(() => desk.list({ principal: principalOf(robin) }).length).toBe(1);
  for (const principal of ['local', 'robin', principalOf({ ...robin, iss: 'https://other.example' })])
    expect(desk.list({ principal })).toEqual([]);
  const [question] = desk.list({ principal: principalOf(robin) });
  await desk.answer(question?.id ?? '', { action: 'decline' }, { principal: principalOf(robin), surface: 'page', as: 'person' });
  expect((await called).content).toEqual([{ type: 'text', text: 'decline' }]);
  await client.close();
  await desk.close();
});
