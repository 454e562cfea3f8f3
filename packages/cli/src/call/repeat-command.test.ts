import { readForm } from '@midcall/core';
import type { QuestionView } from '@midcall/core/contract';
import { describe, expect, it } from 'vitest';
import { CALL_TAIL_OPTIONS, readCallTail } from '../command-tail.js';
import { repeatCommand } from './repeat-command.js';

const { form } = readForm(
  { type: 'object', properties: { name: { type: 'string' }, live: { type: 'boolean' } }, required: ['name'] },
  { revision: '2026-07-28' },
);
const question = { message: '?', form } as QuestionView;
const base = {
  target: { kind: 'stdio', command: 'node', args: ['server.js'], cwd: '/' },
  tool: 'deploy',
  arguments: {},
  revision: undefined,
  canAsk: true,
  answered: [],
} as const;

describe('the command that repeats a run', () => {
  it('names server, tool, arguments and answers, quoted for a shell', () => {
    expect(
      repeatCommand({
        ...base,
        arguments: { service: "it's", count: 2, labels: ['a'] },
        revision: '2025-06-18',
        answered: [
          { key: 'who', question, result: { action: 'accept', content: { name: 'a b', live: true } } },
          { key: 'slot~2', question, result: { action: 'decline' } },
        ],
      }),
    ).toBe(
      `midcall call -- node server.js deploy 'service=it'\\''s' count=2 'labels:=["a"]' --revision 2025-06-18 --answer 'who.name=a b' --answer who.live=yes --answer slot=decline`,
    );
  });

  it('is read back by the command line as what it says', () => {
    const words = repeatCommand({ ...base, arguments: { service: 'api' }, answered: [{ key: '', question, result: { action: 'cancel' } }] })
      .split(' ')
      .slice(3);
    expect(readCallTail(words, CALL_TAIL_OPTIONS, true)).toEqual({
      command: ['node', 'server.js'],
      tool: 'deploy',
      pairs: ['service=api'],
      options: ['--answer', '1=cancel'],
    });
  });

  it('leaves headers out: they may hold credentials [N9]', () => {
    const command = repeatCommand({
      ...base,
      target: { kind: 'http', url: new URL('http://127.0.0.1:3/mcp'), headers: { authorization: 'Bearer hidden' } },
    });
    expect(command).toBe('midcall call --url http://127.0.0.1:3/mcp deploy');
  });
});
