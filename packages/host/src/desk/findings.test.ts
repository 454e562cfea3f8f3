/** What the desk finds before a person looks, and what it never does by itself. */
import type { QuestionView } from '@midcall/core/contract';
import { describe, expect, it } from 'vitest';
import type { DeskQuestion } from '../index.js';
import { createDesk } from '../index.js';

const me = { principal: 'local' };

function shown(params: DeskQuestion['params'], change: Partial<DeskQuestion> = {}): QuestionView {
  const desk = createDesk({ surfaces: [{ name: 'inbox', reachable: () => true }] });
  void desk.ask({ params, revision: '2025-11-25', principal: 'local', server: { name: 'Records' }, ...change });
  const [view] = desk.list(me);
  void desk.close();
  if (view === undefined) throw new Error('not shown');
  return view;
}

const ids = (view: QuestionView): string[] => view.findings.map(finding => finding.id);
const form = (properties: Record<string, Record<string, string>>, message = 'm'): DeskQuestion['params'] => ({
  message,
  requestedSchema: { type: 'object', properties },
});

describe('findings', () => {
  it('warn of addresses that are not what they look like, and of nothing else [E-U-05, E-U-11]', () => {
    const page = (url: string): QuestionView => shown({ mode: 'url', message: 'Sign in', url, elicitationId: 'e' });
    expect(ids(page('https://svc.example/in'))).toEqual([]);
    for (const odd of ['https://аррӏе.example/login', 'https://bank.example@evil.example/login', 'https://svc.example/\u202egpj.exe']) {
      expect(
        page(odd).findings.some(finding => finding.severity !== 'info'),
        odd,
      ).toBe(true);
    }
    expect(page('https://bank.example@evil.example/login').url?.host).toBe('evil.example');
  });

  it('tell a form that asks for a secret, once, whichever text says so [N4]', () => {
    expect(ids(shown(form({ password: { type: 'string' } })))).toContain('secret-ask');
    expect(ids(shown(form({ value: { type: 'string' } }, 'Please enter your password')))).toContain('secret-ask');
    const both = shown(form({ password: { type: 'string' } }, 'Please enter your password'));
    expect(new Set(both.findings.map(finding => JSON.stringify(finding))).size).toBe(both.findings.length);
    expect(ids(shown(form({ name: { type: 'string' } }, 'Your name?')))).toEqual([]);
  });

  it('do not depend on what the server calls itself; the heading is the operator’s name [E-C-14c]', () => {
    const params = form({ password: { type: 'string' } });
    const plain = shown(params);
    const grand = shown(params, { server: { name: 'Records', claim: { name: 'Your Bank (verified)', version: '9' } } });
    expect(grand.server.name).toBe('Records');
    expect(grand.findings).toEqual(plain.findings);
    expect(grand.expiresAt === undefined).toBe(plain.expiresAt === undefined);
  });
});

describe('an address', () => {
  it('is never fetched, by asking, showing, answering or expiring [E-U-06, N10]', async () => {
    const real = globalThis.fetch;
    let fetched = 0;
    globalThis.fetch = async () => {
      fetched += 1;
      throw new Error('no');
    };
    try {
      const desk = createDesk({ surfaces: [{ name: 'inbox', reachable: () => true }] });
      const asked = desk.ask({
        params: { mode: 'url', message: 'm', url: 'https://svc.example/one-time?k=1' },
        revision: '2026-07-28',
        principal: 'local',
        server: { name: 'Records' },
      });
      const id = desk.list(me)[0]?.id ?? '';
      desk.shown(id, 'inbox', me);
      await desk.opened(id, { ...me, surface: 'inbox', as: 'person' });
      (await asked).settle('delivered');
      await desk.close();
    } finally {
      globalThis.fetch = real;
    }
    expect(fetched).toBe(0);
  });

  it('that can be opened only unsafely is shown and can be refused, never opened [E-U-04]', async () => {
    const desk = createDesk({ surfaces: [{ name: 'inbox', reachable: () => true }] });
    const asked = desk.ask({
      params: { mode: 'url', message: 'm', url: 'http://svc.example/in' },
      revision: '2026-07-28',
      principal: 'local',
      server: { name: 'Records' },
    });
    const [view] = desk.list(me) as [QuestionView];
    const by = { ...me, surface: 'inbox', as: 'person' } as const;
    expect(view.url?.openable).toBe(false);
    expect(await desk.opened(view.id, by)).toMatchObject({ ok: false, reason: 'not-openable' });
    expect(await desk.answer(view.id, { action: 'accept' }, by)).toMatchObject({ ok: false, reason: 'not-openable' });
    await desk.answer(view.id, { action: 'decline' }, by);
    expect((await asked).result).toEqual({ action: 'decline' });
    await desk.close();
  });

  it('that is open can be left even where the call cannot be given up', async () => {
    const desk = createDesk({ surfaces: [{ name: 'inbox', reachable: () => true }] });
    void desk.ask({
      params: { mode: 'url', message: 'm', url: 'https://svc.example/in' },
      revision: '2025-11-25',
      principal: 'local',
      server: { name: 'Records' },
    });
    const id = desk.list(me)[0]?.id ?? '';
    const by = { ...me, surface: 'inbox', as: 'person' } as const;
    await desk.opened(id, by);
    expect(await desk.answer(id, { action: 'cancel' }, by)).toMatchObject({ ok: true, question: { state: 'withdrawn', action: 'cancel' } });
    await desk.close();
  });
});
