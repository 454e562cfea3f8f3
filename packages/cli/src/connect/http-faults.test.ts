import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDesk } from '@midcall/host';
import { afterEach, describe, expect, it } from 'vitest';
import { connectServer } from './connect-server.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function failureAgainst(status: number, revision?: '2025-11-25'): Promise<{ message: string; hint?: string; code?: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<h1>\u001b[31mhello</h1>');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return connectServer({
    target: { kind: 'http', url, headers: { authorization: 'Bearer hidden-credential' } },
    env: {},
    desk: createDesk(),
    session: { server: 'S' },
    timeoutMs: 2_000,
    ...(revision && { revision }),
  }).then(
    () => ({ message: 'connected' }),
    error => error as { message: string; hint?: string; code?: string },
  );
}

describe('an address that is no MCP server', () => {
  it.each([
    [401, /wants to know who you are/],
    [404, /There is no MCP server at \/mcp/],
    [500, /answered with HTTP 500/],
    [200, /./],
  ] as const)('that answers HTTP %i is told in words, without its page and our credentials [N9, N11]', async (status, sentence) => {
    for (const revision of [undefined, '2025-11-25'] as const) {
      const { message, hint, code } = await failureAgainst(status, revision);
      expect(message).toMatch(sentence);
      expect(`${message} ${hint}`).not.toMatch(/hello|hidden-credential/);
      expect(code).toMatch(/SERVER_EXITED|SERVER_SILENT|UNSUPPORTED_REVISION|SERVER_GARBAGE/);
    }
  });
});
