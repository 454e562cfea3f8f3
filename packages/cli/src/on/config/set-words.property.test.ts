import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configBytes, readConfigText, reread } from './config-text.js';
import { readServers } from './server-entry.js';
import { setWords } from './set-words.js';
import { wrapWords } from './wrapping.js';

const launcher = { node: '/usr/bin/node', entry: '/opt/midcall/dist/main.js' };
const SECTIONS = [['mcpServers']];

const word = fc.string({ unit: 'binary', maxLength: 12 });
const gap = fc.constantFrom('', ' ', '  ', '\t', '\n  ', '\r\n\t', ' /* why "this" */ ', ' // a note }],\n', '\r\n// é\r\n  ');
const gaps = fc.array(gap, { minLength: 40, maxLength: 40 });

interface Server {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly secret: string;
}

const server: fc.Arbitrary<Server> = fc.record({
  name: fc.oneof(word, fc.constant('__proto__'), fc.constant('constructor')),
  command: word.filter(text => text !== ''),
  args: fc.array(word, { minLength: 1, maxLength: 4 }),
  secret: word,
});

/** A file as people leave it: any spacing and comments between tokens, a last comma here and there. */
function write(servers: readonly Server[], spaces: readonly string[], lastComma: boolean, eol: string): string {
  let next = 0;
  const g = (): string => spaces[next++ % spaces.length] ?? '';
  const list = (values: readonly string[]): string =>
    `[${values.map(value => g() + JSON.stringify(value) + g()).join(',')}${lastComma ? ',' : ''}${g()}]`;
  const entries = servers.map(
    one =>
      `${g()}${JSON.stringify(one.name)}${g()}:${g()}{${g()}"env":{"K":${JSON.stringify(one.secret)}},${g()}"command"${g()}:${g()}${JSON.stringify(one.command)},${g()}"args":${g()}${list(one.args)}${g()}}`,
  );
  return `${g()}{${g()}"theme":"dark",${g()}"mcpServers"${g()}:${g()}{${entries.join(',')}${lastComma ? ',' : ''}${g()}}${g()}}${eol}`;
}

describe('wrapping a server', () => {
  it('and taking it away again gives the same bytes, whatever stands between and around [D38]', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(server, { minLength: 1, maxLength: 3, selector: one => one.name }),
        gaps,
        fc.boolean(),
        fc.constantFrom('', '\n', '\r\n'),
        fc.boolean(),
        (servers, spaces, lastComma, eol, bom) => {
          const original = (bom ? '\ufeff' : '') + write(servers, spaces, lastComma, eol);
          const config = readConfigText(new TextEncoder().encode(original), 'json');
          if ('fault' in config) throw new Error(config.fault.message);
          let wrapped = config;
          for (const entry of readServers(config, SECTIONS, launcher)) {
            const now = readServers(wrapped, SECTIONS, launcher).find(one => one.name === entry.name);
            if (now === undefined) throw new Error('lost');
            const [command = '', ...front] = wrapWords(launcher, { name: now.name });
            wrapped = reread(wrapped, setWords(wrapped, now, { command, front: [...front, now.words[0] ?? ''], drop: 0 }));
          }
          const seen = readServers(wrapped, SECTIONS, launcher);
          expect(seen.map(one => one.wrapped?.original)).toEqual(servers.map(one => [one.command, ...one.args]));
          expect(seen.map(one => one.env.get('K'))).toEqual(servers.map(one => one.secret));
          let back = wrapped;
          for (const { name } of seen) {
            const now = readServers(back, SECTIONS, launcher).find(one => one.name === name);
            if (now?.wrapped === undefined) throw new Error('lost');
            back = reread(back, setWords(back, now, { command: now.wrapped.original[0] ?? '', front: [], drop: now.wrapped.at }));
          }
          expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(configBytes(back))).toBe(original);
        },
      ),
      { numRuns: 300 },
    );
  });
});
