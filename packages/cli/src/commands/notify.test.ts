/** A gateway that runs where no browser can be opened tells its person elsewhere, and that is enough to be asked. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, it } from 'vitest';
import { MAIN, RECORDS, runCli } from '../testing/run-cli.js';

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('a gateway without a browser notifies once, with the way to the inbox and no way in, and may ask for that [D22, D35, N1, N9]', {
  timeout: 60_000,
}, async () => {
  const home = mkdtempSync(join(tmpdir(), 'midcall-test-'));
  ends.push(() => rmSync(home, { recursive: true, force: true }));
  const told: { readonly authorization: string | undefined; readonly body: Record<string, string> }[] = [];
  let heard: () => void;
  const first = new Promise<void>(resolve => {
    heard = resolve;
  });
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', chunk => {
      text += String(chunk);
    });
    request.on('end', () => {
      told.push({ authorization: request.headers.authorization, body: JSON.parse(text) as Record<string, string> });
      response.end();
      heard();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise(resolve => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/PLANTED`;
  mkdirSync(home, { recursive: true });
  const channels = [{ kind: 'webhook', url, private: true, token: 'PLANTED-token' }];
  writeFileSync(join(home, 'midcall.policy.json'), JSON.stringify({ notify: { channels } }));

  const env = { HOME: home, MIDCALL_HOME: home, BROWSER: 'none', CI: 'true' }; // refusals by rule go out at once
  const args = [MAIN, 'gateway', '--webhook-text', '--name', 'Records', '--', process.execPath, RECORDS];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe', env });
  let log = '';
  transport.stderr?.on('data', chunk => {
    log += String(chunk);
  });
  const client = new Client({ name: 'plain-host', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(transport);
  ends.push(() => client.close());
  const called = client.callTool({ name: 'delete_stale_records', arguments: {} });
  called.catch(() => {});
  await first;
  expect(told).toHaveLength(1);
  const [{ authorization, body }] = told as [(typeof told)[number]];
  expect(authorization).toBe('Bearer PLANTED-token');
  expect(Object.keys(body).sort()).toEqual(['link', 'server', 'text', 'tool', 'type', 'v']);
  expect(body).toMatchObject({ type: 'question', server: 'Records', tool: 'delete_stale_records' });
  expect(body.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/?$/);
  expect(body.text?.length).toBeGreaterThan(5);
  // The link alone lets nobody in.
  expect((await fetch(`${body.link?.replace(/\/$/, '')}/api/live`)).status).toBeGreaterThanOrEqual(400);
  expect(log).not.toContain('nobody can be asked');
  expect(log).not.toContain('PLANTED');
  // Declined from another process: the call ends as it would by a person's no.
  expect((await runCli(['policy', 'mute', 'Records', '--cut-off'], { env })).code).toBe(0);
  expect(JSON.stringify(await called)).toContain('declined');
  expect(told).toHaveLength(1);
});
