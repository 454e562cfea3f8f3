/** One line of text being typed, with a cursor: every move and deletion is by what a person sees as one character. */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export interface TypedText {
  readonly text: string;
  /** Where the next character goes; UTF-16 units, always between two whole characters. */
  readonly at: number;
}

export function typedText(text: string, at = text.length): TypedText {
  return { text, at: Math.max(0, Math.min(at, text.length)) };
}

export function insertText({ text, at }: TypedText, added: string): TypedText {
  return { text: text.slice(0, at) + added + text.slice(at), at: at + added.length };
}

export function moveLeft({ text, at }: TypedText): TypedText {
  return { text, at: before(text, at) };
}

export function moveRight({ text, at }: TypedText): TypedText {
  return { text, at: after(text, at) };
}

export function moveWordLeft({ text, at }: TypedText): TypedText {
  return { text, at: /(?:^|\S+)\s*$/u.exec(text.slice(0, at))?.index ?? 0 };
}

export function moveWordRight({ text, at }: TypedText): TypedText {
  return { text, at: at + (/^\s*\S*/u.exec(text.slice(at))?.[0].length ?? 0) };
}

/** Without what stands between the cursor and where the move goes. */
export function deleteBy(move: (typed: TypedText) => TypedText, typed: TypedText): TypedText {
  const to = move(typed).at;
  const [from, until] = to < typed.at ? [to, typed.at] : [typed.at, to];
  return { text: typed.text.slice(0, from) + typed.text.slice(until), at: from };
}

export function moveToStart({ text }: TypedText): TypedText {
  return { text, at: 0 };
}

export function moveToEnd({ text }: TypedText): TypedText {
  return { text, at: text.length };
}

// A character is looked for near the cursor only, so that a key costs the same in a long text.
const NEAR = 64;

function before(text: string, at: number): number {
  const from = Math.max(0, at - NEAR);
  let last = at;
  for (const { index, segment } of graphemes.segment(text.slice(from, at))) last = segment === '' ? last : from + index;
  return at === 0 ? 0 : last;
}

function after(text: string, at: number): number {
  const [first] = graphemes.segment(text.slice(at, at + NEAR));
  return at + (first?.segment.length ?? 0);
}
