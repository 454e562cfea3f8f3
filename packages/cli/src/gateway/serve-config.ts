/**
 * `midcall gateway --config FILE`: every server of the file at `/NAME/mcp`, for hosts that speak streamable HTTP.
 *
 * Promises:
 *  1. Loopback only, Host and Origin checked, and a token that only this user can read (D30). The token is printed on a
 *     terminal; where standard error is a log, its file is named instead (N9).
 *  2. Told to stop, it takes nothing new, gives what is open ten seconds, and then says to every side that it ends.
 */
import { showText } from '@midcall/core/inspect';
import { bearerGate, createHttpFace } from '@midcall/gateway/http';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { serveLoopback } from '../loopback/serve-loopback.js';
import type { Terminal } from '../terminal/terminal.js';
import { untilStopped } from '../terminal/until-stopped.js';
import { type AccessToken, accessToken } from './access-token.js';
import { draining } from './drain.js';
import { gatewayMetrics } from './gateway-metrics.js';
import { openBridge } from './open-bridge.js';
import { openGatewayDesk, PRINCIPAL } from './open-gateway-desk.js';
import type { ServedServer } from './served-server.js';

const DRAIN_MS = 10_000;
const NAME = /^\/([A-Za-z0-9_-]{1,64})\/mcp\/?$/;

/** @throws MidcallError PORT_IN_USE, CONFIG_INVALID, STORE_FAILED. */
export async function serveConfig(
  served: readonly ServedServer[],
  options: { readonly port: number; readonly open: boolean },
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const access = accessToken(terminal.env);
  const authenticate = bearerGate(access.token, PRINCIPAL);
  const desk = await openGatewayDesk({ served, port: 0, open: options.open }, context);
  const { page } = desk;
  const metrics = gatewayMetrics();
  const unsubscribe = page?.desk.subscribe({ principal: PRINCIPAL }, view => metrics.question(view));
  const bridges = new Map(
    served.map(one => [
      one.name,
      openBridge(one, {
        terminal,
        principal: PRINCIPAL,
        secret: desk.secretFor(one.name),
        onEvent: event => metrics.event(one.name, event),
        ...(page && { desk: page.desk, deskLocation: () => page.origin }),
      }),
    ]),
  );
  const face = createHttpFace({ servers: new Map([...bridges].map(([name, bridge]) => [name, bridge.gateway])), authenticate });
  const drain = draining(request => {
    const name = request.method === 'POST' ? NAME.exec(new URL(request.url).pathname)?.[1] : undefined;
    if (name !== undefined && bridges.has(name)) metrics.request(name);
    return face.fetch(request);
  });

  const counts = async (request: Request): Promise<Response> => {
    const foreign =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? originValidationResponse(request, localhostAllowedOrigins());
    if (foreign !== undefined) return foreign;
    const caller = await authenticate(request);
    if (caller instanceof Response) return caller;
    const text = metrics.text({ openRequests: drain.open, sessions: face.sessions });
    return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
  };

  try {
    const server = await serveLoopback(
      request => (new URL(request.url).pathname === '/metrics' ? counts(request) : drain.fetch(request)),
      options.port,
    );
    try {
      for (const line of opening(served, server.origin, access, terminal)) terminal.err(line);
      if (page?.reachable === true) terminal.err('Questions come to a page of yours; midcall inbox opens it.');
      else if (page !== undefined)
        terminal.err(
          'midcall: no browser can be opened here, so nobody can be asked before midcall inbox has opened the page. --no-open promises that you will.',
        );
      await untilStopped(terminal.stopped);
      if (drain.open > 0)
        terminal.err(`midcall: stopping; ${drain.open} open ${drain.open === 1 ? 'request has' : 'requests have'} ten seconds.`);
      await drain.drain(DRAIN_MS);
    } finally {
      await face.close();
      await Promise.all([...bridges.values()].map(bridge => bridge.close()));
      await server.close();
    }
    return EXIT.done;
  } finally {
    unsubscribe?.();
    await desk.close();
  }
}

function opening(served: readonly ServedServer[], origin: string, access: AccessToken, terminal: Terminal): readonly string[] {
  const { colors: c } = terminal;
  const width = Math.max(...served.map(one => one.name.length));
  return [
    `midcall: serving ${served.length === 1 ? '1 server' : `${served.length} servers`}.`,
    ...served.map(one => `  ${showText(one.name).padEnd(width)}  ${origin}/${one.name}/mcp`),
    terminal.interactive
      ? `Hosts show this token with every request:\n  ${c.bold(`Authorization: Bearer ${access.token}`)}\n  ${c.dim(`kept in ${access.path}`)}`
      : `Hosts show a token with every request: Authorization: Bearer, then what stands in ${access.path}`,
  ];
}
