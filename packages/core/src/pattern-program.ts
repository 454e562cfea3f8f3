/** A syntax tree as a program for a machine that walks all alternatives at once, repeats unrolled. */
import type { CodePointTest, PatternNode } from './pattern-parse.js';

export type Instruction =
  | { readonly op: 'set'; readonly test: CodePointTest }
  | { readonly op: 'assert'; readonly at: 'start' | 'end' | 'word' | 'not-word' }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'match' };

/** The program, or undefined if it would need more than `limit` instructions, or more steps than that to write. */
export function compilePattern(tree: PatternNode, limit: number): readonly Instruction[] | undefined {
  const writer: Writer = { program: [], steps: 0, limit };
  if (!emit(tree, writer)) return undefined;
  writer.program.push({ op: 'match' });
  return writer.program;
}

interface Writer {
  readonly program: Instruction[];
  /** Nodes visited: repeats of something empty add no instruction, and nested they would never end. */
  steps: number;
  readonly limit: number;
}

/** False as soon as the limit is passed; nested counted repeats multiply, so every step looks. */
function emit(node: PatternNode, writer: Writer): boolean {
  writer.steps += 1;
  if (writer.program.length >= writer.limit || writer.steps > 4 * writer.limit) return false;
  switch (node.kind) {
    case 'set':
      writer.program.push({ op: 'set', test: node.test });
      return true;
    case 'assert':
      writer.program.push({ op: 'assert', at: node.at });
      return true;
    case 'sequence':
      return node.nodes.every(child => emit(child, writer));
    case 'either':
      return emitEither(node.nodes, writer);
    case 'repeat':
      return emitRepeat(node, writer);
  }
}

function emitEither(nodes: readonly PatternNode[], writer: Writer): boolean {
  const { program } = writer;
  const jumps: { to: number }[] = [];
  for (const [index, child] of nodes.entries()) {
    const last = index === nodes.length - 1;
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    if (!last) program.push(split);
    if (!emit(child, writer)) return false;
    if (last) break;
    const jump = { op: 'jump' as const, to: 0 };
    program.push(jump);
    jumps.push(jump);
    split.second = program.length;
  }
  for (const jump of jumps) jump.to = program.length;
  return true;
}

function emitRepeat({ node, min, max }: PatternNode & { kind: 'repeat' }, writer: Writer): boolean {
  const { program } = writer;
  for (let i = 0; i < min; i += 1) if (!emit(node, writer)) return false;
  if (max === Number.POSITIVE_INFINITY) {
    const start = program.length;
    const split = { op: 'split' as const, first: start + 1, second: 0 };
    program.push(split);
    if (!emit(node, writer)) return false;
    program.push({ op: 'jump', to: start });
    split.second = program.length;
    return true;
  }
  const splits: { second: number }[] = [];
  for (let i = min; i < max; i += 1) {
    const split = { op: 'split' as const, first: program.length + 1, second: 0 };
    program.push(split);
    splits.push(split);
    if (!emit(node, writer)) return false;
  }
  for (const split of splits) split.second = program.length;
  return true;
}
