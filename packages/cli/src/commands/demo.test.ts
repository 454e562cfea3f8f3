import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../testing/run-cli.js';

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
          const { code, stdout } = await runCli(['demo', '--answer', answer, '--era', era, '--transport', transport]);
          expect(lastLine(stdout)).toMatch(results[answer]);
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
    const first = startCli(['demo', '--no-open']);
    const [, , port = ''] = await first
      .seen(/(http:\/\/127\.0\.0\.1:(\d+))|open-[\w-]+\.html/)
      .then(async () => first.seen(/page on (http:\/\/127\.0\.0\.1:(\d+))/));
    const second = await runCli(['demo', '--answer', 'accept', '--port', port]);
    expect(second.stderr).toContain(`Port ${port} is taken`);
    expect(second.stderr).toContain('--port');
    expect(second.code).toBe(5);
    first.child.kill('SIGINT');
    expect((await first.finished).code).toBe(130);
  });
});
