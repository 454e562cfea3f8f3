import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { RECORDS, runCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 60_000 });

const node = process.execPath;
const call = (...words: readonly string[]) => runCli(['call', '--', node, RECORDS, ...words]);
const PUSHING = fileURLToPath(new URL('../testing/pushing-server.mjs', import.meta.url));
const PLAN = ['--answer', 'plan.table=sessions', '--answer', 'plan.before=2026-01-01', '--answer', 'plan.backup=no'];

describe('midcall call', () => {
  it.each(['A', 'B', 'C'])('answers every question by its flags in revision %s, and prints the result', async revision => {
    const { code, stdout, stderr } = await call(
      'delete_stale_records',
      ...PLAN,
      '--answer',
      'delete=accept',
      '--answer',
      '2=accept',
      '--revision',
      revision,
    );
    expect(stdout).toBe('Deleted 4,012 rows from sessions; 8,377 remain.\n');
    expect(stderr).toContain('Delete 4,012 rows from sessions');
    expect(code).toBe(0);
  });

  it('ends as done, with nothing deleted, where the answer is no [N2]', async () => {
    const { code, stdout } = await call('delete_stale_records', '--answer', 'plan=decline');
    expect(stdout).not.toContain('Deleted');
    expect(code).toBe(0);
  });

  it('ends a question without a flag as cancel, exits 3, and prints the flags that would answer it [N1, N2]', async () => {
    const { code, stderr, stdout } = await call('delete_stale_records', ...PLAN);
    expect(code).toBe(3);
    expect(stdout).not.toContain('Deleted');
    expect(stderr).toMatch(/--answer delete\.\w+=yes/);
  });

  it('says why a flag is no answer, and does not send it', async () => {
    const { code, stderr } = await call('delete_stale_records', '--answer', 'plan.table=nonsense');
    expect(code).toBe(3);
    expect(stderr).toMatch(/table: Choose one of the options: sessions, \w+/);
    expect(stderr).not.toContain('nonsense');
  });

  it('says of a tool that pushes its question on a revision without pushes how it can be called', async () => {
    const older = await runCli(['call', '--', node, PUSHING, 'old', '--answer', 'go=yes']);
    expect([older.code, older.stderr]).toEqual([1, expect.stringContaining('Try it with: --revision B')]);
    const told = await runCli(['call', '--', node, PUSHING, 'old', '--answer', 'go=yes', '--revision', 'B']);
    expect([told.code, told.stdout]).toEqual([0, 'accept\n']);
    expect(told.stderr).not.toContain('older way');
  });

  it('prints one JSON object with --json where the call does not come about, too', async () => {
    const { code, stdout } = await runCli(['call', '--json', '--', node, '-e', 'throw new Error("no licence")', '--', 'tool']);
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'SERVER_EXITED',
        message: 'The server exited before it answered, with status 1.',
        hint: 'Its last words: Error: no licence',
      },
      exit: 4,
    });
  });

  it('prints one JSON object with --json, and nothing else on standard output', async () => {
    const { code, stdout } = await call('delete_stale_records', ...PLAN, '--answer', 'delete=accept', '--json');
    const printed = JSON.parse(stdout) as {
      result: { content: { text: string }[] };
      questions: { key: string; action: string; by: string }[];
      exit: number;
      revision: string;
    };
    expect(printed.revision).toBe('2026-07-28');
    expect(printed.result.content[0]?.text).toContain('Deleted 4,012 rows');
    expect(printed.questions.map(({ key, action, by }) => ({ key, action, by }))).toEqual([
      { key: 'plan', action: 'accept', by: 'script' },
      { key: 'delete', action: 'accept', by: 'script' },
    ]);
    expect([printed.exit, code]).toEqual([0, 0]);
  });

  it('takes its options on either side of the server', async () => {
    const { code, stdout } = await runCli([
      'call',
      '--json',
      '--answer',
      'plan=cancel',
      '--revision',
      'B',
      '--',
      node,
      RECORDS,
      'delete_stale_records',
    ]);
    expect((JSON.parse(stdout) as { revision: string }).revision).toBe('2025-11-25');
    expect(code).toBe(0);
  });

  it('behaves like a host that cannot ask, and the server is told so [N1]', async () => {
    const { code, stdout, stderr } = await call('delete_stale_records', '--cannot-ask');
    expect(`${stdout}${stderr}`).not.toContain('Deleted');
    expect(code).toBe(1);
  });

  it('lists the tools and what they take', async () => {
    const { code, stdout } = await call('--list');
    expect(stdout).toMatch(/delete_stale_records\s+reason\s+Deletes the rows/);
    expect(code).toBe(0);
  });
});

describe('midcall call, told wrong things', () => {
  it('suggests the tool that was meant', async () => {
    const { code, stderr } = await call('delete_stale_record');
    expect(stderr).toContain('did you mean "delete_stale_records"');
    expect(code).toBe(2);
  });

  it('suggests the argument that was meant, and shows how the tool is called', async () => {
    const { code, stderr } = await call('delete_stale_records', 'raeson=x');
    expect(stderr).toContain('did you mean "reason"');
    expect(stderr).toContain('delete_stale_records [reason=TEXT]');
    expect(code).toBe(2);
  });

  it('asks for a tool where only the server stands', async () => {
    const { code, stderr } = await runCli(['call', '--', 'node', 'server.js']);
    expect(stderr).toContain('Which tool?');
    expect(code).toBe(2);
  });

  it('asks for a server where none stands', async () => {
    const { code, stderr } = await runCli(['call', 'tool']);
    expect(stderr).toContain('Which server?');
    expect(code).toBe(2);
  });

  it('suggests the option that was meant', async () => {
    const { code, stderr } = await runCli(['call', '--jsn', '--', 'node', 'x.js', 't']);
    expect(stderr).toContain('--json');
    expect(code).toBe(2);
  });
});

describe('midcall call, with a server that is none', () => {
  const script = (code: string, ...more: readonly string[]) => runCli(['call', '--timeout', '12', ...more, '--', node, '-e', code, 'tool']);

  it('says with which status the server exited, and its last words', async () => {
    const { code, stderr } = await script('console.error("no database"); process.exit(7)');
    expect(stderr).toContain('The server exited before it answered, with status 7.');
    expect(stderr).toContain('no database');
    expect(stderr).toContain('[SERVER_EXITED]');
    expect(code).toBe(4);
  });

  it('quotes what was printed where the protocol belongs', async () => {
    const { code, stderr } = await script('console.log("Server started on port 3000"); setInterval(() => {}, 1000)', '--timeout', '6');
    expect(stderr).toContain('"Server started on port 3000"');
    expect(stderr).toContain('[SERVER_GARBAGE]');
    expect(code).toBe(4);
  });

  it('gives up on a server that never answers, in bounded time', async () => {
    const { code, stderr } = await script('setInterval(() => {}, 1000)', '--timeout', '2');
    expect(stderr).toContain('[SERVER_SILENT]');
    expect(code).toBe(4);
  });

  it('says that there is no such command', async () => {
    const { code, stderr } = await runCli(['call', '--', 'no-such-command-here', 'x', 'tool']);
    expect(stderr).toContain('there is no such command');
    expect(code).toBe(4);
  });

  it('says that nothing answers at an address', async () => {
    const { code, stderr } = await runCli(['call', '--url', 'http://127.0.0.1:9/mcp', 'tool']);
    expect(stderr).toContain('Nothing answers at http://127.0.0.1:9');
    expect(code).toBe(4);
  });

  it('prints a stack trace only when asked', async () => {
    const plain = await script('process.exit(1)');
    const debug = await script('process.exit(1)', '--debug');
    expect(plain.stderr).not.toMatch(/^ {4}at /m);
    expect(debug.stderr).toMatch(/^ {4}at /m);
  });
});
