/** A question that comes while the person looks elsewhere: what the inbox, in a tab of its own, lets them notice of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { JsonObject } from '@midcall/core';
import { createDesk } from '@midcall/host';
import { createInbox } from '@midcall/inbox';
import { openTab } from './browser-stage.js';
import type { CaseInput } from './case.js';
import { appears, equals, type Observed } from './observed.js';

export async function inBackground(input: CaseInput): Promise<Observed> {
  let origin = '';
  const desk = createDesk({ onError: () => undefined });
  const inbox = createInbox({ desk, origin: () => origin });
  desk.addSurface(inbox.surface);
  const server = createServer(async (request, response) => {
    const post = request.method === 'POST';
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const body = post ? Buffer.concat(await request.toArray()) : undefined;
    const answer = await inbox.fetch(
      new Request(`${origin}${request.url}`, { method: request.method ?? 'GET', headers, ...(body && { body }) }),
    );
    response.writeHead(answer.status, [...answer.headers].flat());
    if (answer.body)
      Readable.fromWeb(answer.body as ReadableStream)
        .on('error', () => undefined)
        .pipe(response);
    else response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await openTab();
  const gone = new AbortController();
  try {
    await page.goto(await inbox.loginLink());
    await page.locator('button').first().click();
    // Signed in, loaded and listening: the page before it has a title of its own.
    await page.locator('.line-state.live').waitFor({ state: 'attached', timeout: 10_000 });
    const before = await page.title();
    const asked = desk.ask({
      params: (input.params as JsonObject | undefined) ?? { message: 'm', requestedSchema: (input.schema ?? {}) as JsonObject },
      revision: '2025-11-25',
      principal: 'local',
      server: { name: 'Records' },
      signal: gone.signal,
    });
    const noticed = await page
      .waitForFunction(title => document.title !== title, before, { timeout: 10_000, polling: 50 })
      .then(
        () => true,
        () => false,
      );
    const title = await page.title();
    gone.abort();
    await asked;
    return {
      words: ['render', 'still_waiting'],
      checks: { notice: equals(noticed && /^\(1\) /.test(title)), visible: appears(title) },
      story: `"${before}" became "${title}"`,
    };
  } finally {
    await page.context().close();
    await desk.close();
    inbox.close();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
}
