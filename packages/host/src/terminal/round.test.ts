/** Several questions of one call on one sheet: nothing is told before all of it was decided and looked at (D5). */
import { describe, expect, it } from 'vitest';
import type { DeskQuestion } from '../index.js';
import { KEY } from './fake-terminal.test.support.js';
import type { Stage } from './stage.test.support.js';
import { stage } from './stage.test.support.js';

const me = { principal: 'local' };
const NOT_NOW = '\u000e';
const MENU = '\u000f';

function question(message: string, properties: Record<string, object>, change: Partial<DeskQuestion> = {}): DeskQuestion {
  return {
    params: { message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } } as DeskQuestion['params'],
    revision: '2026-07-28',
    principal: 'local',
    server: { name: 'Records' },
    call: { method: 'tools/call', name: 'deploy' },
    round: 'r1',
    ...change,
  };
}

const slot = question('Which slot?', { slot: { type: 'string', title: 'Slot' } });
const live = question('Deploy to production?', { ok: { type: 'boolean', title: 'I understand' } });

/** Two questions of one round, and what became of them. */
function round(options: Parameters<typeof stage>[0] = {}) {
  const one = stage({ rows: 40, ...options });
  const answers = [one.desk.ask(slot), one.desk.ask(live)];
  return { ...one, answers };
}

const states = ({ desk }: Pick<Stage, 'desk'>): readonly string[] => desk.list(me).map(each => each.state);

describe('a round', () => {
  it('is one sheet with one check, and everything goes out at once [D5, E-P-06, N3]', async () => {
    const it_ = round();
    const { output, type, answers } = it_;
    for (const seen of ['2 questions at once', 'Question 1 of 2', 'Which slot?', 'Question 2 of 2', 'Deploy to production?'])
      expect(output.text()).toContain(seen);
    await type('10 am', KEY.tab, ' ', KEY.send);
    expect(output.text()).toContain('Check your answers');
    expect(output.text()).toMatch(/Slot\s+│ 10 am/);
    expect(states(it_)).toEqual(['waiting', 'waiting']);
    await type(KEY.send);
    const results = (await Promise.all(answers)).map(answer => answer.result);
    expect(results).toEqual([
      { action: 'accept', content: { slot: '10 am' } },
      { action: 'accept', content: { ok: true } },
    ]);
  });

  it('sends nothing of it while one part is missing, and goes to that part [D5, N3]', async () => {
    const it_ = round();
    await it_.type('10 am', KEY.send);
    expect(it_.output.text()).toContain('Tick the box, or decline this one');
    expect(it_.output.text()).not.toContain('Check your answers');
    expect(states(it_)).toEqual(['waiting', 'waiting']);
    await it_.type(' ', KEY.send);
    expect(it_.output.text()).toContain('Check your answers');
  });

  it('declines or puts off one question, which can be undone, and tells the others nothing of it [D5, N2]', async () => {
    const it_ = round();
    const { output, type, answers } = it_;
    await type('10 am', KEY.tab, KEY.decline);
    expect(output.text()).toContain('Records will be told no to this one.');
    expect(states(it_)).toEqual(['waiting', 'waiting']);
    await type(KEY.decline);
    expect(output.text()).toContain('I understand');
    await type(NOT_NOW);
    expect(output.text()).toContain('This one will be closed without an answer');
    await type(KEY.decline, KEY.send);
    expect(output.text()).toMatch(/Check your answers[\s\S]*Records will be told no to this one\./);
    await type(KEY.send);
    expect((await Promise.all(answers)).map(answer => answer.result.action)).toEqual(['accept', 'decline']);
  });

  it('is cancelled whole by Esc, and declined whole only from the menu [N2, D40]', async () => {
    const first = round();
    await first.type('half', KEY.escape);
    expect((await Promise.all(first.answers)).map(answer => answer.result.action)).toEqual(['cancel', 'cancel']);
    const second = round();
    await second.type(MENU, 'x');
    expect((await Promise.all(second.answers)).map(answer => answer.result.action)).toEqual(['decline', 'decline']);
  });

  it('waits whole in the inbox when it is left, and comes back as it was [D40]', async () => {
    const it_ = round({ leaving: 'keeps' });
    const { output, type } = it_;
    expect(output.text()).toContain('2 questions: Which slot?');
    await type(KEY.enter, '10 am', KEY.escape);
    expect(states(it_)).toEqual(['waiting', 'waiting']);
    await type(KEY.enter);
    expect(output.text()).toContain('10 am');
  });

  it('shows a question that joins during the check before anything is sent [N3]', async () => {
    const { desk, output, type, clock } = stage({ rows: 40, guardTime: 600 });
    const first = desk.ask(slot);
    const second = desk.ask(live);
    await clock.advance(600);
    await type('10 am', KEY.tab, ' ', KEY.send);
    await clock.advance(600);
    expect(output.text()).toContain('Check your answers');
    const third = desk.ask(question('And who?', { who: { type: 'string' } }));
    await type(KEY.send);
    expect(output.text()).toContain('And who?');
    expect(desk.list(me).map(each => each.state)).toEqual(['waiting', 'waiting', 'waiting']);
    await clock.advance(600);
    await type(KEY.escape);
    expect((await Promise.all([first, second, third])).map(answer => answer.result.action)).toEqual(['cancel', 'cancel', 'cancel']);
  });

  it('goes on with the rest when one question is withdrawn, and says so [N12]', async () => {
    const { desk, output, type } = stage({ rows: 40 });
    const call = new AbortController();
    const first = desk.ask({ ...slot, signal: call.signal });
    const second = desk.ask(live);
    await type(KEY.tab, ' ');
    call.abort();
    expect((await first).result.action).toBe('cancel');
    expect(output.text()).toContain('Records no longer needs this');
    await type(KEY.send, KEY.send);
    expect((await second).result).toEqual({ action: 'accept', content: { ok: true } });
  });

  it('never mixes rounds of two servers that use one name for theirs [N7]', () => {
    const { desk, output } = stage({ rows: 40 });
    void desk.ask(slot);
    void desk.ask({ ...live, server: { name: 'Deploy' } });
    expect(output.text()).not.toContain('questions at once');
    expect(output.text()).toContain('1 more is waiting: Deploy');
  });

  it('opens a page by its own key, and sends the others only once that is decided [N10, D5]', async () => {
    const opened: string[] = [];
    const { desk, output, type } = stage({ rows: 60, opener: { open: async href => void opened.push(href) } });
    const first = desk.ask(slot);
    const page = desk.ask({ ...slot, params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in', elicitationId: 'e' } });
    await type('10 am', KEY.send);
    expect(output.text()).toContain('Open the page, or decline this one');
    expect(opened).toEqual([]);
    await type(KEY.enter);
    expect(opened).toEqual(['https://svc.example/in']);
    expect((await page).result).toEqual({ action: 'accept' });
    await type(KEY.send);
    expect(output.text()).toContain('You agreed');
    await type(KEY.send);
    expect((await first).result).toEqual({ action: 'accept', content: { slot: '10 am' } });
  });

  it('keeps a secret-ask among others covered, and does not send around it [N4]', async () => {
    const { desk, output, type } = stage({ rows: 60 });
    void desk.ask(slot);
    void desk.ask(question('Enter your password', { password: { type: 'string' } }));
    expect(output.text()).not.toContain('Enter your password');
    await type('10 am', KEY.send);
    expect(output.text()).toContain('Decline this one, or show the question');
    await type(KEY.decline, KEY.send);
    expect(output.text()).toContain('Check your answers');
  });
});
