/** Runs a program over a text, all threads in step: each instruction is visited at most once a position. */
import { isWord } from './pattern-parse.js';
import type { Instruction } from './pattern-program.js';

/** True if the program matches anywhere in the text. Work: at most program length times text length. */
export function runPattern(program: readonly Instruction[], text: string): boolean {
  const points = Array.from(text, point => point.codePointAt(0) as number);
  const marks = new Int32Array(program.length).fill(-1);
  let threads: number[] = [];
  for (let at = 0; at <= points.length; at += 1) {
    // A search, not a match: a new thread may start at every position.
    const reached: number[] = [];
    for (const thread of threads) if (follow(program, points, at, thread, marks, reached)) return true;
    if (follow(program, points, at, 0, marks, reached)) return true;
    const point = points[at];
    threads = [];
    if (point === undefined) continue;
    for (const index of reached) {
      const instruction = program[index] as Instruction & { op: 'set' };
      if (instruction.test(point)) threads.push(index + 1);
    }
  }
  return false;
}

/** Walks everything that consumes nothing; true if that reaches a match. A stack, since programs may be long. */
function follow(
  program: readonly Instruction[],
  points: readonly number[],
  at: number,
  start: number,
  marks: Int32Array,
  reached: number[],
): boolean {
  const stack = [start];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (marks[index] === at) continue;
    marks[index] = at;
    const instruction = program[index] as Instruction;
    switch (instruction.op) {
      case 'match':
        return true;
      case 'set':
        reached.push(index);
        break;
      case 'jump':
        stack.push(instruction.to);
        break;
      case 'split':
        stack.push(instruction.second, instruction.first);
        break;
      case 'assert':
        if (holds(instruction.at, points, at)) stack.push(index + 1);
        break;
    }
  }
  return false;
}

function holds(what: 'start' | 'end' | 'word' | 'not-word', points: readonly number[], at: number): boolean {
  if (what === 'start') return at === 0;
  if (what === 'end') return at === points.length;
  const before = at > 0 && isWord(points[at - 1] as number);
  const after = at < points.length && isWord(points[at] as number);
  return (before !== after) === (what === 'word');
}
