/**
 * What the desk costs a question: a call with one question at a desk whose script answers at once, against the same call
 * with a bare handler on the SDK's client. Both in memory, so that nothing else is in it.
 */
import { createDesk, openGate, scriptedSurface } from '@midcall/host';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Era } from '../hosts/connect.js';
import type { Measured, Row } from '../row.js';
import { asking } from '../servers/asking.js';
import { TOOL } from '../servers/tool.js';
import { several } from '../several.js';
import { answer } from './form.js';

const params = { name: TOOL, arguments: { service: 'billing' } };

function newClient(era: Era, capabilities: object): Client {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  return new Client({ name: 'host', version: '1.0.0' }, { capabilities, ...(era === 'modern' && { versionNegotiation }) });
}

async function overhead(era: Era): Promise<Measured> {
  const bare = newClient(era, { elicitation: { form: {} } });
  bare.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { ...answer } }));
  const mediated = newClient(era, {});
  const desk = createDesk({ policy: openGate, surfaces: [scriptedSurface({ '*': { action: 'accept', content: { ...answer } } })] });
  const session = desk.attach(mediated, { server: 'Release' });
  const handles = await Promise.all([connect(bare), connect(mediated)]);
  const check = (text: unknown): void => {
    if (JSON.stringify(text).includes('Released billing to staging.') === false)
      throw new Error(`unexpected result: ${JSON.stringify(text)}`);
  };
  try {
    return await several({
      ways: {
        desk: async () => check((await session.callTool(params)).content),
        bare: async () => check((await bare.callTool(params)).content),
      },
      tell: ms => (ms.desk - ms.bare) * 1_000,
    });
  } finally {
    session.close();
    await Promise.all([bare.close(), mediated.close(), ...handles.map(handle => handle.close())]);
    await desk.close();
  }
}

async function connect(client: Client): Promise<{ close(): Promise<void> }> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(() => asking(), { transport: far });
  await client.connect(near);
  return handle;
}

export const deskRows: readonly Row[] = [
  { bench: 'desk.question', rival: 'a bare handler on the SDK client', unit: 'us', measure: () => overhead('legacy') },
  { bench: 'desk.question.modern', rival: 'a bare handler on the SDK client', unit: 'us', measure: () => overhead('modern') },
];
