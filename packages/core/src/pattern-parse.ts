/**
 * The syntax tree of a regular expression in `u` mode, for the linear subset. The caller has checked that the source is
 * a valid one, so this parser only needs to be right about valid sources; what it does not know it declines.
 */

/** A set of code points, as a test on one of them. */
export type CodePointTest = (codePoint: number) => boolean;

export type PatternNode =
  | { readonly kind: 'set'; readonly test: CodePointTest }
  | { readonly kind: 'assert'; readonly at: 'start' | 'end' | 'word' | 'not-word' }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number };

/** Reads a valid `u`-mode source; undefined if it uses something without a linear reading. */
export function parsePattern(source: string): PatternNode | undefined {
  const reader = new Reader(source);
  const tree = reader.either(0);
  return reader.supported && reader.done() ? tree : undefined;
}

/** Deep nesting costs stack; no honest pattern comes near. */
const MAX_DEPTH = 50;

class Reader {
  supported = true;
  readonly #points: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#points = Array.from(source);
  }

  done(): boolean {
    return this.#at >= this.#points.length;
  }

  either(depth: number): PatternNode {
    if (depth > MAX_DEPTH) return this.#decline();
    const nodes = [this.#sequence(depth)];
    while (this.supported && this.#take('|')) nodes.push(this.#sequence(depth));
    return nodes.length === 1 ? (nodes[0] as PatternNode) : { kind: 'either', nodes };
  }

  #sequence(depth: number): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.supported && !this.done() && this.#peek() !== '|' && this.#peek() !== ')') {
      nodes.push(this.#repeated(this.#atom(depth)));
    }
    return { kind: 'sequence', nodes };
  }

  #repeated(node: PatternNode): PatternNode {
    const bounds = this.#bounds();
    if (bounds === undefined) return node;
    this.#take('?');
    return { kind: 'repeat', node, min: bounds[0], max: bounds[1] };
  }

  #bounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    if (!this.#take('{')) return undefined;
    const [low = '', high] = this.#until('}').split(',');
    const min = Number(low);
    return [min, high === undefined ? min : high === '' ? Number.POSITIVE_INFINITY : Number(high)];
  }

  #atom(depth: number): PatternNode {
    const point = this.#next();
    if (point === '(') return this.#group(depth);
    if (point === '[') return { kind: 'set', test: this.#class() };
    if (point === '.') return { kind: 'set', test: isNotLineEnd };
    if (point === '^') return { kind: 'assert', at: 'start' };
    if (point === '$') return { kind: 'assert', at: 'end' };
    if (point === '\\') return this.#escape();
    return literal(point);
  }

  #group(depth: number): PatternNode {
    if (this.#take('?')) {
      if (!this.#take(':')) {
        // `(?<name>` is a group; `(?<=`, `(?<!`, `(?=`, `(?!` look around; `(?i:` sets flags.
        if (!this.#take('<') || this.#peek() === '=' || this.#peek() === '!') return this.#decline();
        this.#until('>');
      }
    }
    const inner = this.either(depth + 1);
    this.#take(')');
    return inner;
  }

  #escape(): PatternNode {
    const point = this.#peek();
    if (point === 'b' || point === 'B') {
      this.#at += 1;
      return { kind: 'assert', at: point === 'b' ? 'word' : 'not-word' };
    }
    if (point === 'k' || (point >= '1' && point <= '9')) return this.#decline();
    const set = this.#escapedSet();
    return typeof set === 'number' ? literal(String.fromCodePoint(set)) : { kind: 'set', test: set };
  }

  /** After a backslash, in or out of a class: one code point, or a set of them. */
  #escapedSet(): number | CodePointTest {
    const point = this.#next();
    const named = NAMED_SETS.get(point);
    if (named !== undefined) return named;
    if (point === 'p' || point === 'P') return this.#property(point);
    const control = CONTROLS.get(point);
    if (control !== undefined) return control;
    if (point === 'c') return this.#next().charCodeAt(0) % 32;
    if (point === 'x') return Number.parseInt(this.#next() + this.#next(), 16);
    if (point === 'u') return this.#unicode();
    return point.codePointAt(0) as number;
  }

  #unicode(): number {
    if (this.#take('{')) return Number.parseInt(this.#until('}'), 16);
    const high = Number.parseInt(this.#four(), 16);
    if (high < 0xd800 || high > 0xdbff || this.#points[this.#at] !== '\\' || this.#points[this.#at + 1] !== 'u') return high;
    const before = this.#at;
    this.#at += 2;
    const low = this.#peek() === '{' ? 0 : Number.parseInt(this.#four(), 16);
    if (low >= 0xdc00 && low <= 0xdfff) return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
    this.#at = before;
    return high;
  }

  #four(): string {
    return this.#next() + this.#next() + this.#next() + this.#next();
  }

  /** One code point against one property: no repetition, so the built-in engine cannot run away on it. */
  #property(letter: string): CodePointTest {
    this.#take('{');
    const test = new RegExp(`^\\${letter}{${this.#until('}')}}$`, 'u');
    return codePoint => test.test(String.fromCodePoint(codePoint));
  }

  #class(): CodePointTest {
    const negated = this.#take('^');
    const tests: CodePointTest[] = [];
    while (!this.done() && !this.#take(']')) {
      const low = this.#member();
      if (typeof low === 'function') {
        tests.push(low);
        continue;
      }
      let high = low;
      if (this.#peek() === '-' && this.#points[this.#at + 1] !== ']') {
        this.#at += 1;
        const end = this.#member();
        if (typeof end === 'number') high = end;
      }
      tests.push(codePoint => codePoint >= low && codePoint <= high);
    }
    return codePoint => tests.some(test => test(codePoint)) !== negated;
  }

  #member(): number | CodePointTest {
    const point = this.#next();
    if (point !== '\\') return point.codePointAt(0) as number;
    if (this.#take('b')) return 8;
    return this.#escapedSet();
  }

  #decline(): PatternNode {
    this.supported = false;
    return { kind: 'sequence', nodes: [] };
  }

  #peek(): string {
    return this.#points[this.#at] ?? '';
  }

  #next(): string {
    const point = this.#points[this.#at] ?? '';
    this.#at += 1;
    return point;
  }

  #take(point: string): boolean {
    if (this.#points[this.#at] !== point) return false;
    this.#at += 1;
    return true;
  }

  #until(point: string): string {
    let text = '';
    while (!this.done() && !this.#take(point)) text += this.#next();
    return text;
  }
}

function literal(point: string): PatternNode {
  const wanted = point.codePointAt(0);
  return { kind: 'set', test: codePoint => codePoint === wanted };
}

const isNotLineEnd: CodePointTest = c => c !== 10 && c !== 13 && c !== 0x2028 && c !== 0x2029;
const isDigit: CodePointTest = c => c >= 48 && c <= 57;
const isSpace: CodePointTest = c => /\s/.test(String.fromCodePoint(c));

/** What `\w` and `\b` mean without the `i` flag. */
export const isWord: CodePointTest = c => isDigit(c) || (c >= 65 && c <= 90) || c === 95 || (c >= 97 && c <= 122);

const NAMED_SETS: ReadonlyMap<string, CodePointTest> = new Map([
  ['d', isDigit],
  ['D', c => !isDigit(c)],
  ['w', isWord],
  ['W', c => !isWord(c)],
  ['s', isSpace],
  ['S', c => !isSpace(c)],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['0', 0],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
]);
