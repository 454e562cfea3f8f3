/** The four doors, each walked as its page says until something has succeeded. Every one throws where it does not lead there. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { enterInbox } from '../../../packages/cli/dist/testing/inbox-person.js';

export interface Ground {
  /** Where the packages are installed. */
  readonly folder: string;
  /** A home of its own. */
  readonly home: string;
}

type Door = (ground: Ground) => Promise<void>;

export const DOORS: Readonly<Record<'author' | 'tester' | 'operator' | 'host', Door>> = {
  async author(ground) {
    const { stdout, stderr } = await midcall(ground, [
      'call',
      '--',
      'node',
      'server.js',
      'deploy',
      'service=api',
      '--answer',
      'where.where=staging',
    ]);
    assert.match(stderr, /Deploy api: which environment\?/);
    assert.equal(stdout, 'Deployed api to staging.\n');
  },

  async tester(ground) {
    const call = ['call', '--json', '--', 'node', 'server.js', 'deploy', 'service=api'];
    const open = await midcall(ground, call);
    assert.equal(open.code, 3);
    const [question] = (JSON.parse(open.stdout) as { questions: { wouldAnswer: string[] }[] }).questions;
    const flags = question?.wouldAnswer.flatMap(line => line.split(' ')) ?? [];
    const answered = await midcall(ground, [...call, ...flags]);
    assert.deepEqual([answered.code, (JSON.parse(answered.stdout) as { exit: number }).exit], [0, 0]);
  },

  async operator(ground) {
    const { folder, home } = ground;
    const opened = join(home, 'opened');
    const browser = join(home, 'browser');
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
    const path = join(home, '.config/Claude/claude_desktop_config.json');
    mkdirSync(join(path, '..'), { recursive: true });
    const entry = { command: process.execPath, args: [join(folder, 'server.js')], env: { BROWSER: browser, HOME: home } };
    const before = `{\n  "mcpServers": { "release": ${JSON.stringify(entry)}, },\n} // mine\n`;
    writeFileSync(path, before);
    assert.equal((await midcall(ground, ['on', '--yes'])).code, 0);
    const { command, args, env } = (JSON.parse(readFileSync(path, 'utf8').replace(/,(?=\s*\})|\/\/.*$/gm, '')) as Config).mcpServers
      .release;
    const client = new Client({ name: 'plain-host', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(new StdioClientTransport({ command, args, env: { PATH: '/usr/bin:/bin', ...env }, stderr: 'ignore', cwd: '/' }));
    const called = client.callTool({ name: 'deploy', arguments: { service: 'api' } });
    const person = await enterInbox(await written(opened));
    await person.answer((await person.question()).id, { action: 'accept', content: { where: 'staging' } });
    assert.deepEqual((await called).content, [{ type: 'text', text: 'Deployed api to staging.' }]);
    person.leave();
    await client.close();
    assert.equal((await midcall(ground, ['off', '--yes'])).code, 0);
    assert.equal(readFileSync(path, 'utf8'), before);
  },

  async host(ground) {
    const { code, stdout } = await run(process.execPath, ['host.mjs'], ground);
    assert.deepEqual([code, stdout], [0, 'Deployed api to staging.\n']);
  },
};

interface Config {
  readonly mcpServers: { readonly release: { readonly command: string; readonly args: string[]; readonly env: Record<string, string> } };
}

interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function midcall(ground: Ground, words: readonly string[]): Promise<Finished> {
  return run('npx', ['--no-install', 'midcall', ...words], ground);
}

function run(command: string, words: readonly string[], { folder, home }: Ground): Promise<Finished> {
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', BROWSER: 'none', npm_config_update_notifier: 'false' };
  return new Promise(resolve => {
    execFile(command, [...words], { cwd: folder, env, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}

/** The path that the browser was given, once it was. */
async function written(file: string): Promise<string> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    try {
      const text = readFileSync(file, 'utf8');
      if (text !== '') return text;
    } catch {
      // not yet
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('No browser was opened within a minute.');
}
