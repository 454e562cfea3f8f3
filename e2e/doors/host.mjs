// A host of a few lines on the packed packages: a desk stands behind the official client and answers by a script.
import { createDesk, scriptedSurface } from '@midcall/host';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const desk = createDesk({ surfaces: [scriptedSurface({ where: { action: 'accept', content: { where: 'staging' } } })] });
const client = new Client({ name: 'host', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
const session = desk.attach(client, { server: 'Release', principal: 'local' });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: ['server.js'], env: { ...process.env }, stderr: 'ignore' }),
);
const { content } = await session.callTool({ name: 'deploy', arguments: { service: 'api' } });
process.stdout.write(`${content[0].text}\n`);
await client.close();
await desk.close();
