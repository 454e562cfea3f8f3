import { describe, expect, it } from 'vitest';
import { adviceFor, lastWords } from './last-words.js';

const node = (head: string, ...more: string[]): string[] => [
  'file:///srv/server.js:1',
  'throw new Error("x")',
  '      ^',
  '',
  head,
  '    at file:///srv/server.js:1:7',
  '    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)',
  ...more,
  '',
  'Node.js v20.20.2',
];

describe('the last words of a server', () => {
  it.each([
    ['node', node('Error: DATABASE_URL is not set'), 'Error: DATABASE_URL is not set', undefined],
    [
      'node with a code',
      node(
        "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv/server.js",
        '{',
        "  code: 'ERR_MODULE_NOT_FOUND'",
        '}',
      ),
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv/server.js",
      'Install it where the server is: npm install zod',
    ],
    [
      'a module in a folder of CommonJS',
      node('SyntaxError: Cannot use import statement outside a module'),
      'SyntaxError: Cannot use import statement outside a module',
      'Put "type": "module" into its package.json, or call the file .mjs.',
    ],
    [
      'a missing file',
      node("Error: Cannot find module '/srv/nothing.js'", '{', "  code: 'MODULE_NOT_FOUND',", '  requireStack: []', '}'),
      "Error: Cannot find module '/srv/nothing.js'",
      'Is the path right? Is it built?',
    ],
    [
      'python',
      [
        'Traceback (most recent call last):',
        '  File "/srv/p.py", line 3, in <module>',
        '    import fastmcp',
        "ModuleNotFoundError: No module named 'fastmcp'",
      ],
      "ModuleNotFoundError: No module named 'fastmcp'",
      'Python does not find fastmcp: is its environment the one of this command?',
    ],
    [
      'npx',
      [
        'npm error code E404',
        "npm error 404 Not Found - GET https://registry.example/nothing-mcp - 'nothing-mcp' is not in this registry.",
        'npm error A complete log of this run can be found in: /home/ada/.npm/_logs/x.log',
      ],
      "npm error 404 Not Found - GET https://registry.example/nothing-mcp - 'nothing-mcp' is not in this registry.",
      'Is the name of the package right?',
    ],
    [
      'go',
      ['panic: no configuration', '', 'goroutine 1 [running]:', 'main.main()', '\t/srv/main.go:4 +0x39'],
      'panic: no configuration',
      undefined,
    ],
    ['one that only logs', ['starting', 'no licence, leaving'], 'no licence, leaving', undefined],
  ])('of %s are the line that says it, not the last one', (_, lines, words, advice) => {
    expect(lastWords(lines)).toBe(words);
    expect(adviceFor(words)).toBe(advice);
  });

  it('are none where it said nothing, and never move the cursor [N11]', () => {
    expect(lastWords([])).toBeUndefined();
    expect(lastWords(['', 'Node.js v22.0.0'])).toBeUndefined();
    expect(lastWords(['Error: \u001b[2Jgone'])).not.toContain('\u001b');
  });
});
