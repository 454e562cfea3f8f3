/** The whole page: a client, a dialog, and one line that connects them. No framework, no build of the element. */
import './strict.js';
import type { ask as Ask, MidcallQuestion } from '@midcall/element';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
// @ts-expect-error the element as its one self-contained file, as a <script type=module> would load it
import { ask as loaded } from '/midcall-question.js';

const ask = loaded as typeof Ask;
const element = document.querySelector('midcall-question') as MidcallQuestion;
const dialog = document.querySelector('dialog') as HTMLDialogElement;
const said = document.querySelector('#said') as HTMLElement;

// #region host
const client = new Client(
  { name: 'table-app', version: '1.0.0' },
  { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation: { mode: 'auto' } },
);

client.setRequestHandler('elicitation/create', async (request, { mcpReq }) => {
  dialog.showModal();
  try {
    const call = { method: 'tools/call', name: 'book_table' } as const;
    return await ask(element, request.params, { server: 'Restaurant', call, signal: mcpReq.signal });
  } finally {
    dialog.close();
  }
});
// #endregion

await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));

document.querySelector('#book')?.addEventListener('click', async () => {
  said.textContent = 'Booking …';
  const { content } = await client.callTool({ name: 'book_table', arguments: {} });
  const [first] = content;
  said.textContent = first?.type === 'text' ? first.text : '';
});
