/**
 * JSON with comments and trailing commas, as hosts write their configurations, with the place of every value.
 *
 * Invariants:
 *  1. Every fault names its line and column, counted from 1.
 *  2. Objects come without a prototype: a key `__proto__` is data (N11). A doubled key is a fault, not a surprise.
 *  3. Nesting is bounded; no input takes more than linear time.
 */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface JsoncText {
  readonly value: unknown;
  /** Where the value at a path of keys and indexes begins; the nearest known place where the path leads nowhere. */
  place(path: readonly (string | number)[]): Place;
}

export class JsoncError extends Error {
  override readonly name = 'JsoncError';
  readonly place: Place;
  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

const DEEPEST = 64;
const LITERALS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** @throws JsoncError with the place of the fault. */
export function readJsonc(text: string): JsoncText {
  const places = new Map<string, number>();
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const fail = (message: string, where = at): never => {
    throw new JsoncError(message, placeOf(text, where));
  };

  const skip = (): void => {
    for (;;) {
      while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
      if (text.startsWith('//', at)) {
        const end = text.indexOf('\n', at);
        at = end === -1 ? text.length : end;
      } else if (text.startsWith('/*', at)) {
        const end = text.indexOf('*/', at + 2);
        if (end === -1) fail('This comment has no end.');
        at = end + 2;
      } else return;
    }
  };

  const string = (): string => {
    const start = at;
    for (at += 1; text.charAt(at) !== '"'; at += 1) {
      if (at >= text.length || text.charAt(at) === '\n') fail('This text has no closing quote.', start);
      if (text.charAt(at) === '\\') at += 1;
    }
    at += 1;
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      return fail('This text has an escape or a character that JSON does not allow.', start);
    }
  };

  const value = (path: string, depth: number): unknown => {
    skip();
    places.set(path, at);
    if (depth > DEEPEST) fail('This is nested too deeply.');
    const first = text.charAt(at);
    if (first === '{') return object(path, depth);
    if (first === '[') return list(path, depth);
    if (first === '"') return string();
    const word = WORD.exec(text.slice(at, at + 64))?.[0];
    if (word === undefined) return fail(at >= text.length ? 'A value is missing at the end.' : 'A value is missing here.');
    const start = at;
    at += word.length;
    if (Object.hasOwn(LITERALS, word)) return LITERALS[word];
    if (NUMBER.test(word)) return Number(word);
    return fail('This is no value: text stands in double quotes.', start);
  };

  /** Runs `entry` for each member until `close`; commas between, one more allowed at the end. */
  const members = (close: string, entry: () => void): void => {
    at += 1;
    for (;;) {
      skip();
      if (text.charAt(at) === close) break;
      entry();
      skip();
      if (text.charAt(at) === ',') at += 1;
      else if (text.charAt(at) !== close)
        fail(at >= text.length ? `A ${close} is missing at the end.` : `A comma or ${close} is missing here.`);
    }
    at += 1;
  };

  const object = (path: string, depth: number): unknown => {
    const found: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    members('}', () => {
      if (text.charAt(at) !== '"') fail('A key stands in double quotes.');
      const start = at;
      const key = string();
      if (Object.hasOwn(found, key)) fail(`The key "${key}" is here twice.`, start);
      skip();
      if (text.charAt(at) !== ':') fail('A colon is missing after the key.');
      at += 1;
      Object.defineProperty(found, key, {
        value: value(`${path}/${escaped(key)}`, depth + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    });
    return found;
  };

  const list = (path: string, depth: number): unknown => {
    const found: unknown[] = [];
    members(']', () => found.push(value(`${path}/${found.length}`, depth + 1)));
    return found;
  };

  const read = value('', 0);
  skip();
  if (at < text.length) fail('There is more after the end.');
  return {
    value: read,
    place(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const known = places.get(
          path
            .slice(0, length)
            .map(part => `/${escaped(String(part))}`)
            .join(''),
        );
        if (known !== undefined) return placeOf(text, known);
      }
      return placeOf(text, 0);
    },
  };
}

const WORD = /^[-+.\w]+/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
