import { createDesk, scriptedSurface } from '@midcall/host';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ConnectServerOptions, connectServer, type ServerConnection } from './connect-server.js';

// Real processes; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 60_000 });

const open: ServerConnection[] = [];
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});

/** A server of a few lines: `on` gets each request and writes what it likes. */
const server = (on: string) =>
  `let rest=''; const say = o => process.stdout.write((typeof o === 'string' ? o : JSON.stringify({ jsonrpc: '2.0', ...o })) + '\\n');
   const init = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
   process.stdin.on('data', d => { rest += d; const lines = rest.split('\\n'); rest = lines.pop(); for (const l of lines) { const m = JSON.parse(l); ${on} } });`;
const LEGACY =
  "if (m.method === 'initialize') say({ id: m.id, result: init }); else if (m.method === 'server/discover') say({ id: m.id, error: { code: -32601, message: 'no' } });";

async function connect(code: string, more: Partial<ConnectServerOptions> = {}): Promise<ServerConnection> {
  const connection = await connectServer({
    target: { kind: 'stdio', command: process.execPath, args: ['-e', code], cwd: '/' },
    env: { PATH: process.env.PATH },
    desk: createDesk({ surfaces: [scriptedSurface('decline')] }),
    session: { server: 'S', principal: 'local' },
    timeoutMs: 20_000,
    onStderr: () => {},
    ...more,
  });
  open.push(connection);
  return connection;
}

const SOON = { timeoutMs: 1_500 };
const failure = async (work: Promise<unknown>): Promise<{ code?: string; message?: string; hint?: string }> =>
  work.then(
    () => ({}),
    error => error as { code?: string; message?: string; hint?: string },
  );

describe('a server that breaks the rules', () => {
  it('may print a banner first: it is noticed, and the protocol goes on', async () => {
    const printed: string[] = [];
    const connection = await connect(`say0 = console.log('Server ready'); ${server(LEGACY)}`, { onGarbage: line => printed.push(line) });
    expect(connection.revision).toBe('2025-11-25');
    expect(printed).toEqual(['Server ready']);
  });

  it('may end at a message it does not know: it is asked again in the older way', async () => {
    const connection = await connect(server(`if (m.method === 'server/discover') process.exit(1); ${LEGACY}`));
    expect(connection.revision).toBe('2025-11-25');
  });

  it('may end at once, whatever it is asked: what it says of that is heard once, and the line that says it is told', async () => {
    const heard: string[] = [];
    const error = await failure(
      connect("process.emitWarning('old'); process.nextTick(() => { throw new Error('no licence') })", {
        onStderr: line => heard.push(line),
      }),
    );
    expect(error).toMatchObject({ code: 'SERVER_EXITED', message: 'The server exited before it answered, with status 1.' });
    expect(error.hint).toBe('Its last words: Error: no licence');
    expect(heard.filter(line => line.startsWith('Error: no licence'))).toHaveLength(1);
    expect(heard.filter(line => line.includes('Warning: old'))).toHaveLength(1);
  });

  it('may answer neither question: it is given up in bounded time', async () => {
    expect((await failure(connect(server("if (m.method === 'ping') say({})"), SOON))).code).toBe('SERVER_SILENT');
  });

  it('may print JSON that is no protocol: it counts as silence, not as an answer', async () => {
    expect((await failure(connect(server(`say('{"hello":"world"}'); say('[]'); say('7')`), SOON))).code).toBe('SERVER_SILENT');
  });

  it('may die in the middle of a call: the call says so, with status and last words [N8]', async () => {
    const connection = await connect(
      server(
        `${LEGACY} if (m.method === 'tools/call') { process.stderr.write('out of memory\\n'); setTimeout(() => process.exit(137), 20); }`,
      ),
    );
    const error = await failure(
      connection.session.callTool({ name: 't', arguments: {} }).catch(async cause => Promise.reject(await connection.explain(cause))),
    );
    expect(error).toMatchObject({
      code: 'SERVER_EXITED',
      message: 'The server exited with status 137.',
      hint: 'Its last words: out of memory',
    });
  });

  it('may print control characters: what is quoted of it cannot move the cursor [N11]', async () => {
    const error = await failure(connect(`process.stdout.write('\\x1b[2Jgone\\n'); setInterval(() => {}, 1000)`, { timeoutMs: 6_000 }));
    expect(error.code).toBe('SERVER_GARBAGE');
    expect(error.message).not.toContain('\u001b');
  });

  it('may speak another revision than the one asked for: it is refused, not talked to', async () => {
    expect((await failure(connect(server(LEGACY), { revision: '2025-06-18' }))).code).toBe('UNSUPPORTED_REVISION');
    expect((await failure(connect(server(LEGACY), { revision: '2026-07-28' }))).code).toBe('UNSUPPORTED_REVISION');
  });

  it('may ignore the end of its input: it is ended all the same', async () => {
    const connection = await connect(`${server(`${LEGACY}`)} setInterval(() => {}, 1000); process.on('SIGTERM', () => {});`);
    await connection.close();
    expect(connection.child?.exit).toEqual({ code: null, signal: 'SIGKILL' });
  });
});
