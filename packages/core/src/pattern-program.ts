/** A syntax tree as a program for a machine that walks all alternatives at once, repeats unrolled. */
import type { CodePointTest, PatternNode } from './pattern-parse.js';

export type Instruction =
  | { readonly op: 'set'; readonly test: CodePointTest }
  | { readonly op: 'assert'; readonly at: 'start' | 'end' | 'word' | 'not-word' }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'match' };

/** The program, or undefined if it would need more than `limit` instructions. */
export function compilePattern(tree: PatternNode, limit: number): readonly Instruction[] | undefined {
  const program: Instruction[] = [];
  if (!emit(tree, program, limit)) return undefined;
  program.push({ op: 'match' });
  return program;
}

/** False as soon as the limit is passed; nested counted repeats multiply, so every step looks. */
function emit(node: PatternNode, program: Instruction[], limit: number): boolean {
  if (program.length >= limit) return false;
  switch (node.kind) {
    case 'set':
      program.push({ op: 'set', test: node.test });
      return true;
    case 'assert':
      program.push({ op: 'assert', at: node.at });
      return true;
    case 'sequence':
      return node.nodes.every(child => emit(child, program, limit));
    case 'either':
      return emitEither(node.nodes, program, limit);
    case 'repeat':
      return emitRepeat(node, program, limit);
  }
}

function emitEither(nodes: readonly PatternNode[], program: Instruction[], limit: number): boolean {
  const jumps: { to: number }[] = [];
  for (const [index, child] of nodes.entries()) {
    const last = index === nodes.length - 1;
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    if (!last) program.push(split);
    if (!emit(child, program, limit)) return false;
    if (last) break;
    const jump = { op: 'jump' as const, to: 0 };
    program.push(jump);
    jumps.push(jump);
    split.second = program.length;
  }
  for (const jump of jumps) jump.to = program.length;
  return true;
}

function emitRepeat(node: PatternNode & { kind: 'repeat' }, program: Instruction[], limit: number): boolean {
  // An empty body unrolled a billion times adds no instruction and would spin here.
  if (node.min > limit || (node.max !== Number.POSITIVE_INFINITY && node.max > limit)) return false;
  for (let i = 0; i < node.min; i += 1) if (!emit(node.node, program, limit)) return false;
  if (node.max === Number.POSITIVE_INFINITY) {
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    if (!emit(node.node, program, limit)) return false;
    program.push({ op: 'jump', to: program.indexOf(split) });
    split.second = program.length;
    return program.length <= limit;
  }
  const splits: { second: number }[] = [];
  for (let i = node.min; i < node.max; i += 1) {
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    splits.push(split);
    if (!emit(node.node, program, limit)) return false;
  }
  for (const split of splits) split.second = program.length;
  return program.length <= limit;
}
