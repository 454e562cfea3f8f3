// `npm run ledger`: counts of the requirement ledger, by package where planned. `-- --update` marks as verified what a test title now cites.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { citations } from './check/citations.mjs';
import { root } from './setup.mjs';

const path = join(root, 'e2e/src/requirements.ts');
const row = /^ {2}'(E-[A-Z]-\d+[a-z]?)': (verified|planned|notOurs)\((?:'(\w+)', |(\w+), )?('[^'\n]*'|"[^"\n]*")\),$/gm;
let source = readFileSync(path, 'utf8');

if (process.argv.includes('--update')) {
  // A test that is not added yet proves nothing to whoever clones.
  const cited = citations({ tracked: true });
  source = source.replace(row, (line, id, _state, _by, _why, what) => (cited.has(id) ? `  '${id}': verified(${what}),` : line));
  writeFileSync(path, source);
}
const rows = [...source.matchAll(row)].map(([, id, state, by]) => ({ id, state, by }));
const count = state => rows.filter(entry => entry.state === state).length;
for (const [name, ids] of planned()) process.stdout.write(`planned in ${name}: ${ids.length} (${ids.join(' ')})\n`);
process.stdout.write(
  `${rows.length} requirements: ${count('verified')} verified, ${count('planned')} planned, ${count('notOurs')} not ours\n`,
);

function planned() {
  const groups = new Map();
  for (const { id, by } of rows) if (by) groups.set(by, [...(groups.get(by) ?? []), id]);
  return [...groups].sort();
}
