/**
 * A hostile server and a wild keyboard: whatever is written, nothing of it reaches the terminal as anything but text, and
 * no window is overrun; whatever is typed, only the keys that answer answer.
 */
import { fakeClock } from '@midcall/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeskQuestion } from '../index.js';
import { createDesk, openGate } from '../index.js';
import { FakeInput, FakeOutput, KEY } from './fake-terminal.test.support.js';
import { terminalSurface } from './index.js';
import { widthOf } from './text-width.js';

const ESC = '\u001b';
const BEL = '\u0007';

/** What terminals obey, or once obeyed, in every spelling. */
const SEQUENCES = [
  `${ESC}[2J`,
  `${ESC}[H`,
  `${ESC}[3J`,
  `${ESC}[1A`,
  `${ESC}[10B`,
  `${ESC}[6n`,
  `${ESC}[c`,
  `${ESC}[>c`,
  `${ESC}[?1049l`,
  `${ESC}[?25l`,
  `${ESC}[?2004l`,
  `${ESC}[?1000h`,
  `${ESC}[31m`,
  `${ESC}[8m`,
  `${ESC}[7m`,
  `${ESC}[0m`,
  `${ESC}[1;1r`,
  `${ESC}[20t`,
  `${ESC}[21t`,
  `${ESC}[?5h`,
  `${ESC}[!p`,
  `${ESC}[4h`,
  `${ESC}[5i`,
  `${ESC}c`,
  `${ESC}7`,
  `${ESC}8`,
  `${ESC}D`,
  `${ESC}E`,
  `${ESC}M`,
  `${ESC}#8`,
  `${ESC}(0`,
  `${ESC}>`,
  `${ESC}=`,
  `${ESC}Z`,
  `${ESC}%G`,
  `${ESC}]0;owned${BEL}`,
  `${ESC}]2;owned${ESC}\\`,
  `${ESC}]8;;https://evil.example${BEL}OK${ESC}]8;;${BEL}`,
  `${ESC}]52;c;cm0gLXJm${BEL}`,
  `${ESC}]52;c;?${BEL}`,
  `${ESC}]10;?${BEL}`,
  `${ESC}]4;1;?${BEL}`,
  `${ESC}]50;x${BEL}`,
  `${ESC}]1337;File=inline=1:AAAA${BEL}`,
  `${ESC}]777;notify;a;b${BEL}`,
  `${ESC}]9;hi${BEL}`,
  `${ESC}]133;A${BEL}`,
  `${ESC}P$q"p${ESC}\\`,
  `${ESC}P+q544e${ESC}\\`,
  `${ESC}PtmuxX${ESC}\\`,
  `${ESC}_Gf=32;AAAA${ESC}\\`,
  `${ESC}^pm${ESC}\\`,
  `${ESC}Xsos${ESC}\\`,
  `${ESC}[200~\r${ESC}[201~`,
  '\u009b2J',
  '\u009b31m',
  '\u009d0;owned\u009c',
  '\u0090q\u009c',
  '\u009e\u009c',
  '\u0085',
  '\u0084',
  '\u008d',
  '\u0098x\u009c',
  '\r',
  'safe\rEVIL',
  '\b\b\b',
  'Delete?\b\b\b\b\b\b\bKeep?  ',
  '\u0000',
  BEL,
  '\u0005',
  '\u000b',
  '\f',
  '\u000e',
  '\u000f',
  '\u0011',
  '\u0013',
  '\u007f',
  '\u001a',
  '\u0018',
  '\t\t\t\t',
  '\u202egnp.exe',
  '\u202d',
  '\u202a\u202b\u202c',
  '\u2066a\u2069',
  '\u2067\u2068',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u180e',
  '\u2028',
  '\u2029',
  '\ufff9x\ufffa\ufffb',
  '\u{e0001}\u{e0041}',
  '\ud800',
  '\udc00',
  'e\u0301'.repeat(40),
  `x${'\u0301'.repeat(200)}`,
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '東京都'.repeat(20),
  'שלום',
  'مرحبا',
  '\u3164',
  '\u115f',
  '\u2800',
  '\uffa0',
  '\ufe0f',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
  'a'.repeat(5_000),
  `${'word '.repeat(400)}`,
  '\n'.repeat(50),
  '\n\t\n',
  '__proto__',
  '%s%n',
  '{server}',
  '$&',
] as const;

/** Alone and inside of words: more than 200. */
const PAYLOADS = SEQUENCES.flatMap(each => [each, `Pay?${each}b`]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of this surface, and no others
const OURS = /\u001b\[(?:\?(?:1049|2004|25|7)[hl]|(?:\d+;\d+)?H|[JK]|(?:1|2|7|22|27|31|33|32|34|35|36|39)m)/g;

function stage(size: { readonly columns: number; readonly rows: number }, options: object = {}) {
  const clock = fakeClock();
  const input = new FakeInput();
  const output = new FakeOutput();
  Object.assign(output, size);
  const desk = createDesk({ clock, policy: openGate });
  desk.addSurface({ name: 'page', reachable: () => true });
  desk.addSurface(terminalSurface({ input, output, clock, guardTime: 0, ...options }));
  return { clock, input, output, desk };
}

function evil(text: string): DeskQuestion {
  return {
    params: {
      message: text,
      requestedSchema: {
        type: 'object',
        properties: {
          [`n${text.slice(0, 80)}`]: { type: 'string', title: text, description: text, default: text },
          c: {
            type: 'string',
            title: text,
            oneOf: [
              { const: text, title: text },
              { const: 'b', title: `b${text}` },
            ],
          },
          m: { type: 'array', title: text, items: { anyOf: [{ const: text, title: text }] } },
          b: { type: 'boolean', title: text, description: text },
        },
      },
    } as unknown as DeskQuestion['params'],
    revision: '2026-07-28',
    principal: 'local',
    server: { name: `Records${text.slice(0, 200)}`, origin: text, claim: { name: text, version: text } },
    call: { method: 'tools/call', name: text, arguments: { [`k${text.slice(0, 80)}`]: text, list: [text] } },
  };
}

/** @param bells that this surface rings itself. */
function expectText(output: FakeOutput, bells = 0): void {
  let rest = output.written.replace(OURS, '').replace(/\r\n/g, '');
  for (let i = 0; i < bells; i += 1) rest = rest.replace(BEL, '');
  expect(
    [...(rest.match(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029\ufeff]|\p{Cs}/gu) ?? [])].map(one => one.codePointAt(0)),
  ).toEqual([]);
}

describe('a hostile server', () => {
  // A stage for each way to draw, used for all of them: desks and terminals are not what is tried here.
  it.each([
    ['a prompt of 80 columns', { columns: 80, rows: 30 }, {}],
    ['a plain prompt of 33 columns', { columns: 33, rows: 30 }, { plain: true }],
    ['an inbox', { columns: 80, rows: 30 }, { leaving: 'keeps' }],
  ] as const)(
    `writes text and nothing else, in ${PAYLOADS.length} ways, in every place of %s [N11, N10, E-P-02]`,
    async (_name, size, options) => {
      const { clock, input, output, desk } = stage(size, options);
      for (const payload of PAYLOADS) {
        const call = new AbortController();
        output.written = '';
        let shown = true;
        // Some cannot be shown at all: the asker is told so.
        void desk.ask({ ...evil(payload), signal: call.signal }).catch(() => {
          shown = false;
        });
        await clock.advance(1);
        const keys = 'leaving' in options ? [KEY.enter, '\u0012', KEY.send] : ['\u0012', KEY.tab, ' ', KEY.send];
        for (const key of shown ? keys : []) {
          input.type(key);
          await clock.advance(40);
          expect(output.lines().length).toBeLessThanOrEqual(size.rows);
          expect(Math.max(...output.lines().map(widthOf))).toBeLessThanOrEqual(size.columns);
        }
        call.abort();
        await clock.advance(10);
        if (output.alternate && shown) input.type(KEY.enter); // what ended under the hands is gone on from
        await clock.advance(10);
        expectText(output, 'leaving' in options && shown ? 1 : 0);
      }
      await desk.close();
    },
  );

  it('cannot make an address do anything but be read, whole or alone [N10, E-U-07]', async () => {
    for (const payload of SEQUENCES.filter(each => each.length < 300)) {
      const { clock, input, output, desk } = stage({ columns: 50, rows: 40 });
      void desk
        .ask({ ...evil('x'), params: { mode: 'url', message: payload, url: `https://svc.example/${payload}`, elicitationId: 'e' } })
        .catch(() => {});
      for (const key of ['p', ' ', KEY.escape]) {
        input.type(key);
        await clock.advance(50);
      }
      expectText(output);
      await desk.close();
    }
  });
});

describe('a wild keyboard', () => {
  const TYPED = [
    'a',
    ' ',
    '1',
    'y',
    'n',
    's',
    'c',
    'r',
    'q',
    '日',
    ...Object.values(KEY).filter(key => key !== KEY.send && key !== KEY.decline),
    '\u0006',
    '\u0012',
    '\u000f',
    '\u000b',
    '\u0017',
    '\u001b[5~',
    '\u001b[6~',
    '\u001b[D',
    '\u001b\r',
  ];

  it('never accepts without Ctrl+S nor declines without Ctrl+X, in a form of several fields; what ends is a cancel [N1, N2, N3]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...TYPED), { maxLength: 40 }),
        fc.constantFrom([80, 24], [20, 6], [200, 50], [40, 10]),
        async (keys, [columns = 80, rows = 24]) => {
          const { clock, input, output, desk } = stage({ columns, rows });
          const asked = desk.ask({
            ...evil('plain'),
            params: {
              message: 'What?',
              requestedSchema: {
                type: 'object',
                properties: {
                  a: { type: 'string' },
                  b: { type: 'integer' },
                  c: { type: 'string', enum: ['x', 'y'] },
                  d: { type: 'boolean' },
                },
              },
            } as DeskQuestion['params'],
          });
          for (const key of keys) {
            input.type(key);
            await clock.advance(50);
            if (!output.alternate) break;
            expect(output.lines().length).toBeLessThanOrEqual(rows);
            expect(Math.max(...output.lines().map(widthOf))).toBeLessThanOrEqual(columns);
          }
          if (output.alternate) input.type(KEY.interrupt);
          await clock.advance(50);
          expect((await asked).result).toEqual({ action: 'cancel' });
          expect([input.raw, output.alternate, output.cursorShown]).toEqual([false, false, true]);
          await desk.close();
          expect(clock.pending).toBe(0);
        },
      ),
      { numRuns: 120 },
    );
  });
});
