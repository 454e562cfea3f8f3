import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { enterInbox } from '../testing/inbox-person.js';
import { runCli, startCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 60_000 });

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
const results = {
  accept: /^result: Deleted 4,012 rows from sessions; 8,377 remain\./,
  decline: /^result: (?!.*Deleted)/,
  cancel: /^result: (?!.*Deleted)/,
} as const;

describe('midcall demo', () => {
  for (const era of ['modern', 'legacy'] as const) {
    for (const transport of ['stdio', 'http'] as const) {
      it.each(['accept', 'decline', 'cancel'] as const)(
        `ends with the tool's own result: ${era} era, ${transport}, %s [N2]`,
        async answer => {
          const { code, stdout, stderr } = await runCli(['demo', '--answer', answer, '--era', era, '--transport', transport]);
          expect(lastLine(stdout), stderr).toMatch(results[answer]);
          expect(code).toBe(0);
        },
      );
    }
  }

  it('says no and not now in different words [N2]', async () => {
    const declined = await runCli(['demo', '--answer', 'decline']);
    const cancelled = await runCli(['demo', '--answer', 'cancel']);
    expect(lastLine(declined.stdout)).not.toBe(lastLine(cancelled.stdout));
  });

  it('says that the port is taken, and which option helps', async () => {
    const taken = createServer();
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const second = await runCli(['demo', '--answer', 'accept', '--port', port]);
    expect(second.stderr).toContain(`Port ${port} is taken`);
    expect(second.stderr).toContain('--port');
    expect(second.code).toBe(5);
    taken.close();
  });

  it('lets a person answer on the page, follows along in the terminal, and prints the result', async () => {
    const running = startCli(['demo', '--no-open']);
    const [, file = ''] = await running.seen(/browser: (\S+\.html)/);
    const person = await enterInbox(file);
    const plan = await person.question();
    expect(plan.form?.fields.map(field => field.kind)).toEqual(['choice', 'text', 'boolean', 'text']);
    await person.answer(plan.id, { action: 'accept', content: { table: 'sessions', before: '2026-01-01', backup: false } });
    const sure = await person.question(question => question.state === 'waiting' && question.id !== plan.id);
    expect(sure.message).toContain('Delete 4,012 rows from sessions');
    await person.answer(sure.id, { action: 'accept', content: { confirm: true } });
    const { code, stdout, stderr } = await running.finished;
    person.leave();
    expect(lastLine(stdout)).toMatch(results.accept);
    expect(stderr).toContain('Delivered to Records.');
    expect(code).toBe(0);
  });

  it('says what to do where there is no browser and no terminal, and starts nothing', async () => {
    const { code, stderr, stdout } = await runCli(['demo']);
    expect(stderr).toContain('[NO_BROWSER]');
    expect(stderr).toContain('--no-open');
    expect(stderr).not.toContain('is running');
    expect([code, stdout]).toEqual([5, '']);
  });

  it('stops on Ctrl+C with nothing deleted, and leaves no login file behind', async () => {
    const running = startCli(['demo', '--no-open']);
    const [, file = ''] = await running.seen(/browser: (\S+\.html)/);
    await running.seen(/Records asks/);
    running.child.kill('SIGINT');
    const { code, stderr, stdout } = await running.finished;
    expect(stderr).toContain('nothing was deleted');
    expect(stdout).toBe('');
    expect(existsSync(file)).toBe(false);
    expect(code).toBe(130);
  });
});
