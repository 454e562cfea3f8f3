/** How a terminal stresses things, and how it does without: plain mode has neither colour nor drawing characters. */
export interface Style {
  readonly plain: boolean;
  strong(text: string): string;
  quiet(text: string): string;
  accent(text: string): string;
  danger(text: string): string;
  reversed(text: string): string;
}

const same = (text: string): string => text;

const PLAIN: Style = { plain: true, strong: same, quiet: same, accent: same, danger: same, reversed: same };

const UNCOLOURED: Style = { ...PLAIN, plain: false, strong: sgr(1, 22), reversed: sgr(7, 27) };

const COLOURED: Style = { ...UNCOLOURED, quiet: sgr(2, 22), accent: sgr(36, 39), danger: sgr(31, 39) };

export function styleOf(options: { readonly plain: boolean; readonly color: boolean }): Style {
  if (options.plain) return PLAIN;
  return options.color ? COLOURED : UNCOLOURED;
}

function sgr(on: number, off: number): (text: string) => string {
  return text => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`);
}
