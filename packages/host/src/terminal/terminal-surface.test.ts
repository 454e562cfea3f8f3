/** Questions in a terminal: every field kind, distinct keys, nothing sent by surprise, the terminal given back. */
import { describe, expect, it } from 'vitest';
import { FakeInput, FakeOutput, KEY, paste } from './fake-terminal.test.support.js';
import { terminalSurface } from './index.js';
import { stage } from './stage.test.support.js';
import { widthOf } from './text-width.js';

const me = { principal: 'local' };

const text = { type: 'string' };

describe('answering', () => {
  it('tells servers of one name apart by where they are reached, whatever is written there [E-P-04]', async () => {
    const { ask, output } = stage();
    void ask({ name: text }, ['name'], { server: { name: 'Records', origin: '127.0.0.1:3901\u001b[2J' } });
    expect(output.text()).toContain('127.0.0.1:3901');
    expect(output.text()).not.toContain('\u001b[2J');
  });

  it('shows who asks, for which call, until when, and the keys [E-P-04, E-P-05, E-P-11]', async () => {
    const { ask, output, desk } = stage();
    void ask({ name: text });
    const screen = output.text();
    for (const seen of [
      'Records asks',
      'records-admin 1.2',
      'book',
      'Ctrl+R show what was sent',
      'expires in 10:00',
      'What is it?',
      'Name',
      'Ctrl+S send',
      'Enter',
      'Ctrl+X decline',
      'Esc not now',
    ]) {
      expect(screen).toContain(seen);
    }
    await desk.flush();
    expect((await desk.audit.rows()).map(row => [row.stage, row.surface])).toContainEqual(['shown', 'terminal']);
  });

  it('sends one field by Enter, and gives the terminal back', async () => {
    const { ask, type, input, output } = stage();
    const asked = ask({ name: text });
    expect(input.raw).toBe(true);
    await type('har', 'x', KEY.backspace, 'bor', KEY.enter);
    expect((await asked).result).toEqual({ action: 'accept', content: { name: 'harbor' } });
    expect(input.raw).toBe(false);
    expect(output).toMatchObject({ alternate: false, cursorShown: true });
    expect(output.text()).toContain('Records: Saved');
  });

  it('fills every kind of field, checks before sending, and lets each be changed [E-P-06, E-J-05, N3]', async () => {
    const { ask, type, output } = stage({ rows: 40 });
    const asked = ask(
      {
        name: text,
        seats: { type: 'integer', minimum: 1 },
        day: { type: 'string', format: 'date' },
        vip: { type: 'boolean' },
        tone: {
          type: 'string',
          oneOf: [
            { const: '#0a0', title: 'Green' },
            { const: '#a00', title: 'Red' },
          ],
          default: '#a00',
        },
        extras: {
          type: 'array',
          items: {
            anyOf: [
              { const: 'w', title: 'Window' },
              { const: 'm', title: 'Meal' },
            ],
          },
        },
      },
      ['name', 'seats', 'day', 'tone'],
    );
    await type('Rowan', KEY.tab, 'many', KEY.tab, '2026-11-29', KEY.tab, 'y', KEY.tab, KEY.up, KEY.tab, ' ', KEY.down, ' ', KEY.send);
    expect(output.text()).toContain('Error:');
    expect(output.text()).not.toContain('many'.repeat(2));
    await type(KEY.clear, '3', KEY.send);
    expect(output.text()).toContain('Check your answers');
    for (const seen of ['Rowan', '3', '2026-11-29', 'Yes', 'Green (#0a0)', 'Window (w), Meal (m)']) expect(output.text()).toContain(seen);
    await type(KEY.enter, KEY.clear, 'Robin', KEY.send);
    expect(output.text()).toContain('Robin');
    await type(KEY.send);
    expect((await asked).result.content).toEqual({
      name: 'Robin',
      seats: 3,
      day: '2026-11-29',
      vip: true,
      tone: '#0a0',
      extras: ['w', 'm'],
    });
  });

  it('leaves out what was left blank, an optional yes/no too [N3, E-A-06]', async () => {
    const { ask, type } = stage();
    const asked = ask({ name: text, note: text, vip: { type: 'boolean' } }, ['name']);
    await type('Rowan', KEY.send, KEY.send);
    expect((await asked).result.content).toEqual({ name: 'Rowan' });
  });

  it('keeps a confirm unsent until it is ticked [N2]', async () => {
    const { ask, type, output, desk } = stage();
    const asked = ask({ yes: { type: 'boolean', title: 'Delete 4,012 rows' } });
    await type(KEY.enter, KEY.send);
    expect(output.text()).toContain('Tick the box first.');
    expect(desk.list(me)[0]?.state).toBe('waiting');
    await type(' ', KEY.send);
    expect((await asked).result).toEqual({ action: 'accept', content: { yes: true } });
  });

  it('never sends a form of several fields by Enter before the check', async () => {
    const { ask, type, desk, output } = stage();
    void ask({ a: { type: 'string', enum: ['x', 'y'] }, b: text }, ['a']);
    await type(KEY.down, KEY.enter);
    expect(desk.list(me)[0]?.state).toBe('waiting');
    await type(KEY.enter);
    expect(output.text()).toContain('Check your answers');
    expect(desk.list(me)[0]?.state).toBe('waiting');
  });

  it('finds an option among many by typing', async () => {
    const { ask, type, output } = stage();
    const asked = ask({ c: { type: 'string', enum: Array.from({ length: 60 }, (_, i) => `opt${i}`) } });
    await type('opt4', '7');
    expect(output.text()).toContain('opt47');
    await type(KEY.enter);
    expect((await asked).result.content).toEqual({ c: 'opt47' });
  });
});

describe('refusing and leaving', () => {
  it.each([
    ['Ctrl+X', KEY.decline, 'decline'],
    ['Esc', KEY.escape, 'cancel'],
    ['Ctrl-C', KEY.interrupt, 'cancel'],
    ['Ctrl-D', KEY.endOfInput, 'cancel'],
  ])('%s is what it says, from a half-typed field, and gives the terminal back [E-A-02, E-P-09, N2, D40]', async (_name, key, action) => {
    const { ask, type, input, output } = stage();
    const asked = ask({ name: text });
    await type('Ro', key);
    expect((await asked).result).toEqual({ action });
    expect(input.raw).toBe(false);
    expect(output.cursorShown).toBe(true);
  });

  it('the end of the input cancels what is shown and what waits behind [N1, N12]', async () => {
    const { ask, input, clock, desk } = stage();
    const [one, two] = [ask({ name: text }), ask({ name: text })];
    input.emit('end');
    await clock.advance(50);
    expect((await one).result).toEqual({ action: 'cancel' });
    expect((await two).result).toEqual({ action: 'cancel' });
    expect(desk.reachable('local')).toBe(false);
  });

  it('does nothing for keys that mean nothing', async () => {
    const { ask, type, desk } = stage();
    void ask({ name: text });
    await type('\u0007', '\u001b[15~', '\u001bx', '\u001b[1;5C', '\u001bOP');
    expect(desk.list(me)[0]?.state).toBe('waiting');
  });

  it('takes pasted text as text, whatever is in it', async () => {
    const { ask, type, desk, output } = stage();
    void ask({ a: text, b: text });
    await type(paste('one\ntwo\n\u0013\u0018'), 'x\ry\r');
    expect(desk.list(me)[0]?.state).toBe('waiting');
    expect(output.text()).toContain('one⏎two⏎x⏎y');
    expect(output.text()).not.toContain('Check your answers');
  });

  it('answers nothing in the first moment after a question appears [N1]', async () => {
    const { ask, type, desk, clock } = stage({ guardTime: 600 });
    const asked = ask({ yes: { type: 'boolean' } });
    await type(' ', KEY.enter, KEY.send, KEY.decline, KEY.escape);
    expect(desk.list(me)[0]?.state).toBe('waiting');
    await clock.advance(600);
    await type(KEY.send);
    expect(desk.list(me)[0]?.state).toBe('waiting'); // not even the tick was taken
    await type(' ', KEY.send);
    expect((await asked).result).toEqual({ action: 'accept', content: { yes: true } });
  });

  it('is no surface without a terminal on both sides [N1]', () => {
    for (const side of ['input', 'output'] as const) {
      const input = new FakeInput();
      const output = new FakeOutput();
      ({ input, output })[side].isTTY = undefined;
      expect(() => terminalSurface({ input, output })).toThrow(expect.objectContaining({ code: 'NO_TTY' }));
    }
  });
});

describe('while it is open', () => {
  it('leaves at once when the question is withdrawn or expires, and shows the next [N12, E-L-06]', async () => {
    const { ask, output, clock, input } = stage();
    const call = new AbortController();
    void ask({ name: text }, ['name'], { signal: call.signal });
    void ask({ name: text }, ['name'], {
      params: { message: 'Second?', requestedSchema: { type: 'object', properties: { name: text } } },
      expiresIn: 5_000,
    });
    expect(output.text()).toContain('1 more is waiting: Records');
    call.abort();
    expect(output.text()).toContain('Second?');
    await clock.advance(5_000);
    expect(output.alternate).toBe(false);
    expect(output.text()).toContain('Records no longer needs this');
    expect(output.text()).toContain('Records: This question has expired');
    expect(input.raw).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('counts down, and gives more time while there is any', async () => {
    const { ask, type, output, clock } = stage();
    void ask({ name: text }, ['name'], { expiresIn: 90_000 });
    await clock.advance(60_000);
    expect(output.text()).toContain('expires in 0:30');
    await type(KEY.moreTime);
    expect(output.text()).toContain('expires in 1:30');
  });

  it('says that there is no more time to be had', async () => {
    const { ask, type, output } = stage();
    void ask({ name: text }, ['name'], { expiresIn: 24 * 3_600_000 });
    expect(output.text()).not.toContain('Ctrl+T');
    await type(KEY.moreTime);
    expect(output.text()).toContain('There is no more time to be had.');
  });

  it('keeps what was typed through a new size, and no line is wider than the window', async () => {
    const { ask, type, output, desk, clock } = stage();
    void ask({ name: { type: 'string', title: '東京都新宿区西新宿二丁目の長い名前 👩‍👩‍👧‍👦 family' } });
    await type('Ro');
    for (const [columns, rows] of [
      [20, 6],
      [40, 10],
      [200, 50],
      [12, 3],
    ] as const) {
      output.columns = columns;
      output.rows = rows;
      output.emit('resize');
      expect(Math.max(...output.lines().map(widthOf))).toBeLessThanOrEqual(columns);
      expect(output.lines().length).toBeLessThanOrEqual(rows);
      if (rows > 5) expect(output.text()).toContain('Ro');
    }
    await clock.advance(300);
    expect(desk.list(me)[0]?.draft?.values).toEqual([['name', 'Ro']]);
  });

  it('keeps the chosen option in a small window', async () => {
    const { ask, type, output } = stage({ rows: 10 });
    void ask({ c: { type: 'string', enum: Array.from({ length: 60 }, (_, i) => `opt${i}`) } });
    await type(...Array.from({ length: 30 }, () => KEY.down));
    expect(output.lines().length).toBeLessThanOrEqual(10);
    expect(output.text()).toMatch(/❯ ● opt30/);
  });

  it('draws what a server wrote as text: no escape, no bell, no override reaches the terminal [N11]', async () => {
    const evil = 'Pay?\u001b[2J\u001b[H\u001b]8;;https://evil.example\u0007OK\u001b]52;c;cm0=\u0007\u009b31m\r\b\u202egnp';
    const { ask, output } = stage({ rows: 60 });
    void ask({ [evil]: { type: 'string', title: evil, description: evil, enum: [evil, 'b'] } }, [], {
      server: { name: 'Records', claim: { name: evil } },
      call: { method: 'tools/call', name: evil, arguments: { [evil]: evil } },
      params: {
        message: evil,
        requestedSchema: {
          type: 'object',
          properties: {
            [evil]: {
              type: 'string',
              title: evil,
              description: evil,
              oneOf: [
                { const: 'a', title: evil },
                { const: 'b', title: 'b' },
              ],
            },
          },
        },
      },
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of this surface
    const ours = /\u001b\[(?:\?(?:1049|2004|25|7)[hl]|(?:\d+;\d+)?H|[JK]|[0-9]+m)/g;
    const rest = output.written.replace(ours, '').replace(/\r\n/g, '');
    expect(rest).not.toMatch(/\p{Cc}|\u202e/u);
    expect(rest).toContain('Pay?');
  });

  it('in plain mode uses neither colour nor drawing characters', async () => {
    const { ask, type, output } = stage({ plain: true, noColor: false });
    const asked = ask({ name: text, vip: { type: 'boolean' }, tone: { type: 'string', enum: ['a', 'b'] } });
    await type('x', KEY.tab, KEY.tab, KEY.down);
    expect(output.text()).toMatch(/> \(x\) b/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
    expect(output.written).not.toMatch(/\u001b\[\d+m/);
    expect(output.text().replace(/[·“”—…]/g, '')).toMatch(/^[\x20-\x7e\n]*$/);
    await type(KEY.escape);
    expect((await asked).result.action).toBe('cancel');
  });

  it('speaks another language', () => {
    const { ask, output } = stage({ locale: 'de' });
    void ask({ name: text });
    expect(output.text()).toContain('Records');
    expect(output.text()).not.toContain('Ctrl+X decline');
  });
});

describe('pages and secrets', () => {
  const page = { params: { mode: 'url' as const, message: 'Sign in', url: 'https://svc.example/in?long=1', elicitationId: 'e' } };

  it('shows the whole address with its host apart and opens it only when told [E-U-07, E-U-08, E-U-10, N10]', async () => {
    const opened: string[] = [];
    const { ask, type, output, desk } = stage({ opener: { open: async href => void opened.push(href) } });
    const heard: string[] = [];
    const asked = ask({}, [], { ...page, onRetry: () => void heard.push('retry'), onGiveUp: () => void heard.push('give up') });
    expect(output.text()).toContain('  svc.example\n');
    expect(output.text()).toContain('https://svc.example/in?long=1');
    expect(opened).toEqual([]);
    await type(KEY.send);
    expect(opened).toEqual(['https://svc.example/in?long=1']);
    expect((await asked).result).toEqual({ action: 'accept' });
    expect(output.text()).toContain('Already opened, still waiting');
    await type('r', KEY.escape);
    expect(heard).toEqual(['retry', 'give up']);
    expect(desk.list(me)[0]?.state).toBe('withdrawn');
    expect(output.alternate).toBe(false);
  });

  it('is cancel when the browser does not open [E-A-02]', async () => {
    const { ask, type } = stage({ opener: { open: () => Promise.reject(new Error('no browser')) } });
    const asked = ask({}, [], page);
    await type(KEY.send);
    expect(await asked).toMatchObject({ result: { action: 'cancel' }, reason: 'browser-failed' });
  });

  it('covers a form that asks for a secret until the person wants to see it, and can cut the server off [N4]', async () => {
    const cut: string[] = [];
    const { ask, type, output } = stage({ cutOff: async server => void cut.push(server) });
    const secret = {
      params: {
        message: 'Enter your password',
        requestedSchema: { type: 'object', properties: { password: text }, required: ['password'] },
      },
    };
    const first = ask({}, [], secret);
    expect(output.text()).toContain('A real service never asks for it here.');
    expect(output.text()).not.toContain('Enter your password');
    await type('s');
    expect(output.text()).toContain('Enter your password');
    await type(KEY.decline);
    expect((await first).result.action).toBe('decline');
    const second = ask({}, [], secret);
    await type('c');
    expect((await second).result).toEqual({ action: 'decline' });
    expect(cut).toEqual(['Records']);
  });
});
