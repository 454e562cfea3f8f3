/** `midcall audit …` on an audit that a desk wrote, and on what somebody with the store made of it. */
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDesk } from '@midcall/host';
import { sqliteStore } from '@midcall/store/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDurableDesk } from '../gateway/durable-desk.js';
import { quietTerminal, type RanHere, runHere } from '../testing/run-here.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const audit = (argv: readonly string[], typed?: string): Promise<RanHere> =>
  runHere(['audit', ...argv], { home, ...(typed !== undefined && { typed }) });

/** A gateway's desk, as one process has it: asks and is answered; says how the questions are called. */
async function deskAsks(names: readonly string[], message = 'Which word?'): Promise<readonly string[]> {
  const durable = await openDurableDesk(quietTerminal(home));
  const desk = createDesk({ ...durable.options, surfaces: [{ name: 'inbox', reachable: () => true }] });
  const ids: string[] = [];
  for (const server of names) {
    const asked = desk.ask({
      params: { message, requestedSchema: { type: 'object', properties: { word: { type: 'string' }, n: { type: 'integer' } } } },
      revision: '2026-07-28',
      principal: server === 'Mail' ? 'alice' : 'local',
      server: { name: server },
    });
    const [view] = desk.list({ principal: server === 'Mail' ? 'alice' : 'local' }).filter(one => one.state === 'waiting');
    if (view === undefined) throw new Error('not shown');
    const by = { principal: server === 'Mail' ? 'alice' : 'local', surface: 'inbox', as: 'person' } as const;
    desk.shown(view.id, 'inbox', by);
    await desk.answer(view.id, { action: 'accept', content: { word: `PLANTED ${server}`, n: 1 } }, by);
    (await asked).settle('delivered');
    ids.push(view.id);
  }
  await desk.close();
  await durable.close();
  return ids;
}

const says = (text: string): void => writeFileSync(join(home, 'midcall.policy.json'), text);

async function withStore<T>(work: (store: ReturnType<typeof sqliteStore>, keys: readonly string[]) => Promise<T>): Promise<T> {
  const store = sqliteStore({ path: join(home, 'desk', 'desk.db') });
  try {
    return await work(
      store,
      (await store.list('audit/')).map(entry => entry.key),
    );
  } finally {
    await store.close();
  }
}

interface Row {
  readonly chain: string;
  readonly n: number;
  readonly row: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

const exported = async (...argv: string[]): Promise<Row[]> => {
  const { out } = await audit(['export', ...argv]);
  return out === '' ? [] : out.split('\n').map(line => JSON.parse(line) as Row);
};

describe('midcall audit', () => {
  it('has nothing to say where nothing was asked, and makes nothing', async () => {
    expect(await audit(['verify'])).toMatchObject({ code: 0, out: 'No gateway has kept an audit here yet.' });
    expect(await exported()).toEqual([]);
    expect((await audit(['redact', '--all'])).out).toBe('Nothing is kept beside these rows.');
    expect(existsSync(join(home, 'desk'))).toBe(false);
  });

  it('verifies what the desks of several processes wrote, and finds by row and deed what was changed in the store [D34]', async () => {
    await deskAsks(['Records']);
    await deskAsks(['Records', 'Mail']);
    const fine = await audit(['verify']);
    expect(fine).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Nothing was changed: 24 rows in 2 chains hold together\.\n {2}No anchors/),
    });
    const attacks: Record<string, [deed: (kept: string) => string | undefined, found: string]> = {
      edited: [kept => kept.replace('"accept"', '"decline"'), 'is not what was written.'],
      dropped: [() => undefined, 'is missing.'],
      garbled: [() => 'x', 'cannot be read.'],
    };
    for (const [deed, found] of Object.values(attacks)) {
      await withStore(async (store, keys) => {
        const at = (await Promise.all(keys.map(key => store.get(key)))).findIndex(one => one?.value.includes('"accept"') === true);
        const key = keys[at] ?? '';
        const kept = (await store.get(key))?.value ?? '';
        const changed = deed(kept);
        if (changed === undefined) await store.delete(key);
        else await store.put(key, changed);
        const verdict = await audit(['verify']);
        const [chain, n] = key.slice('audit/'.length).split('/');
        expect(verdict.code).toBe(6);
        expect(verdict.out.split('\n')[0]).toBe(`The audit was changed: row ${Number(n)} of chain ${chain} ${found}`);
        expect(JSON.parse((await audit(['verify', '--json'])).out)).toMatchObject({ ok: false, faults: [{ chain, at: Number(n) }] });
        await store.put(key, kept);
      });
    }
    expect((await audit(['verify'])).code).toBe(0);
    const [headFile = ''] = readdirSync(join(home, 'desk', 'audit'));
    rmSync(join(home, 'desk', 'audit', headFile));
    expect((await audit(['verify'])).out).toContain(`chain ${headFile.replace('.json', '')} has lost its head`);
  });

  it('finds a tail that was cut with its head, and an audit that is gone whole, by the anchors that the policy had sent [D34]', async () => {
    says('{ "audit": { "anchor": { "file": "anchors.jsonl" } } }');
    await deskAsks(['Records']);
    expect((await audit(['verify'])).out).toMatch(/hold together, and what \d+ anchors? said\.$/);
    await withStore(async (store, keys) => {
      for (const key of keys.slice(4)) await store.delete(key);
      const last = JSON.parse((await store.get(keys[3] ?? ''))?.value ?? '{}') as { mac: string };
      const [name = ''] = readdirSync(join(home, 'desk', 'audit'));
      writeFileSync(join(home, 'desk', 'audit', name), JSON.stringify([{ chain: name.replace('.json', ''), count: 4, mac: last.mac }]));
    });
    expect(await audit(['verify', '--no-anchors'])).toMatchObject({ code: 0 });
    expect(await audit(['verify'])).toMatchObject({ code: 6, out: expect.stringContaining('row 4 of chain') });
    const log = join(home, 'log');
    appendFileSync(log, `Nov 30 host logger: ${readFileSync(join(home, 'anchors.jsonl'), 'utf8')}`);
    expect(await audit(['verify', '--anchors', 'log'])).toMatchObject({ code: 6 });
    rmSync(join(home, 'anchors.jsonl'));
    expect(await audit(['verify'])).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') });
    rmSync(join(home, 'desk'), { recursive: true });
    expect(await audit(['verify', '--anchors', 'log'])).toMatchObject({ code: 6, out: expect.stringMatching(/^The audit is gone/) });
  });

  it('exports rows by server, person, question and time, as JSON lines or as CSV that is no formula [N11]', async () => {
    const [first = '', second = ''] = await deskAsks(['Records', 'Mail'], '=HYPERLINK("x"),\nReally?');
    expect(new Set((await exported('--server', 'Mail')).map(one => one.row.server))).toEqual(new Set(['Mail']));
    expect((await exported('--principal', 'alice')).every(one => one.row.question === second)).toBe(true);
    expect((await exported('--question', first)).map(one => one.row.stage)).toEqual([
      'received',
      'attributed',
      'read',
      'inspected',
      'queued',
      'shown',
      'answered',
      'delivered',
    ]);
    expect(await exported('--until', '1h')).toEqual([]);
    expect((await exported('--since', '1h')).length).toBeGreaterThan(10);
    expect((await audit(['export', '--since', 'soon'])).code).toBe(2);
    const { out } = await audit(['export', '--format', 'csv', '--question', first]);
    expect(out.split('\n')[0]).toBe('chain,n,at,question,principal,server,stage,by,surface,action,reason,shown,detail,values,mac');
    expect(out).toContain('"{""message"":""=HYPERLINK(\\""x\\""),\\nReally?""');
    expect(out).not.toMatch(/(^|,)[=+@]/m);
    expect(out).not.toContain('PLANTED');
    expect((await audit(['export', '--output', 'a.jsonl'])).code).toBe(0);
    expect(statSync(join(home, 'a.jsonl')).mode & 0o777).toBe(0o600);
    expect((await audit(['export', '--output', 'a.jsonl'])).err).toContain('is there already');
  });

  it('keeps answers as the policy says, proves one, and redacts them for good after a yes [D34, N9]', async () => {
    says('{ "audit": { "values": "clear" } }');
    const [records = '', mail = ''] = await deskAsks(['Records', 'Mail']);
    says('{ "audit": { "values": "hash" } }');
    const [hashed = ''] = await deskAsks(['Records']);
    const values = async (question: string): Promise<unknown> =>
      (await exported('--question', question)).find(one => one.row.stage === 'answered')?.values;
    expect(await values(records)).toEqual({ word: 'PLANTED Records', n: 1 });
    expect(await values(hashed)).toBeUndefined();
    const prove = (answer: string): Promise<RanHere> => audit(['verify', '--question', hashed, '--answer', answer]);
    expect(await prove('{"n":1,"word":"PLANTED Records"}')).toMatchObject({ code: 0, out: expect.stringContaining('is the one you gave') });
    expect(await prove('{"n":2,"word":"PLANTED Records"}')).toMatchObject({ code: 6, out: expect.stringContaining('is another one') });
    expect((await prove('[]')).code).toBe(2);
    expect(readFileSync(join(home, 'desk', 'desk.db')).includes('PLANTED')).toBe(false);

    expect((await audit(['redact'])).code).toBe(2);
    expect((await audit(['redact', '--principal', 'alice'])).err).toContain('Say --yes');
    expect((await audit(['redact', '--principal', 'alice', '--dry-run'])).out).toContain('beside 2 rows');
    expect((await audit(['redact', '--principal', 'alice'], 'n\n')).out).toBe('Nothing was deleted.');
    expect(await values(mail)).toMatchObject({ word: 'PLANTED Mail' });
    expect((await audit(['redact', '--principal', 'alice'], 'y\n')).out).toMatch(/^Deleted what was kept beside 2 rows/);
    expect(await values(mail)).toBeUndefined();
    expect(await values(records)).toMatchObject({ word: 'PLANTED Records' });
    expect((await audit(['redact', '--all', '--yes'])).code).toBe(0);
    expect(await prove('{"n":1,"word":"PLANTED Records"}')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing of an answer'),
    });
    expect(JSON.stringify(await exported())).not.toContain('PLANTED');
    expect((await audit(['verify'])).code).toBe(0);
  });
});
