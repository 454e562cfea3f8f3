/** Two tools that act in the person's name elsewhere: one with an API key, one with OAuth. Neither the host nor the model sees either. */
import { defineTool, oauthPage, secretPage, type ToolDefinition } from '@midcall/server';
import * as z from 'zod';
import type { Codehost } from './codehost.js';
import type { MailService } from './mail-service.js';

// #region secret
const mailKey = secretPage('mail-key', {
  title: 'Connect the mail service',
  fields: { apiKey: { title: 'API key', description: 'From the settings of the mail service. The right to send is enough.' } },
});

export function defineSendMail(mail: MailService): ToolDefinition {
  return defineTool(
    'send_mail',
    {
      description: 'Sends a mail in the name of the person.',
      inputSchema: z.object({ to: z.email(), subject: z.string() }),
      needs: ['once', 'visit'],
    },
    async ({ to, subject }, call) => {
      const connected = await call.visit('mail', { message: 'To send mail in your name, your API key is needed.', page: mailKey });
      const sent = await call.once('send', async () => mail.send((await connected.secret()).apiKey, to, subject));
      if (sent) return said(`Sent “${subject}” to ${to}.`);
      await connected.forget(); // the next call asks for another one
      return said('The mail service does not know this API key. Call again to give another one.');
    },
  );
}
// #endregion

// #region oauth
export function defineListRepositories(codehost: Codehost): ToolDefinition {
  const page = oauthPage({
    name: 'codehost',
    title: 'Codehost',
    issuer: codehost.url,
    discovery: 'oidc',
    clientId: codehost.client.id,
    clientSecret: codehost.client.secret,
    scopes: ['repositories', 'offline_access'],
    parameters: { prompt: 'consent' },
  });
  return defineTool(
    'list_repositories',
    { description: 'Lists the repositories of the person.', needs: ['visit'] },
    async (_none, call) => {
      const connected = await call.visit('codehost', { message: 'To list your repositories, access to Codehost is needed.', page });
      const { accessToken } = await connected.secret(); // refreshed where it has run out
      const response = await fetch(`${codehost.url}/repositories`, {
        headers: { authorization: `Bearer ${accessToken}` },
        signal: call.signal,
      });
      return said(((await response.json()) as readonly string[]).join('\n'));
    },
  );
}
// #endregion

function said(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
