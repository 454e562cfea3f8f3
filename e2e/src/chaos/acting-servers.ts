/** The servers behind the gateways: one of each era over HTTP, which outlive every kill, and where those that are commands say what they did. */
import { createMidcall, newKey } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { serveHttp } from '../peers/http-server.js';
import { actingTool } from './acting-tool.js';
import type { EffectRecord } from './record.js';

export interface ActingServers {
  readonly urls: Readonly<Record<'old' | 'new' | 'effects', URL>>;
  readonly effects: readonly EffectRecord[];
  close(): Promise<void>;
}

export async function startActingServers(): Promise<ActingServers> {
  const effects: EffectRecord[] = [];
  const midcall = createMidcall({ keys: newKey(), store: memoryStore(), loopback: true, onError: () => undefined });
  const act = actingTool(effect => void effects.push(effect));
  const factory = (): McpServer => midcall.attach(new McpServer({ name: 'acting', version: '1.0.0' }), [act]);
  const [old, modern] = await Promise.all([
    serveHttp(factory, { legacy: 'session', eras: ['legacy'] }),
    serveHttp(factory, {
      legacy: 'session',
      eras: ['modern'],
      async also(request, response) {
        if (request.url !== '/effects') return false;
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        effects.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as EffectRecord);
        response.end();
        return true;
      },
    }),
  ]);
  return {
    urls: { old: old.url, new: modern.url, effects: new URL('/effects', modern.url) },
    effects,
    close: async () => {
      await Promise.all([old.close(), modern.close()]);
    },
  };
}
