/** What a sheet shows on demand, keeps, remembers, and how it behaves when it ends under the person's hands. */
import { describe, expect, it } from 'vitest';
import { createPolicy } from '../index.js';
import { KEY, paste } from './fake-terminal.test.support.js';
import { stage } from './stage.test.support.js';
import { widthOf } from './text-width.js';

const me = { principal: 'local' };
const text = { type: 'string' };
const [FOLD, SENT, MENU, SUSPEND, PAGE_UP, PAGE_DOWN] = ['\u0006', '\u0012', '\u000f', '\u001a', '\u001b[5~', '\u001b[6~'];
const long = Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n');
const asks = (message: string) => ({
  params: { message, requestedSchema: { type: 'object', properties: { name: text }, required: ['name'] } },
});

describe('a long message', () => {
  it('is folded after twelve lines and whole by one key, and what is out of the window is counted [N3, E-P-04]', async () => {
    const { ask, output, type } = stage();
    void ask({}, [], asks(long));
    expect(output.text()).toContain('line 11\n');
    expect(output.text()).not.toContain('line 12');
    expect(output.text()).toContain('28 more lines · Ctrl+F show all');
    await type(FOLD);
    expect(output.text()).toContain('lines below · PgDn');
    await type(PAGE_DOWN, PAGE_DOWN);
    expect(output.text()).toContain('line 39');
    expect(output.text()).toContain('lines above · PgUp');
    await type(PAGE_UP, PAGE_UP, PAGE_UP);
    expect(output.text()).toContain('line 0');
    await type('x'); // typing goes where the keys are
    expect(output.text()).toContain('│ x');
    await type(FOLD);
    expect(output.text()).toContain('28 more lines');
  });

  it('is not folded for two lines more', () => {
    const { ask, output } = stage({ rows: 40 });
    void ask({}, [], asks(long.split('\n').slice(0, 14).join('\n')));
    expect(output.text()).toContain('line 13');
    expect(output.text()).not.toContain('Ctrl+F');
  });
});

describe('what was sent with the call', () => {
  it('is shown on demand, with secrets masked [E-P-04, N9]', async () => {
    const { ask, output, type } = stage({ rows: 40 });
    void ask({ name: text }, [], {
      call: { method: 'tools/call', name: 'book', arguments: { room: 'blue', apiKey: 'k-123', deep: { token: 't-1' } } },
    });
    expect(output.text()).not.toContain('blue');
    await type(SENT);
    expect(output.text()).toContain('room: blue');
    expect(output.text()).toContain('apiKey: ••••••');
    expect(output.written).not.toMatch(/k-123|t-1/);
    await type(SENT);
    expect(output.text()).not.toContain('room: blue');
  });
});

describe('typing', () => {
  it('edits anywhere in a text, by whole characters and words, with the cursor where the next one goes', async () => {
    const { ask, output, type } = stage();
    const asked = ask({ name: text });
    await type('North per', KEY.left, KEY.left, 'i', '\u001b[1;5D', '👩‍👩‍👧‍👦', KEY.backspace, 'the ', '\u0001', 'To ');
    const row = output.lines().findIndex(line => line.includes('To North the pier'));
    expect(output.cursor).toEqual([row + 1, 4 + widthOf('To ') + 1]);
    await type('\u0005', '!', '\u0017', 'pier', KEY.enter);
    expect((await asked).result.content).toEqual({ name: 'To North the pier' });
  });

  it('shows a long text around the cursor, and sends a line break that was typed on purpose', async () => {
    const { ask, output, type } = stage({ columns: 40 });
    const asked = ask({ name: text });
    await type(paste('x'.repeat(2_000)), '\u001b\r', 'end');
    expect(output.text()).toContain('⏎end');
    expect(output.lines().length).toBeLessThanOrEqual(24);
    await type(KEY.enter);
    expect((await asked).result.content).toEqual({ name: `${'x'.repeat(2_000)}\nend` });
  });

  it('says what a number is read as and what is allowed, before and not only after', async () => {
    const { ask, output, type } = stage();
    void ask({ seats: { type: 'integer', minimum: 1, maximum: 12000 } });
    expect(output.text()).toContain('From 1 to 12000');
    await type('1200');
    expect(output.text()).toContain('Read as 1,200');
  });

  it('has no answer for a required yes/no until one is given, and never reads silence as no [N2]', async () => {
    const { ask, output, type } = stage();
    const asked = ask({ name: text, vip: { type: 'boolean', title: 'Priority' } });
    await type('Rowan', KEY.send);
    expect(output.text()).toContain('Choose yes or no');
    await type('n', KEY.send, KEY.send);
    expect((await asked).result.content).toEqual({ name: 'Rowan', vip: false });
  });

  it('never shows a tick that the person did not set, whatever the default or a draft says [N1, N3]', async () => {
    const { ask, output, type } = stage();
    void ask({ ok: { type: 'boolean', title: 'Sure', default: true } });
    expect(output.text()).toContain('☐ Sure');
    await type(KEY.send);
    expect(output.text()).toContain('Tick the box first.');
  });

  it('names the deed of a confirm beside the key that does it', () => {
    const { ask, output } = stage();
    void ask({ ok: { type: 'boolean' } }, ['ok'], {
      params: {
        message: 'Delete 4,012 rows?',
        requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      },
    });
    expect(output.text()).toContain('Ctrl+S yes, delete 4,012 rows');
  });
});

describe('what was typed', () => {
  it('is there again when the very same question comes back after it was closed [E-P-09]', async () => {
    const { ask, output, type } = stage();
    const first = ask({ name: text });
    await type('half', KEY.escape);
    expect((await first).result.action).toBe('cancel');
    const second = ask({ name: text });
    expect(output.text()).toContain('half');
    expect(output.text()).toContain('What you had typed is still here.');
    await type(KEY.enter);
    expect((await second).result.content).toEqual({ name: 'half' });
    void ask({ name: text });
    expect(output.text()).not.toContain('half');
  });

  it('is not given to another question [N7]', async () => {
    const { ask, output, type } = stage();
    void ask({ name: text });
    await type('half', KEY.escape);
    void ask({ name: text }, ['name'], { server: { name: 'Deploy' } });
    expect(output.text()).not.toContain('half');
  });

  it('stays to be read in the inbox when the question ends meanwhile, until the person goes on [N12, E-L-06]', async () => {
    const { ask, output, type, clock } = stage({ guardTime: 600, leaving: 'keeps' });
    const call = new AbortController();
    void ask({ name: text }, ['name'], { signal: call.signal });
    await clock.advance(600);
    await type(KEY.enter);
    await clock.advance(600);
    await type('half');
    call.abort();
    expect(output.text()).toContain('Records no longer needs this');
    expect(output.text()).toContain('half');
    await type('typing on', KEY.enter); // meant for the question that just went
    expect(output.text()).toContain('half');
    expect(output.text()).not.toContain('typing on');
    await clock.advance(600);
    await type(KEY.enter);
    expect(output.text()).toContain('Nothing is waiting');
  });

  it('does not stay for ever', async () => {
    const { ask, output, type, clock } = stage({ leaving: 'keeps' });
    const call = new AbortController();
    void ask({ name: text }, ['name'], { signal: call.signal });
    await type(KEY.enter, 'half');
    call.abort();
    expect(output.text()).toContain('half');
    await clock.advance(60_000);
    expect(output.text()).toContain('Nothing is waiting');
  });

  it("gives a call's own terminal back at once when the question ends, and comes back if it is asked again [N12, E-L-06]", async () => {
    const { ask, output, type } = stage();
    const call = new AbortController();
    void ask({ name: text }, ['name'], { signal: call.signal });
    await type('half');
    call.abort();
    expect(output.alternate).toBe(false);
    expect(output.text()).not.toContain('half');
    void ask({ name: text }, ['name']);
    expect(output.text()).toContain('half');
  });

  it('never enters a question that took the place of another under the hands [N1]', async () => {
    const { ask, output, type, clock, desk } = stage({ guardTime: 600 });
    const call = new AbortController();
    void ask({ name: text }, ['name'], { signal: call.signal });
    void ask({ yes: { type: 'boolean' } }, ['yes'], {
      params: { message: 'Really?', requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] } },
    });
    await clock.advance(600);
    call.abort();
    await type(' ', KEY.enter, KEY.send);
    expect(output.text()).toContain('☐');
    expect(desk.list(me).at(-1)?.state).toBe('waiting');
  });
});

describe('the menu', () => {
  it('mutes and unmutes the server by a rule of the person [D23]', async () => {
    const { ask, output, type, desk } = stage(withRules());
    void ask({ name: text });
    await type(MENU, 'm');
    expect(output.text()).toContain('Records is muted');
    expect(desk.policy?.rules('local')).toMatchObject([{ kind: 'mute', server: 'Records' }]);
    await type(MENU, 'm');
    expect(desk.policy?.rules('local')).toEqual([]);
  });

  it('remembers an answer that is sent, and fills it in the next time [D23]', async () => {
    const { ask, output, type, desk } = stage(withRules());
    const first = ask({ name: text });
    await type('Rowan', MENU, 'r');
    expect(output.text()).toContain('This answer will be remembered for 30 days');
    await type(KEY.enter);
    expect((await first).result.content).toEqual({ name: 'Rowan' });
    expect(desk.policy?.rules('local')).toMatchObject([{ kind: 'remembered', send: false }]);
    void ask({ name: text });
    expect(output.text()).toContain('Rowan');
  });

  it('offers no remembering for a confirm, and cuts a server off by a rule [N1, N4, D23]', async () => {
    const { ask, output, type, desk } = stage(withRules());
    const asked = ask({ yes: { type: 'boolean' } });
    await type(MENU);
    expect(output.text()).not.toContain('Remember');
    await type('c');
    expect((await asked).result).toEqual({ action: 'decline' });
    expect(desk.policy?.rules('local')).toMatchObject([{ kind: 'cut-off', server: 'Records' }]);
  });

  it('is not there where nothing can be done, and its keys are text in a field', async () => {
    const { ask, output, type } = stage();
    void ask({ name: text });
    expect(output.text()).not.toContain('Ctrl+O');
    await type(MENU, 'm');
    expect(output.text()).toContain('│ m');
  });

  it('is left by Esc without an answer, and takes no pasted letter', async () => {
    const { ask, output, type, desk } = stage(withRules());
    void ask({ name: text });
    await type(MENU, paste('c'), KEY.escape);
    expect(output.text()).toContain('Ctrl+S send');
    expect(desk.list(me)[0]?.state).toBe('waiting');
  });
});

describe('the terminal', () => {
  it('is given back while the process is stopped, and the question is there again after it [N12]', async () => {
    const heard: string[] = [];
    let goOn: () => void = () => {};
    const { ask, output, input, type, clock } = stage({
      guardTime: 600,
      jobs: {
        stop: () => heard.push(`stop raw=${input_().raw} alternate=${output_().alternate}`),
        onContinue: listener => {
          goOn = listener;
          return () => heard.push('off');
        },
      },
    });
    const [input_, output_] = [() => input, () => output];
    const asked = ask({ name: text });
    await clock.advance(600);
    await type('Ro', SUSPEND);
    expect(heard).toEqual(['stop raw=false alternate=false']);
    goOn();
    expect([input.raw, output.alternate]).toEqual([true, true]);
    expect(output.text()).toContain('Ro');
    await type(KEY.enter); // meant for the shell
    await clock.advance(600);
    await type('wan', KEY.enter);
    expect((await asked).result.content).toEqual({ name: 'Rowan' });
    expect(heard.at(-1)).toBe('off');
  });

  it('leaves an address alone on the main screen, whole and in one line, and goes back by any key [N10]', async () => {
    const href = `https://svc.example/in?${'x'.repeat(300)}`;
    const { ask, output, type, desk } = stage();
    void ask({}, [], { params: { mode: 'url', message: 'Sign in', url: href, elicitationId: 'e' } });
    expect(output.lines().join('').replaceAll(' ', '')).toContain(href);
    await type('p');
    expect(output.alternate).toBe(false);
    expect(output.lines()).toContain(href);
    await type(KEY.enter);
    expect(output.alternate).toBe(true);
    expect(desk.list(me)[0]?.state).toBe('waiting');
  });

  it('is not disturbed by the clock in plain mode, where every write is read out loud', async () => {
    const { ask, output, clock } = stage({ plain: true });
    void ask({ name: text });
    const before = output.written.length;
    await clock.advance(30_000);
    expect(output.written.length).toBe(before);
    await clock.advance(60_000);
    expect(output.text()).toContain('expires in 9:00');
  });

  it('lets a page that is open wait behind the others', async () => {
    const { ask, output, type } = stage({ opener: { open: async () => {} } });
    void ask({}, [], { params: { mode: 'url', message: 'Sign in', url: 'https://svc.example/in', elicitationId: 'e' } });
    void ask({ name: text }, ['name'], asks('Second?'));
    await type(KEY.send);
    expect(output.text()).toContain('Already opened, still waiting');
    await type('n');
    expect(output.text()).toContain('Second?');
    await type('x', KEY.enter);
    expect(output.text()).toContain('Already opened, still waiting');
  });

  it('says when an answer could not be delivered after all [D24, N8]', async () => {
    const { ask, output, type } = stage();
    const asked = ask({ name: text });
    await type('x', KEY.enter);
    (await asked).settle('undeliverable');
    expect(output.text()).toContain('Records: Could not be delivered: the call was lost');
  });
});

/** A desk with rules of a person. */
function withRules(): Parameters<typeof stage>[0] {
  return { rows: 40, rules: createPolicy };
}
