/** A host as the guide teaches it: a desk, its inbox on loopback, and the official client attached to it. */
import { serve } from '@hono/node-server';
import { createDesk, type HostDesk } from '@midcall/host';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { createInbox } from '../index.js';

export async function startDesk() {
  // #region desk
  let origin = '';
  const desk = createDesk();
  const inbox = createInbox({ desk, origin: () => origin });
  desk.addSurface(inbox.surface);
  const server = await new Promise<ReturnType<typeof serve>>(resolve => {
    const started = serve({ fetch: inbox.fetch, hostname: '127.0.0.1', port: 0 }, info => {
      origin = `http://127.0.0.1:${info.port}`;
      resolve(started);
    });
  });
  // #endregion
  return { desk, inbox, server };
}

export async function attach(desk: HostDesk, transport: Transport) {
  // #region attach
  const client = new Client({ name: 'my-host', version: '1.0.0' });
  const session = desk.attach(client, { server: 'Records' });
  await client.connect(transport);
  // #endregion
  return { client, session };
}
