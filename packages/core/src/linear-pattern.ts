/**
 * `pattern` in linear time: an outsider's regular expression is never given to the backtracking engine (N11).
 *
 * Promises: for a pattern it takes, the same verdict as `new RegExp(pattern, 'u').test(text)`; work bounded by pattern
 * length times text length; a pattern that it does not take is named, with the reason, never half-checked.
 * Taken: literals, classes, `\d \w \s \b \p{…}`, groups, alternation, `* + ? {n,m}` (lazy ones too), `^ $`.
 * Not taken: backreferences and look-around (no linear reading), flags, more than 2,000 steps once repeats are unrolled.
 */
import { parsePattern } from './pattern-parse.js';
import { compilePattern, type Instruction } from './pattern-program.js';
import { runPattern } from './pattern-run.js';

/** A pattern that can be matched in linear time. */
export interface LinearPattern {
  /** True if the pattern matches anywhere in `text`. */
  test(text: string): boolean;
}

/** Why a pattern is not checked: not a regular expression at all, beyond the linear subset, or too large. */
export type PatternFault = 'invalid' | 'unsupported' | 'too-large';

/** Reads a pattern; `fault` says why there is no matcher. Never throws. */
export function linearPattern(
  source: string,
): { readonly pattern: LinearPattern; readonly fault?: never } | { readonly fault: PatternFault; readonly pattern?: never } {
  if (source.length > MAX_SOURCE) return { fault: 'too-large' };
  if (!isRegExp(source)) return { fault: 'invalid' };
  const tree = parsePattern(source);
  if (tree === undefined) return { fault: 'unsupported' };
  const program: readonly Instruction[] | undefined = compilePattern(tree, MAX_INSTRUCTIONS);
  if (program === undefined) return { fault: 'too-large' };
  return { pattern: { test: text => runPattern(program, text) } };
}

const MAX_SOURCE = 1_000;
const MAX_INSTRUCTIONS = 2_000;

/** Building a RegExp runs nothing: only matching can run away. */
function isRegExp(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}
