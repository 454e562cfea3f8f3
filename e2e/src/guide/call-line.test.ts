/** The line that the page about testing shows, played against the server that the first page shows. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/guide/author-testing.md'), 'utf8');

it('the line of the guide calls the tool, answers both questions, and prints one object', async () => {
  const line = /^npx midcall (call .*)$/m.exec(page)?.[1] ?? '';
  const words = line.replace('server.js', join(root, 'e2e/dist/fixtures/readme-server.js')).split(' ');
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [join(root, 'packages/cli/dist/main.js'), ...words], { cwd: root }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  const { result, questions, exit } = JSON.parse(printed) as {
    readonly result: { readonly content: readonly { readonly text: string }[] };
    readonly questions: readonly { readonly key: string; readonly action: string }[];
    readonly exit: number;
  };
  expect(result.content[0]?.text).toBe('Deployed api to production.');
  expect(questions.map(({ key, action }) => [key, action])).toEqual([
    ['where', 'accept'],
    ['live', 'accept'],
  ]);
  expect(exit).toBe(0);
});

it('the statuses of the guide are among those that the command prints', async () => {
  const rows = [...page.matchAll(/^\| (\d) +\|/gm)].map(([, status]) => status);
  const help = await new Promise<string>(resolve => {
    execFile(process.execPath, [join(root, 'packages/cli/dist/main.js'), '--help'], (_error, stdout) => resolve(stdout));
  });
  const known = [...help.slice(help.indexOf('Exit status')).matchAll(/^ {2}(\d) /gm)].map(([, status]) => status);
  expect(rows).toHaveLength(6); // what else there is belongs to other commands
  expect(known).toEqual(expect.arrayContaining(rows));
});
