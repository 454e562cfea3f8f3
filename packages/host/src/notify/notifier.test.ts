/** Who is told that a question waits, what they are told, how often, and when not. */
import type { FakeClock, Store } from '@midcall/store';
import { fakeClock, memoryStore } from '@midcall/store';
import { describe, expect, it } from 'vitest';
import type { Channel, DeskQuestion, HostDesk, Notifier, NotifierOptions, NotifyPolicy, OutgoingRequest, PolicyConfig } from '../index.js';
import { AddressRefused, createDesk, createNotifier, createPolicy } from '../index.js';
import { defang } from './defang.js';

const WEBHOOK: Channel = { kind: 'webhook', url: 'https://hooks.example.com/PLANTED', private: false };
const SLACK: Channel = { kind: 'slack', url: 'https://hooks.slack.com/services/PLANTED', private: false };
const NTFY: Channel = { kind: 'ntfy', url: 'https://ntfy.example.com/sub/topic', token: 'PLANTED', private: false };
const LINK = 'http://127.0.0.1:4331/';

function question(change: Partial<DeskQuestion> = {}): DeskQuestion {
  return {
    params: {
      message: 'Log in at https://evil.example.com/x now',
      requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
    },
    revision: '2026-07-28',
    principal: 'local',
    server: { name: 'Records' },
    call: { method: 'tools/call', name: 'delete_rows', arguments: { secret: 'PLANTED' } },
    ...change,
  };
}

interface SetUp {
  readonly desk: HostDesk;
  readonly notifier: Notifier;
  readonly clock: FakeClock;
  readonly sent: OutgoingRequest[];
  readonly errors: string[];
}

interface SetUpOptions extends Partial<Omit<NotifierOptions, 'config'>> {
  readonly clock?: FakeClock;
  readonly notify?: Partial<NotifyPolicy>;
  readonly config?: Partial<PolicyConfig>;
  readonly id?: () => string;
  readonly store?: Store;
}

function setUp({ clock = fakeClock(), notify, config, id, ...options }: SetUpOptions = {}): SetUp {
  const policy = createPolicy({ clock, config: { notify: { after: 0, text: false, channels: [WEBHOOK], ...notify }, ...config } });
  const sent: OutgoingRequest[] = [];
  const errors: string[] = [];
  const notifier = createNotifier({
    clock,
    config: () => policy.config,
    post: async request => {
      sent.push(request);
      return 200;
    },
    link: () => LINK,
    onError: error => errors.push(error.message),
    ...options,
  });
  const desk = createDesk({ clock, policy, surfaces: [notifier], ...(id !== undefined && { id }) });
  return { desk, notifier, clock, sent, errors };
}

const bodies = (sent: readonly OutgoingRequest[]): unknown[] => sent.map(request => JSON.parse(request.body));

async function settle(clock: FakeClock, notifier: Notifier, ms = 0): Promise<void> {
  await clock.advance(ms);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await notifier.idle();
}

describe('a notification', () => {
  it('makes a person reachable, and carries server, tool and the way to the inbox, nothing else [D22, D35, N9]', async () => {
    const { desk, notifier, clock, sent } = setUp({ notify: { channels: [WEBHOOK, SLACK, NTFY] } });
    expect(desk.reachable('local')).toBe(true);
    void desk.ask(question());
    await settle(clock, notifier);
    expect(bodies(sent)).toEqual([
      { v: 1, type: 'question', server: 'Records', tool: 'delete_rows', link: LINK },
      {
        text: 'Records asks',
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
        blocks: [{ type: 'section', text: { type: 'plain_text', emoji: false, text: `Records asks\nwhile running delete_rows\n${LINK}` } }],
      },
      { topic: 'topic', title: 'Records asks', message: 'while running delete_rows', click: LINK },
    ]);
    expect(sent.map(request => request.url)).toEqual([WEBHOOK.url, SLACK.url, 'https://ntfy.example.com/sub/']);
    expect(sent.map(request => request.headers.authorization)).toEqual([undefined, undefined, 'Bearer PLANTED']);
    expect(sent.map(request => request.body).join()).not.toMatch(/PLANTED|evil/);
    await desk.close();
    expect(clock.pending).toBe(0);
  });

  it('without a channel reaches nobody, so that a question ends as cancel [N1]', async () => {
    const { desk } = setUp({ notify: { channels: [] } });
    expect(desk.reachable('local')).toBe(false);
    expect(await desk.ask(question())).toMatchObject({ result: { action: 'cancel' }, reason: 'no-surface' });
  });

  it('takes the message along only where that was asked for, and then nothing in it can be clicked [D35, N11]', async () => {
    const { desk, notifier, clock, sent } = setUp({
      text: true,
      notify: { channels: [WEBHOOK, SLACK], link: 'https://desk.example.com/' },
    });
    void desk.ask(question({ call: { method: 'tools/call', name: 'x <!channel> evil.com' } }));
    await settle(clock, notifier);
    expect(bodies(sent)[0]).toMatchObject({
      tool: 'x <!channel> evil[.]com',
      text: 'Log in at hxxps[:]//evil[.]example[.]com/x now',
      link: 'https://desk.example.com/',
    });
    expect((bodies(sent)[1] as { text: string }).text).toBe('Records asks');
    await desk.close();
  });

  it.each([
    ['https://evil.com', 'hxxps[:]//evil[.]com'],
    ['HTTP://Evil.COM/a.b', 'hxxp[:]//Evil[.]COM/a[.]b'],
    ['see evil.com and m@evil.co', 'see evil[.]com and m[@]evil[.]co'],
    ['ev\u200bil.com', 'ev⟨U+200B⟩il[.]com'],
    ['täst。com', 'täst[.]com'],
    ['javascript:alert(1) mailto:x@y.z', 'javascript[:]alert(1) mailto[:]x[@]y[.]z'],
    ['Rows: 4,012.\nReally?', 'Rows: 4,012. Really?'],
    ['\u202egnp.exe', '⟨U+202E⟩gnp[.]exe'],
  ])('shows %j as %j [N11]', (text, shown) => {
    expect(defang(text)).toBe(shown);
    expect([...defang('é'.repeat(2_000))]).toHaveLength(500);
  });

  it('goes out once per question, over desks of two processes that ask the same one again', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const one = setUp({ clock, store, id: () => 'same' });
    const two = setUp({ clock, store, id: () => 'same' });
    void one.desk.ask(question());
    void two.desk.ask(question());
    await settle(clock, one.notifier);
    await settle(clock, two.notifier);
    expect(one.sent.length + two.sent.length).toBe(1);
    await one.desk.close();
    await two.desk.close();
  });

  it('comes only for what still waits after the time of the policy, and never for what was answered', async () => {
    const { desk, notifier, clock, sent } = setUp({ notify: { after: 30_000 } });
    void desk.ask(question());
    const [view] = desk.list({ principal: 'local' });
    await settle(clock, notifier, 29_999);
    expect(sent).toEqual([]);
    await desk.answer(view?.id ?? '', { action: 'decline' }, { principal: 'local', surface: 'inbox', as: 'person' });
    await settle(clock, notifier, 60_000);
    expect(sent).toEqual([]);
    void desk.ask(question());
    await settle(clock, notifier, 30_000);
    expect(sent).toHaveLength(1);
    await desk.close();
  });

  it('disturbs nobody in quiet hours, and tells what waits when they end [D23]', async () => {
    const clock = fakeClock(new Date(2026, 0, 5, 21, 59, 30).getTime());
    const { desk, notifier, sent } = setUp({
      clock,
      notify: { after: 60_000 },
      config: { doNotDisturb: [{ from: '22:00', to: '07:00' }], notify: { after: 60_000, text: false, channels: [WEBHOOK] } },
    });
    void desk.ask(question({ expiresIn: 24 * 3_600_000 })); // shown before they begin; told only after
    void desk.ask(question({ expiresIn: 24 * 3_600_000 }));
    await settle(clock, notifier, 8 * 3_600_000);
    expect(sent).toEqual([]);
    await settle(clock, notifier, 2 * 3_600_000);
    expect(sent).toHaveLength(2);
    await desk.close();
  });

  it('is tried three times with a pause, and a failure names the channel by its place only [N9, N12]', async () => {
    let tries = 0;
    const times: number[] = [];
    const { desk, notifier, clock, errors } = setUp({
      post: async () => {
        tries += 1;
        times.push(clock.now());
        throw new Error('PLANTED');
      },
    });
    const start = clock.now();
    void desk.ask(question());
    await clock.advance(0);
    for (let step = 0; step < 20; step += 1) await clock.advance(1_000);
    await notifier.idle();
    expect(times.map(at => at - start)).toEqual([0, 1_000, 6_000]);
    expect(tries).toBe(3);
    expect(errors).toEqual(['notify.channels, number 1 (webhook): could not be reached in three tries']);
    await desk.close();
  });

  it.each([
    ['a redirect', async () => 307],
    ['a refusal', async () => 404],
    [
      'a forbidden address',
      async () => {
        throw new AddressRefused('no');
      },
    ],
  ])('is not tried again after %s', async (_name, answer) => {
    let tries = 0;
    const post = async (): Promise<number> => {
      tries += 1;
      return answer();
    };
    const { desk, notifier, clock, errors } = setUp({ post });
    void desk.ask(question());
    await settle(clock, notifier);
    await clock.advance(60_000);
    expect(tries).toBe(1);
    expect(errors).toEqual(['notify.channels, number 1 (webhook): did not take a notification; it was not tried again']);
    await desk.close();
  });

  it('that hangs holds up nothing else, waits in a bounded line, and ends with the desk [N12]', async () => {
    const released: (() => void)[] = [];
    const asked: string[] = [];
    const post = (request: OutgoingRequest): Promise<number> => {
      asked.push(request.url);
      return request.url === WEBHOOK.url ? new Promise(resolve => released.push(() => resolve(200))) : Promise.resolve(200);
    };
    const { desk, clock } = setUp({
      post,
      notify: { channels: [WEBHOOK, SLACK] },
      config: { concurrent: 100, rate: { perMinute: 600, burst: 100 }, notify: { after: 0, text: false, channels: [WEBHOOK, SLACK] } },
    });
    for (let i = 0; i < 50; i += 1) void desk.ask(question());
    await clock.advance(0);
    for (let turn = 0; turn < 2_000; turn += 1) await Promise.resolve();
    expect(asked.filter(url => url === SLACK.url)).toHaveLength(50);
    for (let i = 0; i < 60; i += 1) {
      released.shift()?.();
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    }
    expect(asked.filter(url => url === WEBHOOK.url)).toHaveLength(32);
    await desk.close();
    expect(clock.pending).toBe(0);
  });

  it('can be tried out: each channel says what became of it, in the language of the policy', async () => {
    const { notifier, sent } = setUp({
      notify: { channels: [WEBHOOK, NTFY], language: 'de' },
      post: async request => {
        sent.push(request);
        return request.url === WEBHOOK.url ? 200 : 403;
      },
    });
    expect(await notifier.test()).toEqual([
      { kind: 'webhook', place: 1, delivery: 'delivered' },
      { kind: 'ntfy', place: 2, delivery: 'refused' },
    ]);
    expect(bodies(sent)[0]).toEqual({ v: 1, type: 'test', server: 'midcall', link: LINK });
    expect(bodies(sent)[1]).toMatchObject({ title: expect.stringContaining('Ein Test von midcall') });
  });
});
