import { text } from '@midcall/core';
import { memoryStore } from '@midcall/store';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineTool } from './author/define.js';
import { createMidcall } from './node.js';
import { FORM, KEYS, legacyPeer, modernPeer, textOf } from './raw-peer.test.kit.js';

const midcall = createMidcall({ keys: KEYS });
const fresh = () => new McpServer({ name: 'test', version: '1' });
const plain = defineTool('plain', {}, () => ({ content: [] }));

describe('attach', () => {
  it('returns the same server, once', () => {
    const server = fresh();
    expect(midcall.attach(server, [plain])).toBe(server);
    expect(() => midcall.attach(server)).toThrow(expect.objectContaining({ code: 'ATTACH_TWICE' }));
  });

  it('comes too late after a registration, a declared capability or a connection, and says what to do', async () => {
    const registered = fresh();
    registered.registerTool('t', {}, () => ({ content: [] }));
    const declared = new McpServer({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    const connected = fresh();
    const [, far] = InMemoryTransport.createLinkedPair();
    await connected.connect(far);
    for (const server of [registered, declared, connected]) {
      expect(() => midcall.attach(server)).toThrow(
        expect.objectContaining({ code: 'ATTACH_TOO_LATE', hint: expect.stringContaining('before the first') }),
      );
    }
    await connected.close();
  });

  it('leaves plain registrations beside it alone, their own state included', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const server = midcall.attach(fresh(), [plain]);
    server.registerTool('own', {}, ctx => ({ content: [{ type: 'text', text: String(ctx.mcpReq.id) }] }));
    await server.connect(far);
    const got = new Promise(resolve => {
      near.onmessage = message => 'result' in message && message.id === 2 && resolve(message.result);
    });
    await near.start();
    await near.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    await near.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'own' } });
    expect(await got).toEqual({ content: [{ type: 'text', text: '2' }] });
    await server.close();
  });

  it('mirrors the SDK’s registration calls, and wants the server attached first', () => {
    expect(() => midcall.tools(fresh())).toThrow(expect.objectContaining({ code: 'ATTACH_TOO_LATE' }));
    const server = midcall.attach(fresh());
    const tool = midcall.tools(server).registerTool('t', { inputSchema: z.object({ n: z.number() }) }, async ({ n }, call) => {
      await call.confirm('sure', { message: `${n}?` });
      return { content: [] };
    });
    expect(tool.enabled).toBe(true);
  });

  it('refuses a definition that needs a store where there is none [D9]', () => {
    const needy = defineTool('needy', { needs: ['once'] }, () => ({ content: [] }));
    expect(() => midcall.attach(fresh(), [needy])).toThrow(expect.objectContaining({ code: 'STORE_REQUIRED' }));
    expect(() => createMidcall({ keys: KEYS, store: memoryStore() }).attach(fresh(), [needy])).not.toThrow();
  });

  it('refuses weak keys when the process starts [D8]', () => {
    for (const keys of ['hunter2', 'a'.repeat(43), [] as string[]])
      expect(() => createMidcall({ keys })).toThrow(expect.objectContaining({ code: expect.stringMatching(/^KEY/) }));
  });
});

describe('a tool with an outputSchema', () => {
  const outputSchema = z.object({ done: z.boolean() });
  const ask = { message: 'Who?', form: { name: text() } };

  it('must say what it returns when the person does not go along, in a way that fits [D10]', () => {
    const handler = () => ({ content: [], structuredContent: { done: true } });
    expect(() => defineTool('t', { outputSchema }, handler)).toThrow(expect.objectContaining({ code: 'OTHERWISE_REQUIRED' }));
    expect(() => defineTool('t', { outputSchema, otherwise: () => ({ content: [], structuredContent: { done: 'no' } }) }, handler)).toThrow(
      expect.objectContaining({ code: 'OTHERWISE_REQUIRED' }),
    );
  });

  it('then ends every refusal with a result that fits, in both eras [D10, N2]', async () => {
    const strict = defineTool(
      'strict',
      { outputSchema, otherwise: ending => ({ content: [{ type: 'text', text: ending.reason }], structuredContent: { done: false } }) },
      async (_none, call) => {
        await call.need('who', ask);
        return { content: [], structuredContent: { done: true } };
      },
    );
    const modern = await modernPeer([strict]);
    const first = await modern.request('tools/call', { name: 'strict' });
    const end = await modern.request('tools/call', {
      name: 'strict',
      inputResponses: { who: { action: 'decline' } },
      requestState: first.result.requestState,
    });
    expect(end.result).toMatchObject({ structuredContent: { done: false }, content: [{ text: 'declined' }] });
    await modern.close();
    const legacy = await legacyPeer([strict]);
    const call = legacy.start('tools/call', { name: 'strict' });
    const question = await legacy.frame(frame => frame.method === 'elicitation/create');
    await legacy.send({ jsonrpc: '2.0', id: question.id, result: { action: 'cancel' } });
    expect((await call.response).result).toMatchObject({ structuredContent: { done: false }, content: [{ text: 'cancelled' }] });
    await legacy.close();
  });
});

describe('what else a tool may do', () => {
  it('returns and throws as ever when it does not ask', async () => {
    const failing = defineTool('failing', {}, () => {
      throw new Error('broken');
    });
    const peer = await modernPeer([plain, failing], { capabilities: FORM });
    expect((await peer.request('tools/call', { name: 'plain' })).result).toMatchObject({ resultType: 'complete', content: [] });
    const frame = await peer.request('tools/call', { name: 'failing' });
    expect(frame.result.isError).toBe(true);
    expect(textOf(frame)).toBe('broken');
    await peer.close();
  });
});
