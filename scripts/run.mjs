// Starts one of the project's built programs (cases, conformance, doors, interop, soak, chaos, bench) after the set-up it needs; arguments, streams and exit code pass through.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

const programs = {
  cases: { file: 'e2e/dist/cases/main.js', tools: true },
  conformance: { file: 'e2e/dist/conformance/main.js' },
  doors: { file: 'e2e/dist/doors/main.js' },
  interop: { file: 'e2e/dist/interop/main.js' },
  chaos: { file: 'e2e/dist/chaos/main.js' },
  soak: { file: 'e2e/dist/soak/main.js', flags: ['--expose-gc'] },
  bench: { file: 'bench/dist/main.js', flags: ['--expose-gc'] },
};

const [name = '', ...args] = process.argv.slice(2);
const program = programs[name];
if (!program) {
  process.stderr.write(`There is no program "${name}". There are: ${Object.keys(programs).join(', ')}.\n`);
  process.exit(2);
}
const missing = setUp({ tools: program.tools ?? false });
for (const sentence of missing) process.stderr.write(`${sentence}\n`);
const file = join(root, program.file);
if (!existsSync(file)) {
  process.stderr.write(`${program.file} does not exist: this program has not been built yet.\n`);
  process.exit(2);
}
const child = spawn(process.execPath, [...(program.flags ?? []), '--enable-source-maps', file, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
