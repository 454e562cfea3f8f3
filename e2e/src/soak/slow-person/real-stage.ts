/** The slow person over real processes: one gateway over HTTP, servers as its children, clients on the SDK, the inbox. */
import type { ElicitResult } from '@midcall/core/wire';
import type { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { enterInbox } from '../../../../packages/cli/dist/testing/inbox-person.js';
import { home, serverCommand, startConfigGateway } from '../../gateway-matrix/processes.js';
import { DURATIONS, reportOver, type SlowCase, type SlowStage } from './body.js';

export interface RealStage extends SlowStage {
  close(): Promise<void>;
}

/** The desk's own limit for a question; a person who needs longer asks for more time a minute before. */
const EXPIRY_MS = 600_000;

export async function realStage(): Promise<RealStage> {
  const at = home();
  const entries: Record<string, unknown> = {};
  for (const server of ['2025-11-25', '2026-07-28'] as const) {
    const [command, ...args] = serverCommand(server);
    const entry = { command, args: [...args, 'stdio'], era: server === '2026-07-28' ? 'modern' : 'legacy' };
    // One server for each case, so that what it did can be asked of it.
    for (const ms of DURATIONS) {
      entries[`${server}-told-${ms}`] = { ...entry, hostLimitMs: 60_000 };
      entries[`${server}-progress-${ms}`] = entry;
      entries[`${server}-host-${ms}`] = { ...entry, desk: 'never' };
    }
  }
  const gateway = await startConfigGateway(at, entries);
  const entering = gateway.said(/browser: (\S+\.html)/).then(([, file = '']) => enterInbox(file));
  const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));
  const clients = new Map<SlowCase, Client>();

  const attend = async (one: SlowCase, answer: ElicitResult): Promise<void> => {
    const person = await entering;
    const { id } = await person.question(view => view.state === 'waiting' && view.message.startsWith(`${one.id}:`));
    const post = (act: string): Promise<Response> =>
      fetch(`${person.origin}/api/questions/${id}/${act}`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: '{}',
      });
    let left = one.ms;
    while (left > EXPIRY_MS - 60_000) {
      await sleep(EXPIRY_MS - 60_000);
      left -= EXPIRY_MS - 60_000;
      const more = await post('more-time');
      if (!more.ok) throw new Error(`${one.id}: more time was refused with ${more.status}`);
    }
    await sleep(left);
    const taken = await person.answer(id, answer);
    if (!taken.ok) throw new Error(`${one.id}: the answer was refused with ${taken.status}`);
  };

  let connecting: Promise<void> = Promise.resolve();
  const connect = async (client: Client, one: SlowCase): Promise<void> => {
    const headers = { authorization: `Bearer ${gateway.token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${gateway.origin}/${one.server}-${one.way}-${one.ms}/mcp`), {
        requestInit: { headers },
      }),
    );
    await client.listTools();
    clients.set(one, client);
  };

  return {
    sleep,
    answerAtDesk: (one, answer) => void attend(one, answer).catch((error: unknown) => process.stderr.write(`${String(error)}\n`)),
    connect(client, one) {
      // One after the other: two dozen processes that start at once are not what is looked at here.
      const connected = connecting.then(() => connect(client, one));
      connecting = connected.catch(() => undefined);
      return connected;
    },
    async report(one) {
      const client = clients.get(one);
      if (client === undefined) throw new Error(`${one.id} was never connected`);
      return reportOver(client, one);
    },
    async close() {
      void entering.then(
        person => person.leave(),
        () => undefined,
      );
      gateway.child.kill('SIGTERM');
      await gateway.exited;
      at.remove();
    },
  };
}
