/** How a terminal stresses things, and how it does without: plain mode has neither colour nor drawing characters. */
import { monogram } from '@midcall/core/words';

export interface Style {
  readonly plain: boolean;
  strong(text: string): string;
  quiet(text: string): string;
  accent(text: string): string;
  danger(text: string): string;
  reversed(text: string): string;
  /** In front of what has the keys; blanks of the same width before the rest. */
  pointer(focused: boolean): string;
  /** The letter by which a server is recognised, in the colour of its name (the operator's). */
  mark(server: string): string;
}

const same = (text: string): string => text;

const PLAIN: Style = {
  plain: true,
  strong: same,
  quiet: same,
  accent: same,
  danger: same,
  reversed: same,
  pointer: focused => (focused ? '> ' : '  '),
  mark: server => `[${monogram(server).letter}]`,
};

const reversed = sgr(7, 27);

const UNCOLOURED: Style = {
  ...PLAIN,
  plain: false,
  strong: sgr(1, 22),
  pointer: focused => (focused ? '❯ ' : '  '),
  reversed,
  mark: server => reversed(` ${monogram(server).letter} `),
};

const COLOURED: Style = {
  ...UNCOLOURED,
  quiet: sgr(2, 22),
  accent: sgr(36, 39),
  danger: sgr(31, 39),
  mark: server => sgr(colourOf(monogram(server).hue), 39)(reversed(` ${monogram(server).letter} `)),
};

export function styleOf(options: { readonly plain: boolean; readonly color: boolean }): Style {
  if (options.plain) return PLAIN;
  return options.color ? COLOURED : UNCOLOURED;
}

/** The terminal's own palette, so that it fits the person's theme; red is for danger. */
function colourOf(hue: number): number {
  if (hue < 110) return 33;
  if (hue < 170) return 32;
  if (hue < 220) return 36;
  return hue < 270 ? 34 : 35;
}

function sgr(on: number, off: number): (text: string) => string {
  return text => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`);
}
