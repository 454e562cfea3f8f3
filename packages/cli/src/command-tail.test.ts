import { describe, expect, it } from 'vitest';
import { CALL_TAIL_OPTIONS, readCallTail, splitAtDashes } from './command-tail.js';

const read = (line: string, expectTool = true) => readCallTail(line.split(' '), CALL_TAIL_OPTIONS, expectTool);

describe('what stands behind --', () => {
  it('is split off at the first -- and kept word for word', () => {
    expect(splitAtDashes(['call', '--json', '--', 'node', 'x.js', '--', 'tool'])).toEqual({
      head: ['call', '--json'],
      tail: ['node', 'x.js', '--', 'tool'],
    });
    expect(splitAtDashes(['demo'])).toEqual({ head: ['demo'], tail: undefined });
  });

  it('reads command, tool, pairs and options from the right', () => {
    expect(
      read('node server.js deploy service=api n:=3 --answer target.environment=staging --answer slot=decline --revision C --json'),
    ).toEqual({
      command: ['node', 'server.js'],
      tool: 'deploy',
      pairs: ['service=api', 'n:=3'],
      options: ['--answer', 'target.environment=staging', '--answer', 'slot=decline', '--revision', 'C', '--json'],
    });
  });

  it('leaves options of the server to the server', () => {
    expect(read('node server.js --port 1 --verbose deploy a=b')).toEqual({
      command: ['node', 'server.js', '--port', '1', '--verbose'],
      tool: 'deploy',
      pairs: ['a=b'],
      options: [],
    });
  });

  it('takes options and pairs in any order behind the tool, and --option=value', () => {
    expect(read('node s.js t --json a=b --revision=A c=d')).toEqual({
      command: ['node', 's.js'],
      tool: 't',
      pairs: ['a=b', 'c=d'],
      options: ['--json', '--revision=A'],
    });
  });

  it('lets a second -- draw the line by hand', () => {
    expect(read('node s.js --json -- t a=b')).toEqual({ command: ['node', 's.js', '--json'], tool: 't', pairs: ['a=b'], options: [] });
  });

  it('has no tool where only a list is wanted', () => {
    expect(read('node s.js --list', false)).toEqual({ command: ['node', 's.js'], tool: undefined, pairs: [], options: ['--list'] });
  });
});
