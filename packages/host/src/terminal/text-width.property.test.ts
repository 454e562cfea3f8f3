/** Widths and line breaks hold for any text: no line is too wide, and nothing is lost but the blanks at line ends. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakText, cutText, padText, widthOf, wrapText } from './text-width.js';

const letters = fc.constantFrom('a', 'é', 'e\u0301', '東', '한', '👩‍👩‍👧‍👦', '🇩🇪', '☑', ' ', '-', 'word', `x${'\u0301'.repeat(300)}`);
const text = fc.array(letters, { maxLength: 200 }).map(all => all.join(''));
const width = fc.integer({ min: 2, max: 200 });

describe('text in a terminal', () => {
  it('breaks into lines no wider than the window, with every character in one of them', () => {
    fc.assert(
      fc.property(text, width, (all, cells) => {
        const broken = breakText(all, cells);
        expect(broken.join('')).toBe(all);
        const wrapped = wrapText(all, cells);
        expect(wrapped.join('').replaceAll(' ', '')).toBe(all.replaceAll(' ', ''));
        for (const line of [...broken, ...wrapped, cutText(all, cells)]) expect(widthOf(line)).toBeLessThanOrEqual(cells);
        expect(widthOf(padText(cutText(all, cells), cells))).toBe(cells);
      }),
    );
  });

  it('is measured as terminals draw it', () => {
    expect(['abc', 'é', 'e\u0301', '東京', '한글', '👩‍👩‍👧‍👦', '🇩🇪', '☑', '\u200e'].map(widthOf)).toEqual([3, 1, 1, 4, 4, 2, 2, 1, 0]);
  });

  it('takes no longer than its length asks for', () => {
    const started = performance.now();
    wrapText('東'.repeat(120_000), 80);
    wrapText(`é${'x'.repeat(120_000)}`, 80);
    expect(performance.now() - started).toBeLessThan(15_000); // a minute and more on any machine, were it looked at in one piece
  });
});
