/**
 * `node gateway.js stdio|http|remote ERA WHAT…`: the gateway of `@midcall/gateway` in the shapes of pump.ts, with a desk in
 * it; questions go to hosts that declare they can be asked. ERA: what the server is spoken to in. Everything else is at its
 * default, but that a legacy server's questions are not gathered for 50 ms: a wait for siblings is no work.
 */
import { createGateway, type GatewayOptions } from '@midcall/gateway';
import { createHttpFace, httpUpstream } from '@midcall/gateway/http';
import { childTransport, hostTransport } from '@midcall/gateway/node';
import { createDesk } from '@midcall/host';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { announce, listen } from '../servers/listen.js';

const [shape, era, ...what] = process.argv.slice(2);
const [command = '', ...args] = what;

const upstream: GatewayOptions['upstream'] =
  shape === 'remote' ? () => httpUpstream({ url: command }) : () => childTransport({ command, args, stderr: 'ignore' });
const options: GatewayOptions = {
  serverName: 'Release',
  upstream,
  upstreamEra: era === 'modern' || era === 'legacy' ? era : 'auto',
  desk: createDesk(),
  limits: { gatherMs: 0 },
};

if (shape === 'http') {
  const gateway = createGateway(options);
  const face = createHttpFace({ servers: new Map([['release', gateway]]), authenticate: async () => ({ principal: 'local:bench' }) });
  const listening = await listen(toNodeHandler({ fetch: request => face.fetch(request) }) as never);
  announce({ ...listening, url: new URL('/release/mcp', listening.url) });
} else {
  const connection = await createGateway({ ...options, downstream: hostTransport() }).start();
  await connection.closed;
  process.exit(0);
}
