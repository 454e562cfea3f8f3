/** A host in React 19: the element is a tag like any other, its properties and events typed. */
import './strict.js';
import type { MidcallQuestion } from '@midcall/element';
import '@midcall/element';
import { ask, type MidcallEventMap } from '@midcall/element';
import type {} from '@midcall/element/react';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Tables() {
  const dialog = useRef<HTMLDialogElement>(null);
  const element = useRef<MidcallQuestion>(null);
  const [said, setSaid] = useState('');
  const [drafted, setDrafted] = useState(0);
  const client = useMemo(
    () =>
      new Client(
        { name: 'table-app', version: '1.0.0' },
        { capabilities: { elicitation: { form: {}, url: {} } }, versionNegotiation: { mode: 'auto' } },
      ),
    [],
  );

  // #region handler
  useEffect(() => {
    client.setRequestHandler('elicitation/create', async (request, { mcpReq }) => {
      if (element.current === null) return { action: 'cancel' };
      dialog.current?.showModal();
      try {
        return await ask(element.current, request.params, { server: 'Restaurant', signal: mcpReq.signal });
      } finally {
        dialog.current?.close();
      }
    });
    const connected = client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));
    connected.catch(() => setSaid('The restaurant cannot be reached.'));
    return () => void connected.then(() => client.close());
  }, [client]);
  // #endregion

  async function book() {
    setSaid('Booking …');
    const { content } = await client.callTool({ name: 'book_table', arguments: {} });
    const [first] = content;
    setSaid(first?.type === 'text' ? first.text : '');
  }

  // #region jsx
  const onDraft = ({ detail }: MidcallEventMap['midcall-draft']) => setDrafted(detail.draft.values.length);
  return (
    <main>
      <h1>Tables</h1>
      <button type="button" onClick={() => void book()}>
        Book a table
      </button>
      <p id="said" role="status">
        {said}
      </p>
      <p>Fields filled in so far: {drafted}</p>
      <dialog ref={dialog} aria-label="A question">
        <midcall-question ref={element} mode="modal" onmidcall-draft={onDraft} />
      </dialog>
    </main>
  );
  // #endregion
}

createRoot(document.querySelector('#root') as HTMLElement).render(<Tables />);
