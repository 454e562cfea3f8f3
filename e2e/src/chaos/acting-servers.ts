/** The servers behind the gateways: one of each era, over HTTP, whose tool asks first and then acts. They outlive every kill. */
import { createMidcall, defineTool, newKey, text } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { serveHttp } from '../peers/http-server.js';
import type { EffectRecord } from './record.js';

export interface ActingServers {
  readonly urls: Readonly<Record<'old' | 'new', URL>>;
  readonly effects: readonly EffectRecord[];
  close(): Promise<void>;
}

export const ASKS = /^Act on (\S+)\?$/;

export async function startActingServers(): Promise<ActingServers> {
  const effects: EffectRecord[] = [];
  const midcall = createMidcall({ keys: newKey(), store: memoryStore(), loopback: true, onError: () => undefined });
  const act = defineTool(
    'act',
    { description: 'Acts when told to.', inputSchema: z.object({ nonce: z.string() }) },
    async ({ nonce }, call) => {
      const { words } = await call.need('go', {
        message: `Act on ${nonce}?`,
        form: { words: text({ title: 'Words' }) },
        expiresIn: 60_000,
      });
      effects.push({ nonce, words });
      return { content: [{ type: 'text', text: `${nonce} ${words}` }] };
    },
  );
  const factory = (): McpServer => midcall.attach(new McpServer({ name: 'acting', version: '1.0.0' }), [act]);
  const [old, modern] = await Promise.all([
    serveHttp(factory, { legacy: 'session', eras: ['legacy'] }),
    serveHttp(factory, { legacy: 'session', eras: ['modern'] }),
  ]);
  return {
    urls: { old: old.url, new: modern.url },
    effects,
    close: async () => {
      await Promise.all([old.close(), modern.close()]);
    },
  };
}
