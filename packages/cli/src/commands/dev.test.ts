import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DevCommand, DevEvent, DevReply } from '../dev/contract.js';
import { enterInbox } from '../testing/inbox-person.js';
import { RECORDS, type Running, startCli } from '../testing/run-cli.js';

// Real processes, several a test; a busy machine starts each in seconds.
vi.setConfig({ testTimeout: 60_000 });

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Page {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  send(command: DevCommand): Promise<DevReply>;
  /** The first event that passes, of those that came or come. */
  seen<T extends DevEvent['type']>(
    type: T,
    test?: (event: Extract<DevEvent, { type: T }>) => boolean,
  ): Promise<Extract<DevEvent, { type: T }>>;
}

/** A tab of `midcall dev`, without a browser. */
async function openPage(args: readonly string[], cwd?: string): Promise<{ page: Page; running: Running }> {
  const running = startCli(['dev', '--no-open', ...args], cwd === undefined ? {} : { cwd });
  ends.push(async () => {
    running.child.kill('SIGINT');
    await running.finished;
  });
  const [, file = ''] = await running.seen(/browser: (\S+\.html)/);
  const person = await enterInbox(file);
  ends.push(() => person.leave());
  const stop = new AbortController();
  ends.push(() => stop.abort());
  const events: DevEvent[] = [];
  const checks = new Set<() => void>();
  const live = await fetch(`${person.origin}/api/events`, { headers: person.headers, signal: stop.signal });
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of live.body ?? []) {
        rest += decoder.decode(chunk, { stream: true });
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) if (block.startsWith('data: ')) events.push(...told(JSON.parse(block.slice(6)) as DevEvent));
        for (const check of checks) check();
      }
    } catch {
      // the tab was closed
    }
  })();
  const page: Page = {
    origin: person.origin,
    headers: person.headers,
    send: async command => {
      const response = await fetch(`${person.origin}/api/command`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json' },
        body: JSON.stringify(command),
      });
      return (await response.json()) as DevReply;
    },
    seen: (type, test = () => true) =>
      new Promise(resolve => {
        const check = (): void => {
          const found = events.find(
            (event): event is Extract<DevEvent, { type: typeof type }> => event.type === type && test(event as never),
          );
          if (found === undefined) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      }),
  };
  return { page, running };
}

/** What happened before the tab was open comes with the greeting. */
function told(event: DevEvent): readonly DevEvent[] {
  if (event.type !== 'hello') return [event];
  return [event, { type: 'state', state: event.state }, ...event.lines.map(line => ({ type: 'line', line }) as const)];
}

const ready = (page: Page, starts = 1) => page.seen('state', event => event.state.status === 'ready' && event.state.starts >= starts);

describe('midcall dev', () => {
  it('runs a tool, shows its questions and the wire, and gives the command that repeats the run', async () => {
    const { page } = await openPage(['--name', 'Records', '--', process.execPath, RECORDS]);
    const { state } = await ready(page);
    expect(state.tools.map(tool => tool.name)).toEqual(['delete_stale_records']);
    expect(state.tools[0]?.form?.fields.map(field => field.name)).toEqual(['reason']);

    expect(await page.send({ type: 'run', tool: 'delete_stale_records', entries: [['reason', 'tidy']] })).toEqual({ ok: true });
    const plan = (await page.seen('question', event => event.question.state === 'waiting')).question;
    expect(plan.server.name).toBe('Records');
    expect(await page.send({ type: 'answer', id: plan.id, result: { action: 'accept', content: { table: 'nonsense' } } })).toMatchObject({
      ok: false,
    });
    await page.send({
      type: 'answer',
      id: plan.id,
      result: { action: 'accept', content: { table: 'exports', before: '2026-01-01', backup: false } },
    });
    const sure = (await page.seen('question', event => event.question.id !== plan.id)).question;
    await page.send({ type: 'answer', id: sure.id, result: { action: 'accept', content: { confirm: true } } });

    const { run } = await page.seen('run', event => event.run.state === 'done');
    expect(JSON.stringify(run.result)).toContain('Deleted 61 rows from exports');
    expect(run.command).toContain(
      '--answer plan.table=exports --answer plan.before=2026-01-01 --answer plan.backup=no --answer delete.confirm=yes',
    );
    const asking = await page.seen('frame', event => event.frame.asks);
    expect(asking.frame.title).toBe('input required by tools/call');
  });

  it('changes revision, and plays a host that cannot ask [N1]', async () => {
    const { page } = await openPage(['--', process.execPath, RECORDS]);
    await ready(page);
    await page.send({ type: 'settings', settings: { revision: 'A', canAsk: false } });
    expect((await ready(page, 2)).state.revision).toBe('2025-06-18');
    await page.send({ type: 'run', tool: 'delete_stale_records', entries: [] });
    const { run } = await page.seen('run', event => event.run.state === 'done');
    expect(run.result?.isError).toBe(true);
    const { frame } = await page.seen('frame', event => event.frame.title === 'initialize');
    expect(frame.message).toMatchObject({ params: { protocolVersion: '2025-06-18' } });
    expect(JSON.stringify(frame.message)).not.toContain('elicitation');
  });

  it('starts the server anew when a file beside it changes, after a fault too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'midcall-dev-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'server.mjs');
    writeFileSync(file, 'console.error("half a thought"); process.exit(3);');
    const { page } = await openPage(['--', process.execPath, 'server.mjs'], folder);
    const { state } = await page.seen('state', event => event.state.status === 'failed');
    expect(state.problem?.sentence).toContain('with status 3');
    await page.seen('line', event => event.line.text === 'half a thought');
    writeFileSync(file, `await import(${JSON.stringify(RECORDS)});`);
    expect((await ready(page, 2)).state.tools).toHaveLength(1);
  });

  it('turns away a request under another name, from another page, or without both halves of the session', async () => {
    const { page } = await openPage(['--', process.execPath, RECORDS]);
    const { host, port } = new URL(page.origin);
    const status = (path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, method, headers }, response => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await status('/', { host: `evil.test:${port}` })).toBe(403);
    expect(await status('/dev/main.js', { host: `evil.test:${port}` })).toBe(403);
    expect(await status('/api/command', { ...page.headers, host, origin: 'http://evil.test' }, 'POST')).toBe(403);
    expect(await status('/api/events', { ...page.headers, host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status('/api/events', { host, cookie: page.headers.cookie ?? '' })).toBe(401);
    expect(await status('/api/events', { host, 'x-midcall-token': page.headers['x-midcall-token'] ?? '' })).toBe(401);
    const shell = await fetch(`${page.origin}/`);
    expect(shell.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await shell.text()).toContain('/dev/main.js');
  });
});
