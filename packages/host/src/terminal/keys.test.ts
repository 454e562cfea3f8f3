/** What comes in from a terminal, as keys: above all, that nothing pasted ever answers. */
import { fakeClock } from '@midcall/store';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Key } from './keys.js';
import { createKeyReader } from './keys.js';

function reader() {
  const clock = fakeClock();
  const keys: Key[] = [];
  const one = createKeyReader(clock, key => keys.push(key));
  return { clock, keys, push: (chunk: string) => one.push(chunk), end: () => one.end(), names: () => keys.map(key => key.name) };
}

const texts = (keys: readonly Key[]): string => keys.flatMap(key => key.text ?? []).join('');
const ANSWERS = ['enter', 'send', 'decline', 'not-now', 'escape', 'interrupt', 'end-of-input', 'menu', 'suspend', 'more-time'];

describe('keys', () => {
  it('are read whole, however the terminal cuts them into pieces', async () => {
    const { clock, keys, push, names } = reader();
    for (const piece of ['\u001b', '[', '1;5', 'D', '\u001b[', '3~', 'é', '\t', '\u0013']) push(piece);
    await clock.advance(100);
    expect(names()).toEqual(['word-left', 'delete', 'text', 'tab', 'send']);
    expect(texts(keys)).toBe('é');
  });

  it('know a lone escape from the beginning of a sequence by what follows in time', async () => {
    const { clock, push, names } = reader();
    push('\u001b');
    expect(names()).toEqual([]);
    await clock.advance(40);
    expect(names()).toEqual(['escape']);
    push('\u001b\u001b');
    await clock.advance(40);
    expect(names()).toEqual(['escape', 'escape', 'escape']);
  });

  it('take repeated moves that come in one piece, as over a slow line', () => {
    const { push, names } = reader();
    push('\u001b[B\u001b[B\u001b[B\t\t\u007f\u007f');
    expect(names()).toEqual(['down', 'down', 'down', 'tab', 'tab', 'backspace', 'backspace']);
  });
});

describe('pasted text', () => {
  it.each([
    ['marked', '\u001b[200~rm -rf\r\u0013\u0018\u0003\u0004\u001b\u001b[201~'],
    ['marked, with a false end inside', '\u001b[200~a\u001b[201~\u0013\r\u0003\u001b[201~'],
    ['marked, without an end', '\u001b[200~a\u0013\r'],
    ['unmarked, with a line break at its end', 'yes\r'],
    ['unmarked, with a line break before it', '\ryes'],
    ['unmarked, with every key that answers', 'y\u0013\u0018\u000e\u000f\u0014\u001a\u0003\u0004\u001b'],
    ['unmarked line breaks only', '\r\r'],
    ['unmarked, long, cut by the buffer before its line break', 'x'.repeat(1024)],
  ])('%s: nothing in it answers', async (_name, pasted) => {
    const { clock, push, names } = reader();
    push(pasted);
    push('\r');
    await clock.advance(1_000);
    expect(names().filter(name => ANSWERS.includes(name))).toEqual([]);
  });

  it('is one text with its line breaks, without its control characters', () => {
    const { keys, push } = reader();
    push('\u001b[200~one\r\ntwo\tthree\u0007\u001b[31m\u001b[201~');
    expect(keys).toEqual([{ name: 'text', text: 'one\ntwo\tthree[31m', pasted: true }]);
  });

  it('ends by itself when its end never comes, so that keys work again; it is not kept beyond what could be sent [N12]', async () => {
    const { clock, keys, push, names } = reader();
    push(`\u001b[200~${'x'.repeat(300_000)}`);
    push('y'.repeat(300_000));
    await clock.advance(500);
    expect(texts(keys).length).toBe(256 * 1024);
    await clock.advance(100);
    push('\u0003');
    expect(names().at(-1)).toBe('interrupt');
  });

  it('never holds an interrupt back that comes alone', () => {
    const { push, names } = reader();
    push('\u0003\u0003');
    expect(names()).toEqual(['interrupt', 'interrupt']);
  });

  it('in whatever pieces and with whatever bytes never gives a key that answers [N1, N11]', async () => {
    const bytes = fc.string({ unit: fc.constantFrom(...'abc\r\n\t\u0003\u0004\u000e\u000f\u0013\u0018'), minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(bytes, fc.array(fc.nat(30), { maxLength: 4 }), async (text, cuts) => {
        const { clock, push, names } = reader();
        const marked = `\u001b[200~${text}\u001b[201~`;
        let from = 0;
        for (const cut of [...cuts, marked.length].sort((a, b) => a - b)) {
          push(marked.slice(from, cut));
          from = Math.max(from, cut);
        }
        await clock.advance(1_000);
        expect(names().filter(name => ANSWERS.includes(name))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
