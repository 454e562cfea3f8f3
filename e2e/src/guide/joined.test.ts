import { newKey } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { expect, it, vi } from 'vitest';
import { joined } from './joined.js';

it('desks of two processes are one to a person, and so are their inboxes, as the guide says', async () => {
  const store = memoryStore();
  const shared = { store, deskKey: newKey(), inboxKey: crypto.getRandomValues(new Uint8Array(32)), origin: 'http://127.0.0.1:4319' };
  const [asker, other] = [await joined(shared), await joined(shared)];

  const link = await asker.inbox.loginLink();
  const headers = { origin: shared.origin, 'content-type': 'application/json' };
  const login = await other.inbox.fetch(
    new Request(`${shared.origin}/login`, { method: 'POST', headers, body: JSON.stringify({ token: link.split('#')[1] }) }),
  );
  expect(login.status).toBe(200);
  const { token } = (await login.json()) as { token: string };
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const live = await other.inbox.fetch(new Request(`${shared.origin}/api/live`, { headers: { cookie, 'x-midcall-token': token } }));
  expect(live.status).toBe(200);
  await vi.waitFor(() => expect(asker.desk.reachable('local')).toBe(true)); // the page is open at the other one

  const form = { type: 'object', properties: { name: { type: 'string' } } };
  const asked = asker.desk.ask({
    params: { message: 'Name?', requestedSchema: form },
    revision: '2025-11-25',
    principal: 'local',
    server: { name: 'Records' },
  });
  const question = await vi.waitFor(() => {
    const [first] = other.desk.list({ principal: 'local' });
    if (first === undefined) throw new Error('not yet');
    return first;
  });
  const answered = await other.inbox.fetch(
    new Request(`${shared.origin}/api/questions/${question.id}/answer`, {
      method: 'POST',
      headers: { ...headers, cookie, 'x-midcall-token': token },
      body: JSON.stringify({ action: 'accept', content: { name: 'Rowan' } }),
    }),
  );
  expect(answered.status).toBe(200);
  expect((await asked).result).toEqual({ action: 'accept', content: { name: 'Rowan' } });
  await live.body?.cancel();
  for (const { desk, inbox } of [asker, other]) {
    await desk.close();
    inbox.close();
  }
});
