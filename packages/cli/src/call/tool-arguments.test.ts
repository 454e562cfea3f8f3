import { describe, expect, it } from 'vitest';
import { readArguments, usageLine } from './tool-arguments.js';

const tool = {
  name: 'deploy',
  inputSchema: {
    type: 'object',
    properties: {
      service: { type: 'string' },
      count: { type: 'integer' },
      ratio: { type: 'number' },
      dry: { type: 'boolean' },
      environment: { type: 'string', enum: ['staging', 'production'] },
      labels: { type: 'array', items: { type: 'string' } },
      options: { type: 'object' },
    },
    required: ['service'],
  },
} as const;
const read = (...pairs: readonly string[]) => ({ ...readArguments(tool, pairs, undefined) });
const refused = (...pairs: readonly string[]): string => {
  try {
    read(...pairs);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the arguments of a tool', () => {
  it('are read by its input schema', () => {
    expect(read('service=007', 'count=3', 'ratio=0.5', 'dry=yes', 'environment=staging')).toEqual({
      service: '007',
      count: 3,
      ratio: 0.5,
      dry: true,
      environment: 'staging',
    });
  });

  it('keep an equals sign and spaces in their value', () => {
    expect(read('service=a=b c')).toEqual({ service: 'a=b c' });
  });

  it('are JSON behind := and where the schema wants a list or an object', () => {
    expect(read('service=a', 'labels=["x"]', 'options:={"deep":{"n":1}}')).toEqual({
      service: 'a',
      labels: ['x'],
      options: { deep: { n: 1 } },
    });
  });

  it('can come as one JSON object, over which pairs win', () => {
    expect({ ...readArguments(tool, ['service=b'], '{"service":"a","count":1}') }).toEqual({ service: 'b', count: 1 });
    expect(() => readArguments(tool, [], '[1]')).toThrow('must be a JSON object');
    expect(() => readArguments(tool, [], 'no')).toThrow('is not JSON');
  });

  it('are refused with every fault at once', () => {
    const message = refused('serivce=a', 'count=three', 'environment=stagin');
    expect(message).toContain('There is no argument "serivce"; did you mean "service"?');
    expect(message).toContain('"count" must be a whole number.');
    expect(message).toContain('did you mean "staging"');
    expect(message).toContain('"service" is needed: text.');
  });

  it('are checked for their kind when they come as JSON', () => {
    expect(refused('service:=5')).toContain('"service" is not text.');
  });

  it('take a name that is no own property of objects as data [N11]', () => {
    const open = { name: 't', inputSchema: { type: 'object', additionalProperties: true } };
    expect(Object.keys(readArguments(open, ['__proto__=x', 'constructor=y'], undefined))).toEqual(['__proto__', 'constructor']);
  });
});

describe('how a tool is called', () => {
  it('is shown with needed arguments bare and the others in brackets', () => {
    expect(usageLine(tool)).toBe(
      'It is called like this: deploy service=TEXT [count=NUMBER] [ratio=NUMBER] [dry=true|false] [environment=staging|production] [labels:=JSON] [options:=JSON]',
    );
  });
});
