/** The tool of every server of a run: it asks first, and then acts. */
import { defineTool, text } from '@midcall/server';
import { z } from 'zod';
import type { EffectRecord } from './record.js';

/** What its question says of which call. */
export const ASKS = /^Act on (\S+)\?$/;

export function actingTool(act: (effect: EffectRecord) => void | Promise<void>) {
  return defineTool('act', { description: 'Acts when told to.', inputSchema: z.object({ nonce: z.string() }) }, async ({ nonce }, call) => {
    const form = { words: text({ title: 'Words' }) };
    const { words } = await call.need('go', { message: `Act on ${nonce}?`, form, expiresIn: 60_000 });
    await act({ nonce, words });
    return { content: [{ type: 'text', text: `${nonce} ${words}` }] };
  });
}
