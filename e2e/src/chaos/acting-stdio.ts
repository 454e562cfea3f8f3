/** The acting server as a command: each principal has one of their own, which dies with its gateway. Effects go to the run over HTTP. */
import { createMidcall, newKey } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { actingTool } from './acting-tool.js';

const [, , effects = ''] = process.argv;
const midcall = createMidcall({ keys: newKey(), store: memoryStore(), onError: () => undefined });
const act = actingTool(async effect => {
  await fetch(effects, { method: 'POST', body: JSON.stringify({ ...effect, owner: process.env.MIDCALL_PRINCIPAL_SUBJECT }) });
});
serveStdio(() => midcall.attach(new McpServer({ name: 'acting', version: '1.0.0' }), [act]));
