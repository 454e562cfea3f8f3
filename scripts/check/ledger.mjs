// The ledger gate: what e2e/src/requirements.ts says of each requirement must be what the tests' titles say.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { citations, mentions } from './citations.mjs';
import { root } from './files.mjs';

const rules = 12;
const decisions = 40;

export async function ledger() {
  const { requirements, REQUIREMENT_COUNT } = await load();
  // A test that git does not have proves nothing to whoever clones.
  const cited = citations({ tracked: true });
  const faults = [];
  const ids = Object.keys(requirements);
  if (ids.length !== REQUIREMENT_COUNT)
    faults.push(`The ledger has ${ids.length} requirements; the three revisions hold ${REQUIREMENT_COUNT}. Put back what was dropped.`);
  for (const [name, files] of cited) {
    const [file] = files;
    if (name.startsWith('E-') && !(name in requirements)) faults.push(`${file} cites ${name}, which is no requirement.`);
    if (/^N/.test(name) && !between(name, rules)) faults.push(`${file} cites ${name}; the rules are N1 to N${rules}.`);
    if (/^D/.test(name) && !between(name, decisions)) faults.push(`${file} cites ${name}; the decisions are D1 to D${decisions}.`);
  }
  for (const [name, file] of mentions()) if (!(name in requirements)) faults.push(`${file} names ${name}, which is no requirement.`);
  for (const [name, { state }] of Object.entries(requirements)) {
    const [file] = cited.get(name) ?? [];
    if (state === 'verified' && !file) faults.push(`${name} is called verified, but no test title cites it.`);
    if (state !== 'verified' && file) faults.push(`${name} is called ${state}, but ${file} cites it: npm run ledger -- --update`);
  }
  return faults;
}

/** The compiled ledger, read anew. */
export async function load() {
  return import(`${pathToFileURL(join(root, 'e2e/dist/requirements.js')).href}?${Date.now()}`);
}

function between(name, last) {
  const number = Number(name.slice(1));
  return number >= 1 && number <= last;
}
