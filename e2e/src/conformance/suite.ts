/**
 * The official conformance suite as a program: fetched once into the clone's cache folder together with the Node it
 * needs (22; the product runs on 20), and started one scenario at a time with every listener on loopback.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const NODE = '22.23.3';
const clone = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(clone, '.cache/conformance');

export interface Suite {
  readonly node: string;
  readonly script: string;
}

export interface ScenarioResult {
  readonly ok: boolean;
  readonly passed: number;
  readonly warnings: number;
  /** What the suite printed. */
  readonly log: string;
}

/** @throws Error with one sentence when the suite cannot be fetched. */
export async function fetchSuite(): Promise<Suite> {
  const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const node = join(cache, 'node/node_modules', nodePackage, 'bin/node');
  const script = join(cache, 'suite/node_modules/@modelcontextprotocol/conformance/dist/index.js');
  if (!existsSync(node)) await install('node', `${nodePackage}@${NODE}`);
  if (!existsSync(script)) await install('suite', SUITE);
  return { node, script };
}

/** Runs one scenario against a server. */
export function runScenario(suite: Suite, scenario: string, revision: string, url: URL): Promise<ScenarioResult> {
  return runSuite(suite, ['server', '--url', url.href, '--scenario', scenario, '--spec-version', revision, '--timeout', '30000']);
}

/** Runs one scenario with a client; the suite adds the address of its server to `command`. */
export function runClientScenario(suite: Suite, scenario: string, revision: string, command: string): Promise<ScenarioResult> {
  return runSuite(suite, ['client', '--command', command, '--scenario', scenario, '--spec-version', revision, '--timeout', '60000']);
}

async function runSuite(suite: Suite, command: readonly string[]): Promise<ScenarioResult> {
  const args = [suite.script, ...command];
  const env = { ...process.env, NODE_OPTIONS: `--require ${join(clone, 'e2e/conformance/loopback.cjs')}`, NO_COLOR: '1' };
  const { code, log } = await run(suite.node, args, { cwd: cache, env, maxBuffer: 1 << 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, log: stdout + stderr }),
    (error: { code?: number; stdout?: string; stderr?: string }) => ({
      code: error.code ?? 1,
      log: `${error.stdout ?? ''}${error.stderr ?? ''}`,
    }),
  );
  const [, passed = '0', total = '0', failed = '1', warnings = '0'] = /Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings/.exec(log) ?? [];
  return { ok: code === 0 && failed === '0' && Number(total) > 0, passed: Number(passed), warnings: Number(warnings), log };
}

async function install(folder: string, name: string): Promise<void> {
  const cwd = join(cache, folder);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', name], { cwd, maxBuffer: 1 << 26 }).catch(
    (error: { stderr?: string }) => {
      throw new Error(
        `${name} could not be fetched, so the official suite cannot run: ${(error.stderr ?? '').trim().split('\n').at(0) ?? 'npm failed'}`,
      );
    },
  );
}
