import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { off } from '../commands/off.js';
import { on } from '../commands/on.js';
import type { ConfigFiles } from './machine.js';
import { nodeFiles } from './node-files.js';
import { type TempMachine, tempMachine } from './testing/temp-machine.js';

const FILE = '.cursor/mcp.json';
const TEXT = '{\n  // mine\n  "mcpServers": { "a": { "command": "x" } }\n}\n';

let made: TempMachine[] = [];
function machine(): TempMachine {
  const one = tempMachine();
  made.push(one);
  return one;
}
afterEach(() => {
  for (const one of made) one.remove();
  made = [];
});

/** Files where something happens right before the file itself is replaced. */
const before = (happens: () => void): ConfigFiles => ({
  ...nodeFiles,
  replace(file, bytes) {
    happens();
    nodeFiles.replace(file, bytes);
  },
});

describe('what can go wrong between reading a file and writing it', () => {
  it('two midcall on at once: one writes, the other is refused, and the backup they share stays', async () => {
    const { machine: here, put, context } = machine();
    const path = put(FILE, TEXT);
    const wrapped = await wrappedText(here, put, context);
    // The other runs to its end while this one stands between its backup and its file.
    const files = before(() => writeFileSync(path, wrapped));
    expect(await on({ yes: true }, context(), { ...here, files })).toBe(5);
    expect(readFileSync(path, 'utf8')).toBe(wrapped);
    expect(readFileSync(`${path}.midcall-backup`, 'utf8')).toBe(TEXT);
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
  });

  it('a crash between backup and file leaves the file whole, and the next run does not trip over what is left', async () => {
    const { machine: here, put, context } = machine();
    const path = put(FILE, TEXT);
    const dies = { ...here, files: { ...nodeFiles, replace: () => raise(new Error('killed')), remove: () => undefined } };
    await expect(on({ yes: true }, context(), dies)).rejects.toThrow('killed');
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
    expect(existsSync(`${path}.midcall-backup`)).toBe(true);
    writeFileSync(path, TEXT.replace('mine', 'ours'));
    expect(await on({ yes: true }, context(), here)).toBe(0);
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(TEXT.replace('mine', 'ours'));
  });

  it('a file that was deleted meanwhile is not made again', async () => {
    const { machine: here, put, context } = machine();
    const path = put(FILE, TEXT);
    expect(await on({ yes: true }, context(), { ...here, files: before(() => rmSync(path)) })).toBe(5);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('a file that became a link to another meanwhile is left alone, and so is the other', async () => {
    const { machine: here, put, context } = machine();
    const path = put(FILE, TEXT);
    const target = put('elsewhere.json', TEXT);
    const swap = (): void => {
      rmSync(path);
      symlinkSync(target, path);
    };
    expect(await on({ yes: true }, context(), { ...here, files: before(swap) })).toBe(5);
    expect(readFileSync(target, 'utf8')).toBe(TEXT);
  });

  it('one file that cannot be written does not keep the others from being written', async () => {
    const { machine: here, put, context, said } = machine();
    put('.config/Claude/claude_desktop_config.json', TEXT, 0o400);
    const path = put(FILE, TEXT);
    expect(await on({ yes: true }, context(), here)).toBe(5);
    expect(said()).toContain('read-only');
    expect(readFileSync(path, 'utf8')).toContain('"gateway"');
  });
});

describe('what can happen between on and off', () => {
  it('a host that writes its file anew, without comments and in its own spacing', async () => {
    const { machine: here, put, context } = machine();
    const path = put('.claude.json', '{ "mcpServers": { "a": { "command": "x", "args": ["1"], "env": { "K": "v" } } }, "numStartups": 1 }');
    await on({ yes: true }, context(), here);
    const theirs = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...theirs, numStartups: 2 }));
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('{"mcpServers":{"a":{"command":"x","args":["1"],"env":{"K":"v"}}},"numStartups":2}');
  });

  it('a backup that was deleted or spoilt', async () => {
    for (const spoil of [
      (path: string) => rmSync(path),
      (path: string) => writeFileSync(path, '{ "mcpServers": {} }'),
      (path: string) => writeFileSync(path, '{'),
    ]) {
      const { machine: here, put, context } = machine();
      const path = put(FILE, '{ "mcpServers": { "a": { "command": "x", "args": ["1"] } } }');
      await on({ yes: true }, context(), here);
      spoil(`${path}.midcall-backup`);
      expect(await off({ yes: true }, context(), here)).toBe(0);
      expect(readFileSync(path, 'utf8')).toBe('{ "mcpServers": { "a": { "command": "x", "args": ["1"] } } }');
    }
  });
});

async function wrappedText(here: TempMachine['machine'], put: TempMachine['put'], context: TempMachine['context']): Promise<string> {
  const path = `${here.home}/${FILE}`;
  await on({ yes: true }, context(), here);
  const text = readFileSync(path, 'utf8');
  rmSync(`${path}.midcall-backup`);
  put(FILE, TEXT);
  return text;
}

function raise(error: Error): never {
  throw error;
}
