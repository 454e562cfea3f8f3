import { chownSync, existsSync, linkSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openMachinePage } from '../loopback/machine-page.js';
import { CLAUDE, type TempMachine, tempMachine } from '../on/testing/temp-machine.js';
import { type DeskStore, openDeskStore } from '../policy/desk-store.js';
import { UsageError } from '../usage-error.js';
import { off } from './off.js';
import { on } from './on.js';
import { status } from './status.js';

/** A busy machine answers in seconds. */
const BUSY = { timeout: 50_000, interval: 50 };

const open: TempMachine[] = [];
function machine(...overrides: Parameters<typeof tempMachine>): TempMachine {
  const made = tempMachine(...overrides);
  open.push(made);
  return made;
}
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

const COMMENTED = `// my servers
{
\t"theme": "dark", // keep
\t"mcpServers": {
\t\t/* the one that asks */
\t\t"records": {
\t\t\t"command": "npx",
\t\t\t"args": [
\t\t\t\t"-y", // yes to npx
\t\t\t\t"records-mcp",
\t\t\t],
\t\t\t"env": { "RECORDS_TOKEN": "s3cr3t-value" },
\t\t},
\t\t"plain": { "command": "/opt/plain" },
\t},
}
`;

const commandOf = (path: string, name: string): { command: string; args: string[]; env?: Record<string, string> } =>
  (JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')) as { mcpServers: Record<string, never> }).mcpServers[name] as never;

const SIMPLE = JSON.stringify(
  { mcpServers: { records: { command: 'npx', args: ['records-mcp'], env: { TOKEN: 's3cr3t-value' } } } },
  undefined,
  2,
);

describe('midcall on', () => {
  it('puts whole paths of node and midcall in front of a command, and keeps its arguments, env and order [D38]', async () => {
    const { machine: here, put, context } = machine();
    const path = put(CLAUDE, SIMPLE);
    expect(await on({ yes: true }, context(), here)).toBe(0);
    const { command, args, env } = commandOf(path, 'records');
    expect(existsSync(command)).toBe(true);
    expect(args.slice(0, 8)).toEqual([here.entry, 'gateway', '--name', 'records', '--desk', 'always', '--host-limit', '60']);
    expect(args.slice(8)).toEqual(['--', 'npx', 'records-mcp']);
    expect(env).toEqual({ TOKEN: 's3cr3t-value' });
  });

  it.each([
    ['comments, tabs and last commas', COMMENTED],
    ['CRLF', COMMENTED.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\ufeff${COMMENTED}`],
    ['no line break at all', '{"mcpServers":{"a":{"command":"x"}}}'],
  ])('keeps everything else in a file with %s, and off gives the same bytes [D38]', async (_, text) => {
    const { machine: here, put, context } = machine();
    const path = put('.cursor/mcp.json', text);
    const before = readFileSync(path);
    expect(await on({ yes: true }, context(), here)).toBe(0);
    const wrapped = readFileSync(path, 'utf8');
    expect(wrapped).not.toBe(text);
    for (const comment of text.match(/\/\/[^\r\n]*|\/\*.*?\*\//g) ?? []) expect(wrapped).toContain(comment);
    expect(wrapped.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
    expect(/[^\r]\n/.test(wrapped)).toBe(/[^\r]\n/.test(text));
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('keeps mode and owner, and leaves one backup with the same, beside the file [D38]', async () => {
    const { machine: here, put, context } = machine();
    const path = put(CLAUDE, SIMPLE, 0o600);
    if (process.getuid?.() === 0) chownSync(path, 1234, 1234);
    const before = statSync(path);
    await on({ yes: true }, context(), here);
    for (const one of [path, `${path}.midcall-backup`]) {
      const { mode, uid, gid } = statSync(one);
      expect([mode, uid, gid]).toEqual([before.mode, before.uid, before.gid]);
    }
    expect(readdirSync(dirname(path)).sort()).toEqual(['claude_desktop_config.json', 'claude_desktop_config.json.midcall-backup']);
    expect(readFileSync(`${path}.midcall-backup`, 'utf8')).toBe(SIMPLE);
  });

  it('never shows what is in env or headers, nor a word that looks like a credential [D38, N9]', async () => {
    const { machine: here, put, context, said } = machine();
    put(
      CLAUDE,
      JSON.stringify({
        mcpServers: {
          a: {
            command: 'npx',
            args: ['x', '--api-key', 's3cr3t-1', '--token=s3cr3t-2', '--header', 'Authorization: Bearer s3cr3t-3'],
            env: { K: 's3cr3t-4' },
          },
          b: { url: 'https://u:s3cr3t-5@example.com/mcp?key=s3cr3t-6', headers: { Authorization: 's3cr3t-7' } },
          c: { command: 'docker', args: ['run', '-e', 'K=s3cr3t-8', 'postgres://u:s3cr3t-9@db/x'] },
          d: { command: 'npx', args: ['mcp-remote', 'https://example.org/s/s3cr3t123456789012/mcp', 'sk-s3cr3t-10'] },
        },
      }),
    );
    await on({ dryRun: true }, context(), here);
    await on({ yes: true }, context(), here);
    await off({ dryRun: true, servers: ['a'] }, context(), here);
    await status({}, context(), here);
    expect(said()).toContain('example.com');
    expect(said()).not.toContain('s3cr3t');
  });

  it('changes nothing the second time, and says so', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, SIMPLE);
    await on({ yes: true }, context(), here);
    const once = readFileSync(path, 'utf8');
    expect(await on({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(once);
    expect(said()).toContain('asks through midcall already');
    expect(readFileSync(`${path}.midcall-backup`, 'utf8')).toBe(SIMPLE);
  });

  it('brings its paths up to date where midcall moved, and off still gives the first bytes', async () => {
    const { machine: here, put, context, said, home } = machine();
    const path = put(CLAUDE, COMMENTED);
    await on({ yes: true }, context(), here);
    const moved = { ...here, entry: join(home, 'other', 'midcall', 'dist', 'main.js') };
    expect(await on({ yes: true }, context(), moved)).toBe(0);
    expect(said()).toContain('brought up to date');
    expect(readFileSync(path, 'utf8')).toContain(moved.entry);
    expect(readFileSync(path, 'utf8')).not.toContain(here.entry);
    await off({ yes: true }, context(), moved);
    expect(readFileSync(path, 'utf8')).toBe(COMMENTED);
  });

  it('leaves alone what was put in front by hand, what is on HTTP and what is no server, and says which', async () => {
    const { machine: here, put, context, said } = machine();
    const text = JSON.stringify({
      mcpServers: {
        hand: { command: 'npx', args: ['midcall', 'gateway', '--', 'x'] },
        web: { url: 'https://example.com/mcp' },
        odd: { args: ['x'] },
        list: [],
        number: { command: 'x', args: [1] },
      },
    });
    const path = put(CLAUDE, text);
    expect(await on({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(said()).toMatch(/hand +asks through midcall already/);
    expect(said()).toMatch(/web +left alone: it is on HTTP \(example\.com\)/);
    expect(said()).toMatch(/odd +left alone: it has no command/);
    expect(said()).toMatch(/number +left alone: its arguments are not a list of texts/);
  });

  it('takes a server called __proto__ for a server, and touches none that the file names twice [N11]', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put(
      CLAUDE,
      '{"mcpServers":{"__proto__":{"command":"x"},"a":{"command":"x"},"a":{"command":"y"},"b":{"command":"x","command":"y"}}}',
    );
    expect(await on({ yes: true }, context(), here)).toBe(0);
    expect(said()).toMatch(/a +left alone: the file names it twice/);
    expect(said()).toMatch(/b +left alone: it has "command" twice/);
    expect(readFileSync(path, 'utf8')).toMatch(
      /^\{"mcpServers":\{"__proto__":\{"command":"[^"]+","args"|^\{"mcpServers":\{"__proto__":\{"command":"[^"]+", "args"/,
    );
    expect(readFileSync(path, 'utf8')).toContain('"a":{"command":"x"},"a":{"command":"y"}');
  });

  it('finds the servers of VS Code, Zed in both its shapes, and the projects of Claude Code', async () => {
    const { machine: here, put, context, home } = machine();
    const code = put(
      '.config/Code/User/mcp.json',
      '{ "servers": { "a": { "type": "stdio", "command": "x", "args": ["${workspaceFolder}/s.js"] } }, "inputs": [] }',
    );
    const zed = put(
      '.config/zed/settings.json',
      '{ "context_servers": { "old": { "command": { "path": "x", "args": ["y"], "env": {} } }, "new": { "command": "z", "args": [] } } }',
    );
    const claude = put(
      '.claude.json',
      '{ "numStartups": 3, "projects": { "/srv/app": { "mcpServers": { "p": { "command": "x", "args": ["y"] } } } } }',
    );
    for (const host of ['vscode', 'zed', 'claude-code']) expect(await on({ host, yes: true }, context(), here)).toBe(0);
    expect(JSON.parse(readFileSync(code, 'utf8')).servers.a.args).toEqual([
      here.entry,
      'gateway',
      '--name',
      'a',
      '--',
      'x',
      '${workspaceFolder}/s.js',
    ]);
    const { old, new: fresh } = JSON.parse(readFileSync(zed, 'utf8')).context_servers;
    expect(old.command.args).toEqual([here.entry, 'gateway', '--name', 'old', '--host-limit', '60', '--', 'x', 'y']);
    expect(fresh.args.slice(-2)).toEqual(['--', 'z']);
    expect(JSON.parse(readFileSync(claude, 'utf8')).projects['/srv/app'].mcpServers.p.args.slice(-3)).toEqual(['--', 'x', 'y']);
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(join(home, '.config/zed/settings.json'), 'utf8')).toContain('{ "path": "x", "args": ["y"], "env": {} }');
  });

  it('tells the gateway how long the host waits: by its entry, else as known; not where there is no limit that matters [D28]', async () => {
    const { machine: here, put, context } = machine();
    const cline = put(
      '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      JSON.stringify({
        mcpServers: {
          a: { command: 'x' },
          b: { command: 'x', timeout: 120 },
          c: { command: 'x', timeout: 5 },
          d: { command: 'x', timeout: 3600 },
        },
      }),
    );
    await on({ yes: true }, context(), here);
    const limits = ['a', 'b', 'c', 'd'].map(name => {
      const { args } = commandOf(cline, name);
      return args.includes('--host-limit') ? args[args.indexOf('--host-limit') + 1] : undefined;
    });
    expect(limits).toEqual(['60', '120', undefined, undefined]);
  });

  it('wraps one server of one host where both are named', async () => {
    const { machine: here, put, context } = machine();
    const text = '{ "mcpServers": { "a": { "command": "x", "args": ["1"] }, "b": { "command": "y", "args": ["2"] } } }';
    const cursor = put('.cursor/mcp.json', text);
    const claude = put(CLAUDE, text);
    expect(await on({ host: 'Cursor', servers: ['b'], yes: true }, context(), here)).toBe(0);
    expect(readFileSync(claude, 'utf8')).toBe(text);
    expect(commandOf(cursor, 'a').command).toBe('x');
    expect(commandOf(cursor, 'b').args.slice(-2)).toEqual(['y', '2']);
  });

  it('leaves a file that others share alone unless it is named', async () => {
    const { machine: here, put, context, said } = machine();
    const text = '{ "mcpServers": { "a": { "command": "x", "args": ["1"] } } }';
    const path = put('work/.mcp.json', text);
    expect(await on({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(said()).toContain('midcall on --config');
    expect(await on({ yes: true, config: '.mcp.json' }, context(), here)).toBe(0);
    expect(commandOf(path, 'a').args).toContain('gateway');
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('tells a host that can ask by itself from the others: its person is asked where they were asked before', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put('.config/Code/User/mcp.json', '{ "servers": { "a": { "command": "x", "args": ["1"] } } }');
    put('.cursor/mcp.json', SIMPLE);
    expect(await on({ yes: true }, context(), here)).toBe(0);
    expect(said()).toMatch(/VS Code\n {2}shows forms and opens pages/);
    expect(said()).toMatch(/a +will ask as before, on either revision/);
    expect(said()).toMatch(/records +will ask through midcall/);
    // Without --desk the gateway leaves the questions to a host that shows them.
    expect(readFileSync(path, 'utf8')).toContain('"gateway"');
    expect(readFileSync(path, 'utf8')).not.toContain('--desk');
  });

  it('takes several servers, or all but some', async () => {
    const { machine: here, put, context } = machine();
    const servers = Object.fromEntries(['a', 'b', 'c'].map(name => [name, { command: 'x', args: [name] }]));
    const path = put('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }));
    const wrapped = (): string[] => ['a', 'b', 'c'].filter(name => commandOf(path, name).args.includes('gateway'));
    await on({ host: 'cursor', servers: ['a', 'b'], yes: true }, context(), here);
    expect(wrapped()).toEqual(['a', 'b']);
    await off({ host: 'cursor', except: ['b'], yes: true }, context(), here);
    expect(wrapped()).toEqual(['b']);
    await expect(on({ except: ['d'], yes: true }, context(), here)).rejects.toThrow(/No server is called "d"/);
  });

  it.each([
    ['gemini-cli', '.gemini/settings.json', '600'],
    ['copilot-cli', '.copilot/mcp-config.json', undefined],
    ['kiro', '.kiro/settings/mcp.json', undefined],
    ['lm-studio', '.lmstudio/mcp.json', undefined],
    ['roo-code', '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json', '60'],
  ] as const)('finds the servers of %s and tells its limit, where one is known', async (host, file, limit) => {
    const { machine: here, put, context } = machine();
    const path = put(file, SIMPLE);
    expect(await on({ host, yes: true }, context(), here)).toBe(0);
    const { args } = commandOf(path, 'records');
    expect(args.slice(-3)).toEqual(['--', 'npx', 'records-mcp']);
    expect(args[args.indexOf('--host-limit') + 1]).toBe(limit ?? args[0]);
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(SIMPLE);
  });

  it('wraps the servers of Codex in its TOML, tells its own limits, and off gives the same bytes [D38]', async () => {
    const { machine: here, put, context, said } = machine();
    const text =
      'model = "x" # mine\n\n[mcp_servers.records]\ncommand = "npx"\nargs = ["-y", "records-mcp"]\ntool_timeout_sec = 90\n[mcp_servers.records.env]\nTOKEN = "s3cr3t-value"\n\n[mcp_servers."my one"]\ncommand = "serve"\n[mcp_servers.web]\nurl = "https://example.com/mcp"\n';
    const path = put('.codex/config.toml', text);
    const shared = put('work/.codex/config.toml', text);
    expect(await on({ yes: true }, context(), here)).toBe(0);
    const written = parse(readFileSync(path, 'utf8')) as { mcp_servers: Record<string, { command: string; args: string[]; env: object }> };
    const { records, 'my one': other } = written.mcp_servers;
    expect(records?.args).toEqual([here.entry, ...'gateway --name records --desk always --host-limit 90 -- npx -y records-mcp'.split(' ')]);
    expect(records?.env).toEqual({ TOKEN: 's3cr3t-value' });
    expect(other?.args.slice(-4)).toEqual(['--host-limit', '60', '--', 'serve']);
    expect(said()).toMatch(/web +left alone: it is on HTTP/);
    expect(said()).not.toContain('s3cr3t');
    expect(readFileSync(shared, 'utf8')).toBe(text);
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(await on({ yes: true, config: '.codex/config.toml' }, context(), here)).toBe(0);
    expect(readFileSync(shared, 'utf8')).toContain('"gateway"');
  });
});

describe('what midcall on refuses', () => {
  it.each([
    ['{\n  "mcpServers": {\n    "a": { "command": "x" "args": [] }\n  }\n}', 'line 3, column 27'],
    ['{ "mcpServers": { "a": { "command": "x', 'line 1, column 37'],
    ['[]', 'line 1, column 1'],
  ])('writes nothing into a broken file and names line and column', async (text, place) => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, text);
    expect(await on({ yes: true }, context(), here)).toBe(2);
    expect(said()).toContain(place);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  it('says what it cannot read of one host, and goes on with the others', async () => {
    const { machine: here, put, context, said } = machine();
    put(`${CLAUDE}/x`, '');
    const path = put('.cursor/mcp.json', SIMPLE);
    expect(await on({ yes: true }, context(), here)).toBe(2);
    expect(said()).toMatch(/Claude Desktop\n.*\n.*\n +cannot be read: Cannot read .*: it is a folder/);
    expect(readFileSync(path, 'utf8')).toContain('"gateway"');
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(said()).toMatch(/claude_desktop_config\.json cannot be read/);
    expect(await status({}, context(), here)).toBe(0);
    expect(said()).toMatch(/Claude Desktop +cannot be read/);
  });

  it('writes nothing into TOML with a fault, and quotes none of it [N9]', async () => {
    const { machine: here, put, context, said } = machine();
    const text = '[mcp_servers.a]\ncommand = "x"\nenv = { KEY = "s3cr3t }\n';
    const path = put('.codex/config.toml', text);
    expect(await on({ yes: true }, context(), here)).toBe(2);
    expect(said()).toContain('line 3, column');
    expect(said()).not.toContain('s3cr3t');
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('says nothing of servers where all there is cannot be read', async () => {
    const { machine: here, put, context, said } = machine();
    put(CLAUDE, '{');
    expect(await on({ yes: true }, context(), here)).toBe(2);
    expect(said()).not.toContain('There is no server');
  });

  it('writes nothing into a file that is not UTF-8', async () => {
    const { machine: here, put, context, said } = machine();
    put(CLAUDE, Buffer.from(`\ufeff${SIMPLE}`, 'utf16le'));
    put('.cursor/mcp.json', Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await on({ yes: true }, context(), here)).toBe(2);
    expect(said()).toContain('UTF-16');
    expect(said()).toContain('not UTF-8');
  });

  it('does not write over what another program wrote while the person was reading', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, SIMPLE);
    const theirs = SIMPLE.replace('records-mcp', 'other-mcp');
    const code = await on(
      {},
      context('y\n', () => writeFileSync(path, theirs)),
      here,
    );
    expect(code).toBe(5);
    expect(readFileSync(path, 'utf8')).toBe(theirs);
    expect(said()).toContain('changed meanwhile');
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  it('leaves a read-only file as it is', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, SIMPLE, 0o444);
    expect(await on({ yes: true }, context(), here)).toBe(5);
    expect(said()).toContain('read-only');
    expect(readFileSync(path, 'utf8')).toBe(SIMPLE);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  it('writes through a symbolic link, which stays one, and does not part a hard link', async () => {
    const { machine: here, put, context, said, home } = machine();
    const real = put('dotfiles/claude.json', SIMPLE);
    put('.config/Claude/x', '');
    symlinkSync(real, join(home, CLAUDE));
    const hard = put('.cursor/mcp.json', SIMPLE);
    linkSync(hard, join(home, 'twin.json'));
    expect(await on({ yes: true }, context(), here)).toBe(5);
    expect(lstatSync(join(home, CLAUDE)).isSymbolicLink()).toBe(true);
    expect(commandOf(real, 'records').args).toContain('gateway');
    expect(existsSync(`${real}.midcall-backup`)).toBe(true);
    expect(said()).toContain('hard-linked');
    expect(readFileSync(hard, 'utf8')).toBe(SIMPLE);
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(real, 'utf8')).toBe(SIMPLE);
  });

  it.each([
    ['n\n', 0],
    ['\n', 0],
    ['', 0],
    ['yess\n', 0],
  ])('writes nothing unless the answer is yes: %j', async (typed, code) => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, SIMPLE);
    expect(await on({}, context(typed), here)).toBe(code);
    expect(said()).toContain('Nothing was written.');
    expect(readFileSync(path, 'utf8')).toBe(SIMPLE);
  });

  it('writes after a yes, and without a person only with --yes', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, SIMPLE);
    expect(await on({}, context(), here)).toBe(2);
    expect(said()).toContain('Add --yes');
    expect(readFileSync(path, 'utf8')).toBe(SIMPLE);
    expect(await on({}, context('Y\n'), here)).toBe(0);
    expect(commandOf(path, 'records').args).toContain('gateway');
  });

  it('shows the change and writes nothing under --dry-run', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, SIMPLE);
    expect(await on({ dryRun: true, yes: true }, context(), here)).toBe(0);
    expect(said()).toContain('    - npx records-mcp\n');
    expect(said().replace(/\n {6}/g, ' ')).toContain(
      '    + midcall gateway --name records --desk always --host-limit 60 -- npx records-mcp',
    );
    expect(said()).toContain(`midcall is written as: ${here.node}`);
    expect(readFileSync(path, 'utf8')).toBe(SIMPLE);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  it('says which host or server was meant', async () => {
    const { machine: here, put, context } = machine();
    put(CLAUDE, SIMPLE);
    await expect(on({ host: 'claude-dekstop' }, context(), here)).rejects.toThrow(/did you mean claude-desktop/);
    await expect(on({ host: 'claude' }, context(), here)).rejects.toThrow(/did you mean claude-desktop or claude-code\?/);
    await expect(on({ host: 'gemni' }, context(), here)).rejects.toThrow(/did you mean gemini-cli\?/);
    await expect(on({ host: 'records' }, context(), here)).rejects.toMatchObject({
      message: '"records" is a server of Claude Desktop, and a host comes first.',
      hint: 'Name both: claude-desktop records',
    });
    await expect(on({ host: 'zed' }, context(), here)).rejects.toThrow(UsageError);
    await expect(on({ host: 'claude-desktop', servers: ['record'] }, context(), here)).rejects.toThrow(/did you mean "records"/);
    await expect(on({ config: 'nothing.json' }, context(), here)).rejects.toThrow(/no file/);
  });

  it('says so where there is no host', async () => {
    const { machine: here, context, said } = machine();
    expect(await on({ yes: true }, context(), here)).toBe(0);
    expect(said()).toContain('No host');
  });
});

describe('midcall off', () => {
  it('unwraps entry by entry where somebody changed the file since, and keeps their change', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put('.cursor/mcp.json', COMMENTED);
    await on({ yes: true }, context(), here);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"dark"', '"light"'));
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(said()).not.toContain('byte for byte');
    const now = readFileSync(path, 'utf8');
    expect(now).toContain('"light"');
    expect(now).not.toContain('gateway');
    // The one without arguments had none to put back into; an empty list means the same.
    expect(now.replace('"light"', '"dark"').replace(', "args": []', '')).toBe(COMMENTED);
  });

  it('does not put an old backup back over servers that were added since', async () => {
    const { machine: here, put, context } = machine();
    const path = put('.cursor/mcp.json', SIMPLE);
    await on({ yes: true }, context(), here);
    const more = JSON.parse(readFileSync(path, 'utf8'));
    more.mcpServers.added = { command: 'z', args: ['1'] };
    writeFileSync(path, JSON.stringify(more, undefined, 2));
    await on({ yes: true }, context(), here);
    expect(commandOf(path, 'added').args).toContain('gateway');
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(commandOf(path, 'added')).toEqual({ command: 'z', args: ['1'] });
    expect(commandOf(path, 'records')).toEqual({ command: 'npx', args: ['records-mcp'], env: { TOKEN: 's3cr3t-value' } });
  });

  it('takes midcall out of an entry that was put behind it by hand', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put('.cursor/mcp.json', '{"mcpServers":{"h":{"command":"npx","args":["-y","midcall","gateway","--","uvx","x"]}}}');
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(said()).toContain('- npx -y midcall gateway -- uvx x');
    expect(commandOf(path, 'h')).toEqual({ command: 'uvx', args: ['x'] });
  });

  it('takes one server out and leaves the others', async () => {
    const { machine: here, put, context } = machine();
    const text = '{ "mcpServers": { "a": { "command": "x", "args": ["1"] }, "b": { "command": "y", "args": ["2"] } } }';
    const path = put('.cursor/mcp.json', text);
    await on({ yes: true }, context(), here);
    expect(await off({ yes: true, servers: ['a'] }, context(), here)).toBe(0);
    expect(commandOf(path, 'a')).toEqual({ command: 'x', args: ['1'] });
    expect(commandOf(path, 'b').args).toContain('gateway');
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(existsSync(`${path}.midcall-backup`)).toBe(false);
  });

  it('asks before it writes, and does nothing where nothing is wrapped', async () => {
    const { machine: here, put, context, said } = machine();
    const path = put(CLAUDE, SIMPLE);
    expect(await off({ yes: true }, context(), here)).toBe(0);
    expect(said()).toContain('Nothing to do');
    await on({ yes: true }, context(), here);
    const wrapped = readFileSync(path, 'utf8');
    expect(await off({}, context('n\n'), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(wrapped);
    expect(await off({}, context('y\n'), here)).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(SIMPLE);
  });
});

describe('midcall status', () => {
  it('says for each host what goes through midcall and whether it could ask by itself', async () => {
    const { machine: here, put, context, said } = machine();
    put(CLAUDE, COMMENTED);
    put('.cursor/mcp.json', '{');
    await on({ host: 'claude-desktop', servers: ['plain'], yes: true }, context(), here);
    const before = said().length;
    expect(await status({}, context(), here)).toBe(0);
    const shown = said().slice(before);
    expect(shown).toMatch(/Claude Desktop +1 of 2/);
    expect(shown).toMatch(/Cursor +cannot be read/);
    expect(shown).toContain('shows no questions');
    expect(shown).toContain('Nothing is waiting.');
    expect(Math.max(...shown.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
  });

  it('counts what waits at the inbox of this machine', { timeout: 60_000 }, async () => {
    const { machine: here, context, said } = machine();
    const { terminal } = context();
    const { store, key } = (await openDeskStore(terminal, { make: true })) as DeskStore;
    const page = await openMachinePage({
      terminal,
      store,
      key,
      names: ['Records'],
      principal: 'local',
      port: 0,
      open: false,
      platform: 'linux',
      now: Date.now,
    });
    try {
      expect(await status({}, { ...context(), now: Date.now }, here)).toBe(0);
      expect(said()).toContain('Nothing is waiting. 1 server runs through midcall now.');
      void page.desk.ask({
        server: { name: 'Records' },
        principal: 'local',
        revision: '2025-11-25',
        params: { message: 'Which table?', requestedSchema: { type: 'object', properties: { table: { type: 'string' } } } },
      });
      await vi.waitFor(async () => {
        await status({}, { ...context(), now: Date.now }, here);
        expect(said()).toContain('Records waits for an answer. Answer: midcall inbox');
      }, BUSY);
    } finally {
      await page.close();
      await store.close();
    }
  });
});
