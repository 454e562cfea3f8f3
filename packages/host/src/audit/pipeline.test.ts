/** The way of one question through the desk, stage by stage, as the audit tells it. */
import { fakeClock } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { AnsweredBy } from '../index.js';
import { createDesk, scriptedSurface } from '../index.js';

const person: AnsweredBy = { principal: 'alice', surface: 'inbox', as: 'person' };
const asked = {
  params: { message: 'Where to?', requestedSchema: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } } },
  revision: '2026-07-28',
  principal: 'alice',
  server: { name: 'Records', claim: { name: 'verified-bank' } },
  call: { method: 'tools/call', name: 'ship' },
} as const;

describe('the audit of one question', () => {
  it('has every stage in its order: who asked whom, what was read, where, for how long, reviewed, answered, delivered [D24]', async () => {
    const clock = fakeClock();
    const desk = createDesk({ clock, surfaces: [{ name: 'inbox', reachable: () => true }] });
    const answer = desk.ask(asked);
    const [view] = desk.list({ principal: 'alice' });
    const id = view?.id ?? '';
    desk.shown(id, 'inbox', person);
    await clock.advance(4_000);
    await desk.saveDraft(id, { v: 1, values: [['city', 'PLANTED']], at: clock.now() }, person);
    await desk.answer(id, { action: 'accept', content: { city: 'PLANTED', zip: '1' } }, { ...person, reviewed: true });
    (await answer).settle('delivered');
    await desk.close();
    const rows = await desk.audit.rows({ question: id });
    expect(rows.map(row => row.stage)).toEqual([
      'received',
      'attributed',
      'read',
      'inspected',
      'queued',
      'shown',
      'drafted',
      'reviewed',
      'answered',
      'delivered',
    ]);
    expect(rows.every(row => row.server === 'Records' && row.principal === 'alice')).toBe(true);
    expect(rows.find(row => row.stage === 'answered')).toMatchObject({
      by: 'person',
      surface: 'inbox',
      action: 'accept',
      detail: { shownForMs: 4_000 },
      shown: rows.find(row => row.stage === 'shown')?.shown,
    });
    expect(JSON.stringify(rows)).not.toContain('PLANTED');
  });

  it('says no more than what happened: a script reviews nothing, and of an answer that was not taken there is the refusal', async () => {
    const clock = fakeClock();
    const script = createDesk({ clock, surfaces: [scriptedSurface({ '*': { city: 'Rome', zip: '1' } })] });
    const answer = await script.ask(asked);
    await script.flush();
    expect((await script.audit.rows({ question: answer.question })).map(row => row.stage)).not.toContain('reviewed');
    const desk = createDesk({ clock, surfaces: [{ name: 'inbox', reachable: () => true }] });
    void desk.ask(asked);
    const id = desk.list({ principal: 'alice' })[0]?.id ?? '';
    await desk.answer(id, { action: 'accept', content: { city: 7 } } as never, { ...person, reviewed: true });
    await desk.flush();
    expect((await desk.audit.rows({ question: id })).map(row => row.stage).at(-1)).toBe('refused');
    await desk.close();
  });
});
