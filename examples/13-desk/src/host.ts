/** A host in twenty lines: one desk, one server of either era, its tools called through the session. */
// #region host
import type { Surface } from '@midcall/host';
import { createDesk } from '@midcall/host';
import type { Transport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';

export async function openHost(transport: Transport, surface: Surface, name: string) {
  const desk = createDesk({ surfaces: [surface] });
  const client = new Client({ name: 'my-host', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const session = desk.attach(client, { server: name });
  await client.connect(transport);
  const close = async (): Promise<void> => {
    await client.close();
    await desk.close();
  };
  return { desk, session, close };
}
// #endregion
