/** What the page about pages shows of Express; served for real in express.test.ts. */
import { createMidcall, defineTool, type Midcall, secretPage } from '@midcall/server';
import type { Store } from '@midcall/store';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express, { type Express, type Request } from 'express';

export interface Site {
  /** Where browsers reach this server, such as `https://records.example`. */
  readonly origin: string;
  readonly keys: string;
  readonly store: Store;
  /** Who the access token of a call belongs to; undefined if it is none of ours. */
  readonly ownerOf: (token: string) => string | undefined;
  /** Who is signed in to the site, by its cookie. */
  readonly signedIn: (cookies: string) => string | undefined;
}

const ISSUER = 'https://accounts.example';
const apiKey = secretPage('weather', { title: 'Connect the weather service', fields: { token: { title: 'API token' } } });
const forecast = defineTool('forecast', {}, async (_none, call) => {
  const weather = await call.visit('weather', { message: 'The weather service needs your API token.', page: apiKey });
  const { token } = await weather.secret();
  return { content: [{ type: 'text', text: `Sunny, by a token of ${token.length} characters.` }] };
});

// #region app
export function recordsApp({ origin, keys, store, ownerOf, signedIn }: Site): Express {
  const midcall: Midcall = createMidcall({
    keys,
    store,
    pages: {
      url: `${origin}/midcall`,
      identify: request => {
        const sub = signedIn(request.headers.get('cookie') ?? '');
        return sub === undefined ? undefined : { iss: ISSUER, sub };
      },
    },
  });
  const mcp = toNodeHandler(createMcpHandler(() => midcall.attach(new McpServer({ name: 'records', version: '1.0.0' }), [forecast])));
  const pages = toNodeHandler(midcall.pages());
  const app = express();
  // In front of express.json() and its like: both read the body themselves.
  app.use('/midcall', (request, response) => pages(request, response));
  app.all('/mcp', (request, response) => {
    const token = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '';
    const sub = ownerOf(token);
    if (sub === undefined) return void response.status(401).set('www-authenticate', 'Bearer').end();
    const auth = { token, clientId: 'host', scopes: [], extra: { iss: ISSUER, sub } };
    return mcp(Object.assign(request, { auth }) satisfies Request, response);
  });
  app.use(express.json());
  return app;
}
// #endregion
