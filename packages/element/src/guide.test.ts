import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES } from './embed/protocol.js';
import { MidcallQuestion } from './index.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const guide = readFileSync(join(here, '../../../docs/guide/host-element.md'), 'utf8');
const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('testing'))
  .map(name => readFileSync(join(here, name), 'utf8'))
  .join('\n');

/** First cells of the table under a heading, each name in them. */
function names(heading: string, from = ''): string[] {
  const section = guide.slice(guide.indexOf(`## ${heading}\n`));
  const table = section.slice(section.indexOf(`| ${from}`)).split('\n\n')[0] ?? '';
  const cells = table
    .split('\n')
    .slice(2)
    .map(row => row.split('|')[1] ?? '');
  return cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).sort();
}

const unique = (all: readonly string[]): string[] => [...new Set(all)].sort();

describe('the guide to the element says what there is, and all of it', () => {
  it('properties, and the attributes they have', () => {
    const declared = Object.entries(MidcallQuestion.properties);
    expect(names('Properties', 'property')).toEqual(declared.map(([name]) => name).sort());
    for (const [name, { attribute }] of declared) {
      const row = guide.split('\n').find(line => line.startsWith(`| \`${name}\` `)) ?? '';
      const shown = /`([^`]+)`/.exec(row.split('|')[2] ?? '')?.[1];
      expect([name, shown]).toEqual([name, attribute === false ? undefined : (attribute ?? name.toLowerCase())]);
    }
  });

  it('events', () => {
    expect(names('Events', 'event')).toEqual([...EVENT_NAMES].sort());
  });

  it('custom properties', () => {
    expect(names('Looks', 'custom')).toEqual(unique([...sources.matchAll(/var\((--midcall-[a-z0-9-]+)/g)].map(([, name = '']) => name)));
  });

  it('parts', () => {
    const drawn = [...sources.matchAll(/ part="([a-z-]+)"/g)].map(([, name = '']) => name);
    const named = [...sources.matchAll(/quiet\('(\w+)', words/g)].map(([, name = '']) => name);
    expect(names('Looks', 'part ')).toEqual(unique([...drawn, ...named]));
  });
});
