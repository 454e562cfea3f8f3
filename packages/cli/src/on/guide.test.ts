import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LINKS } from './doctor/check.js';
import { HOST_IDS } from './hosts/host-paths.js';
import { KNOWN_HOSTS } from './hosts/known-hosts.js';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');
const page = read('docs/guide/gateway-hosts.md');
const rows = (heading: string): string[][] => {
  const [table = ''] = page.slice(page.search(new RegExp(`^\\| ${heading} +\\|`, 'm'))).split('\n\n');
  const cells = table.split('\n').slice(2);
  return cells.map(row => row.split('|').map(cell => cell.trim().replace(/^`([^`]*)`$/, '$1')));
};

it('the guide lists every host that midcall knows, and says of each what the command says', () => {
  expect(rows('host').map(([, id, says]) => [id, says])).toEqual(HOST_IDS.map(id => [id, KNOWN_HOSTS[id].says]));
});

it('the guide lists every link that the doctor looks at, in the order of its walk', () => {
  expect(rows('link').map(([, link]) => link)).toEqual(LINKS);
});

it('the README names every host whose file midcall on can write', () => {
  const named = /It knows ([^.]*?), and takes the file/.exec(read('README.md'))?.[1]?.split(/, | and /);
  expect(new Set(named)).toEqual(new Set(HOST_IDS.map(id => KNOWN_HOSTS[id].title)));
});
