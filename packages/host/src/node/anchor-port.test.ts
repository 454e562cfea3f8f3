/** Heads arrive in a file, at a command, at a server; what fails says so without naming where (N9). */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore } from '@midcall/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorHeads, anchorPort, createAuditChain, headFile, headFolder, parseAnchors } from '../node.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'midcall-anchor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const line = '{"v":1,"at":1,"chain":"a","count":2,"mac":"m"}';

describe('an anchor', () => {
  it('is appended to a file that only its owner reads', async () => {
    const { send } = anchorPort({ every: 1, file: 'heads.jsonl' }, { folder });
    await send(line);
    await send(line);
    expect(parseAnchors(await readFile(join(folder, 'heads.jsonl'), 'utf8'))).toHaveLength(2);
    expect((await stat(join(folder, 'heads.jsonl'))).mode & 0o777).toBe(0o600);
    await expect(anchorPort({ every: 1, file: 'none/PLANTED' }, { folder }).send(line)).rejects.toThrow(/^audit\.anchor: [^/]*ENOENT\)/);
  });

  it('is the standard input of a command that is started without a shell, for at most a moment [N12]', async () => {
    const node = process.execPath;
    const copy = 'process.stdin.pipe(require("fs").createWriteStream(process.argv[1]))';
    await anchorPort({ every: 1, command: [node, '-e', copy, 'got; rm -rf x'] }, { folder }).send(line);
    expect(await readFile(join(folder, 'got; rm -rf x'), 'utf8')).toBe(`${line}\n`);
    await expect(anchorPort({ every: 1, command: [node, '-e', 'process.exit(3)'] }, { folder }).send(line)).rejects.toThrow('command');
    await expect(anchorPort({ every: 1, command: ['no-such-program'] }, { folder }).send(line)).rejects.toThrow('ENOENT');
    const hangs = ['-e', 'setInterval(() => {}, 1000)'];
    await expect(anchorPort({ every: 1, command: [node, ...hangs] }, { folder, timeout: 200 }).send(line)).rejects.toThrow('command');
  });

  it('is posted with its token, and a server that says no is a failure', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(request.url === '/no' ? 403 : 200).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await anchorPort({ every: 1, url, private: true, token: 'tk' }, { folder }).send(line);
    expect(seen).toEqual(['Bearer tk']);
    await expect(anchorPort({ every: 1, url: `${url}/no`, private: true }, { folder }).send(line)).rejects.toThrow('url');
    await expect(anchorPort({ every: 1, url, private: false }, { folder }).send(line)).rejects.toThrow('url');
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });

  it('and the heads of all processes of a machine, read from their folder, find what was cut [D34]', async () => {
    const heads = join(folder, 'audit');
    const store = memoryStore();
    const secret = new Uint8Array(32).fill(1);
    const port = anchorPort({ every: 60_000, file: 'anchors.jsonl' }, { folder });
    const chainOf = (name: string) => {
      const clock = { now: () => Date.now(), setTimeout: () => () => {} };
      const head = anchorHeads(headFile(join(heads, `${name}.json`)), { clock, anchor: () => port, onError: () => {} });
      return { head, chain: createAuditChain({ store, secret, chain: name, head }) };
    };
    const [one, two] = [chainOf('one'), chainOf('two')];
    for (const { chain, head } of [one, two]) {
      for (let at = 0; at < 3; at += 1) await chain.append({ v: 1, at, question: 'q', stage: 'queued', server: 's', by: 'desk' });
      await chain.flush?.();
      await head.close();
    }
    const verifier = createAuditChain({ store, secret, head: headFolder(heads) });
    const anchors = parseAnchors(await readFile(join(folder, 'anchors.jsonl'), 'utf8'));
    expect(anchors.map(anchor => [anchor.chain, anchor.count])).toEqual([
      ['one', 3],
      ['two', 3],
    ]);
    expect(await verifier.verify({ anchors })).toMatchObject({ ok: true, rows: 6, chains: 2 });
    await writeFile(join(heads, 'two.json'), 'garbage');
    expect(await verifier.verify({ anchors })).toMatchObject({ faults: [{ chain: 'two', what: 'missing-head' }] });
    expect(await createAuditChain({ store, secret, head: headFolder(join(folder, 'nowhere')) }).verify()).toMatchObject({ ok: false });
  });
});
