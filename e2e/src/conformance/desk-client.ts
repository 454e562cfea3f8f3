/**
 * The client that the official suite plays with: the SDK's, with the desk between it and a person who accepts. It knows
 * no scenario; it connects to the address in its last argument, lists, and uses everything that is listed.
 */
import type { JsonObject } from '@midcall/core';
import { createDesk, type HostSession, openGate, scriptedSurface } from '@midcall/host';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

async function main(url: string): Promise<void> {
  const desk = createDesk({ policy: openGate, surfaces: [scriptedSurface('accept')] });
  const client = new Client(
    { name: 'midcall-conformance', version: '1.0.0' },
    { capabilities: { roots: {}, sampling: {} }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('roots/list', () => ({ roots: [] }));
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    content: { type: 'text', text: 'Paris' },
    model: 'none',
    stopReason: 'endTurn',
  }));
  const session = desk.attach(client, { server: 'Conformance' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await useEverything(session);
  await client.close();
  await desk.close();
}

/** Lists what the server says it has, and calls, gets and reads all of it. */
async function useEverything(session: HostSession): Promise<void> {
  const { client } = session;
  const has = client.getServerCapabilities();
  const { tools } = has?.tools === undefined ? { tools: [] } : await client.listTools();
  for (const tool of tools) await session.callTool({ name: tool.name, arguments: argumentsFor(tool.inputSchema as JsonObject) });
  const { resources } = has?.resources === undefined ? { resources: [] } : await client.listResources();
  for (const { uri } of resources) await session.readResource({ uri });
  const { prompts } = has?.prompts === undefined ? { prompts: [] } : await client.listPrompts();
  for (const { name } of prompts) await session.getPrompt({ name });
}

/** Something of the right type for each argument that a tool demands. */
function argumentsFor(schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, { readonly type?: string }>>;
  const values: Readonly<Record<string, string | number | boolean>> = { number: 2, integer: 2, boolean: true };
  return Object.fromEntries(((schema.required ?? []) as string[]).map(name => [name, values[properties[name]?.type ?? ''] ?? 'text']));
}

await main(process.argv.at(-1) ?? '');
