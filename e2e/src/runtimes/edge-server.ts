/** A server as it would be deployed where there is no Node: Web-standard requests in, responses out. Bundled by the test beside it. */
import { choice, createMidcall, defineTool } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

const book = defineTool('book', {}, async (_none, call) => {
  const { room } = await call.need('room', { message: 'Which room?', form: { room: choice({ blue: 'Blue', red: 'Red' }) } });
  const sure = await call.ask('sure', { message: `Book ${room}?`, form: { seats: choice(['4', '8']) } });
  const booking = await call.once('book', key => `${room}/${sure.action === 'accept' ? sure.content.seats : 0}/${key.length}`);
  return { content: [{ type: 'text', text: `${booking} on ${navigator.userAgent}` }] };
});

/** @param keys As `midcall key new` makes them. */
export function edgeServer(keys: string): (request: Request) => Promise<Response> {
  const midcall = createMidcall({ keys, store: memoryStore() });
  const handler = createMcpHandler(() => midcall.attach(new McpServer({ name: 'edge', version: '1.0.0' }), [book]));
  return request => handler.fetch(request);
}
