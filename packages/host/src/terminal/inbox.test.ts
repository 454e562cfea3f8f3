/** The inbox rule in a terminal: leaving is not answering (D40). */
import { describe, expect, it } from 'vitest';
import type { DeskQuestion, HostDesk } from '../index.js';
import { KEY } from './fake-terminal.test.support.js';
import { stage } from './stage.test.support.js';

const me = { principal: 'local' };
const text = { type: 'string' };
const NOT_NOW = '\u000e';

const question = (message: string, change: Partial<DeskQuestion> = {}): DeskQuestion => ({
  params: { message, requestedSchema: { type: 'object', properties: { name: text }, required: ['name'] } },
  revision: '2025-11-25',
  principal: 'local',
  server: { name: 'Records' },
  call: { method: 'tools/call', name: 'book' },
  ...change,
});

/** Two questions that wait at the desk before the terminal comes; a page elsewhere keeps them reachable. */
function waitingDesk(desk: HostDesk): void {
  desk.addSurface({ name: 'inbox', reachable: () => true });
  void desk.ask(question('Which harbor?'));
  void desk.ask(question('Which day?', { server: { name: 'Deploy' } }));
  void desk.ask(question('Not yours', { principal: 'someone else' }));
}

describe('the inbox in a terminal', () => {
  it('lists what waits for this person, opens nothing by itself, and says what keeps it [D40, N7]', () => {
    const { output, desk } = stage({ leaving: 'keeps', before: waitingDesk });
    expect(output.alternate).toBe(true);
    for (const seen of ['2 questions are waiting', 'Records', 'Which harbor?', 'Deploy', 'Enter open', 'Esc quit'])
      expect(output.text()).toContain(seen);
    expect(output.text()).not.toContain('Not yours');
    expect(desk.list(me).map(one => one.state)).toEqual(['waiting', 'waiting']);
  });

  it('leaves a question waiting by Esc, with its draft, and goes back to the list; only Ctrl+N closes it [D40, N2, N12]', async () => {
    const { output, desk, type } = stage({ leaving: 'keeps', before: waitingDesk });
    await type(KEY.enter);
    expect(output.text()).toContain('Which harbor?');
    expect(output.text()).toContain('Esc leave it waiting');
    await type('Nor', KEY.escape);
    expect(output.text()).toContain('2 questions are waiting');
    expect(output.text()).toContain('Draft');
    expect(desk.list(me)[0]).toMatchObject({ state: 'waiting', draft: { values: [['name', 'Nor']] } });
    await type(KEY.enter);
    expect(output.text()).toContain('Nor');
    await type(NOT_NOW);
    expect(desk.list(me)[0]).toMatchObject({ action: 'cancel' });
    expect(output.text()).toContain('1 question is waiting');
    expect(output.text()).toContain('Records: Closed without an answer');
  });

  it('answers, and says saved and then delivered in the list [D24]', async () => {
    const { output, desk, type } = stage({ leaving: 'keeps' });
    expect(output.text()).toContain('Nothing is waiting');
    const asked = desk.ask(question('Which harbor?'));
    expect(output.text()).toContain('1 question is waiting');
    expect(output.text()).not.toContain('Ctrl+S');
    await type(KEY.enter, 'North', KEY.enter);
    const answer = await asked;
    expect(answer.result).toEqual({ action: 'accept', content: { name: 'North' } });
    expect(output.text()).toContain('Records: Saved');
    answer.settle('delivered');
    expect(output.text()).toContain('Delivered to Records');
    expect(output.text()).toContain('Nothing is waiting');
  });

  it.each([
    ['Esc', KEY.escape],
    ['Ctrl-C', KEY.interrupt],
    ['Ctrl-D', KEY.endOfInput],
    ['q', 'q'],
  ])('is left from the list by %s, everything waits on, and the terminal is given back [D40]', async (_name, key) => {
    const left: string[] = [];
    const { output, input, desk, type, clock } = stage({ leaving: 'keeps', before: waitingDesk, onLeave: () => left.push('left') });
    await type(key);
    expect(left).toEqual(['left']);
    expect(desk.list(me).map(one => one.state)).toEqual(['waiting', 'waiting']);
    expect([input.raw, output.alternate, output.cursorShown]).toEqual([false, false, true]);
    void desk.ask(question('Late?'));
    expect(output.text()).not.toContain('Late?');
    expect(clock.pending).toBe(8); // the desk's own: an expiry and a reminder for each of four questions
  });

  it('is left from a question by the end of the input, with the draft kept [D40]', async () => {
    const left: string[] = [];
    const { input, desk, type, clock } = stage({ leaving: 'keeps', before: waitingDesk, onLeave: () => left.push('left') });
    await type(KEY.enter, 'Nor');
    input.emit('end');
    await clock.advance(50);
    expect(left).toEqual(['left']);
    expect(desk.list(me)[0]).toMatchObject({ state: 'waiting', draft: { values: [['name', 'Nor']] } });
  });

  it('keeps the highlight on its question, and opens no other by the key meant for one that just went [N1]', async () => {
    const { output, desk, type, clock } = stage({ leaving: 'keeps', guardTime: 600, before: waitingDesk });
    await clock.advance(600);
    await type(KEY.down);
    expect(output.text()).toMatch(/❯ .*Deploy/);
    const [first, second] = desk.list(me);
    await desk.answer(first?.id ?? '', { action: 'cancel' }, { ...me, surface: 'inbox', as: 'person' });
    expect(output.text()).toMatch(/❯ .*Deploy/);
    void desk.ask(question('Third?', { server: { name: 'Billing' } }));
    await desk.answer(second?.id ?? '', { action: 'cancel' }, { ...me, surface: 'inbox', as: 'person' });
    expect(output.text()).toMatch(/❯ .*Billing/);
    await type(KEY.enter);
    expect(output.text()).not.toContain('Ctrl+S');
    await clock.advance(600);
    await type(KEY.enter);
    expect(output.text()).toContain('Ctrl+S');
  });

  it('opens the only question that waits, and says when somebody else answered it [D22, E-L-06]', async () => {
    const { output, desk } = stage({
      leaving: 'keeps',
      before: desk => {
        desk.addSurface({ name: 'inbox', reachable: () => true });
        void desk.ask(question('Which harbor?'));
      },
    });
    expect(output.text()).toContain('Ctrl+S send');
    await desk.answer(desk.list(me)[0]?.id ?? '', { action: 'accept', content: { name: 'x' } }, { ...me, surface: 'inbox', as: 'person' });
    expect(output.text()).toContain('This was answered somewhere else');
    expect(output.text()).toContain('Esc quit');
  });
});
