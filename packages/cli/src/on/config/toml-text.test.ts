import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { type ConfigText, configBytes, readConfigText, reread } from './config-text.js';
import { readServers, type ServerEntry } from './server-entry.js';
import { setWords } from './set-words.js';
import { wrapWords } from './wrapping.js';

const launcher = { node: '/usr/bin/node', entry: '/opt/midcall/dist/main.js' };
const SECTIONS = [['mcp_servers']];

const read = (text: string): ConfigText => {
  const config = readConfigText(new TextEncoder().encode(text), 'toml');
  if ('fault' in config) throw new Error(config.fault.message);
  return config;
};
const serversOf = (config: ConfigText): ServerEntry[] => readServers(config, SECTIONS, launcher);

function wrapAll(config: ConfigText): ConfigText {
  let next = config;
  for (const { name } of serversOf(config)) {
    const now = serversOf(next).find(one => one.name === name);
    if (now === undefined || now.words.length === 0) continue;
    const [command = '', ...front] = wrapWords(launcher, { name });
    next = reread(next, setWords(next, now, { command, front: [...front, now.words[0] ?? ''], drop: 0 }));
  }
  return next;
}

function unwrapAll(config: ConfigText): ConfigText {
  let next = config;
  for (const { name } of serversOf(config)) {
    const now = serversOf(next).find(one => one.name === name);
    if (now?.wrapped === undefined) continue;
    next = reread(next, setWords(next, now, { command: now.wrapped.original[0] ?? '', front: [], drop: now.wrapped.at }));
  }
  return next;
}

/** What the file says besides the commands of its servers. */
const rest = (text: string): unknown =>
  JSON.parse(JSON.stringify(parse(text), (key, value: unknown) => (key === 'command' || key === 'args' ? undefined : value)));

const FILE = `# mine
model = "gpt-5"
since = 2026-11-30T10:00:00Z
limit = 1_000

[mcp_servers.context7] # docs
command = "npx" # runs it
args = [
  "-y", # yes
  '@upstash/context7-mcp',
]
tool_timeout_sec = 120

[mcp_servers.context7.env]
KEY = "s3cr3t"

[mcp_servers."my one"]
command = 'C:\\tools\\serve.exe'

[projects."/srv/app"]
trust_level = "trusted"

[[profiles]]
name = """
two "lines"
"""
[[profiles]]
name = 'b'
`;

describe('a TOML file of a host', () => {
  it('lists its servers with command, env and limit, however they are written', () => {
    expect(serversOf(read(FILE)).map(({ name, words, env, timeout }) => [name, words, [...env], timeout])).toEqual([
      ['context7', ['npx', '-y', '@upstash/context7-mcp'], [['KEY', 's3cr3t']], 120],
      ['my one', ['C:\\tools\\serve.exe'], [], undefined],
    ]);
    const other = 'mcp_servers.a.command = "x"\n[mcp_servers]\nb = { command = "y", args = ["1"], env = { K = "v" } }\n'.replace(
      '[mcp_servers]\nb',
      'mcp_servers.b',
    );
    expect(serversOf(read(other)).map(({ name, words, env }) => [name, words, [...env]])).toEqual([
      ['a', ['x'], []],
      ['b', ['y', '1'], [['K', 'v']]],
    ]);
  });

  it.each([
    ['tables', FILE],
    ['CRLF', FILE.replaceAll('\n', '\r\n')],
    ['dotted keys', 'mcp_servers.a.command = "x"\nmcp_servers.a.enabled = true\nz = 1\n'],
    ['an inline table', '[mcp_servers]\na = { command = "x", enabled = true }\nb = {command="y",args=[]}\n'],
    ['keys under a short header', '[mcp_servers]\na.command = "x" # one\nb.command = "y"\nb.args = [ "1" ]\n'],
    ['no line break at its end', '[mcp_servers.a]\ncommand = "x"'],
  ])('changes only the commands: %s [D38]', (_, text) => {
    const wrapped = wrapAll(read(text));
    for (const { wrapped: through } of serversOf(wrapped)) expect(through).toBeDefined();
    expect(rest(wrapped.text)).toEqual(rest(text));
    expect(serversOf(unwrapAll(wrapped)).map(({ words }) => words)).toEqual(serversOf(read(text)).map(({ words }) => words));
    for (const comment of text.match(/#.*/g) ?? []) expect(wrapped.text).toContain(comment);
  });

  it('names line and column of a fault, and quotes nothing of the file [N9]', () => {
    const config = readConfigText(new TextEncoder().encode('a = 1\nKEY = "s3cr3t\n'), 'toml');
    expect(config).toMatchObject({ fault: { line: 2, message: expect.any(String) } });
    expect(JSON.stringify(config)).not.toContain('s3cr3t');
  });

  it('takes a server called __proto__ for a server [N11]', () => {
    const wrapped = wrapAll(read('[mcp_servers.__proto__]\ncommand = "x"\nargs = ["1"]\n'));
    expect(serversOf(wrapped)[0]?.wrapped?.original).toEqual(['x', '1']);
  });

  it('gives the same bytes back, whatever the words and whatever stands around them', () => {
    const word = fc.string({ unit: 'binary', maxLength: 10 });
    const quote = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');
    const gap = fc.constantFrom('', ' ', '\n', '\n# a "note" ]\n', '\r\n  ', '\t');
    const server = fc.record({
      name: word,
      command: word.filter(text => text !== ''),
      args: fc.array(word, { minLength: 1, maxLength: 4 }),
    });
    const layout = fc.record({
      gaps: fc.array(gap, { minLength: 9, maxLength: 9 }),
      last: fc.boolean(),
      eol: fc.constantFrom('\n', '\r\n'),
      head: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(server, { minLength: 1, maxLength: 3, selector: one => one.name }),
        layout,
        (servers, { gaps, last, eol, head }) => {
          let at = 0;
          const g = (): string => gaps[at++ % gaps.length] ?? '';
          const text = servers
            .map(({ name, command, args }) => {
              const list = `[${args.map(arg => g() + quote(arg) + g()).join(',')}${last ? ',' : ''}${g()}]`;
              const lines = head
                ? [`[mcp_servers.${quote(name)}]`, `args = ${list}`, `command = ${quote(command)} # x`]
                : [`mcp_servers . ${quote(name)}.command=${quote(command)}`, `mcp_servers.${quote(name)}.args = ${list}`];
              return lines.join(eol);
            })
            .join(eol);
          const wrapped = wrapAll(read(text));
          expect(serversOf(wrapped).map(one => one.wrapped?.original)).toEqual(servers.map(one => [one.command, ...one.args]));
          expect(new TextDecoder().decode(configBytes(unwrapAll(wrapped)))).toBe(text);
        },
      ),
      { numRuns: 200 },
    );
  });
});
