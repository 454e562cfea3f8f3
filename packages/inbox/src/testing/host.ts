/** A host as the guide teaches it: a desk, its inbox on loopback, and the official client attached to it. */
import { serve } from '@hono/node-server';
import { principalOf, type VerifiedSubject } from '@midcall/core';
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

export interface TeamOptions {
  readonly desk: HostDesk;
  readonly origin: () => string;
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly issuer: string;
  readonly clientSecret: string;
}

export function teamInbox({ desk, origin, secret, issuer, clientSecret }: TeamOptions) {
  // #region team
  const inbox = createInbox({
    desk,
    origin,
    secret, // 32 random bytes: browsers stay signed in over a restart
    oidc: {
      issuer, // 'https://accounts.example.com'
      clientId: 'midcall-desk',
      clientSecret,
      admit: ({ sub }) => sub !== 'mallory', // default: everybody whom the provider signs in
    },
  });
  desk.addSurface(inbox.surface);
  // #endregion
  return inbox;
}

export function attachFor(desk: HostDesk, client: Client, { iss, sub }: VerifiedSubject) {
  // #region principal
  const session = desk.attach(client, { server: 'Records', principal: principalOf({ iss, sub }) });
  // #endregion
  return session;
}
