/** A server that says whom it serves and what it was told: its tool asks one question first. Written as an author would. */
import { randomBytes } from 'node:crypto';
import { createMidcall, defineTool, text } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const who = defineTool(
  'who',
  { description: 'Says whom it serves.', inputSchema: z.object({ note: z.string().optional() }) },
  async (args, call) => {
    const { word } = await call.need('word', {
      message: `Which word goes with ${args.note ?? 'nothing'}?`,
      form: { word: text({ title: 'Word' }) },
    });
    return { content: [{ type: 'text', text: `${process.env.MIDCALL_PRINCIPAL_SUBJECT ?? 'nobody'} ${process.pid} ${word}` }] };
  },
);

const midcall = createMidcall({ keys: [randomBytes(32).toString('base64url')], store: memoryStore() });
serveStdio(() => midcall.attach(new McpServer({ name: 'who', version: '1.0.0' }), [who]));
