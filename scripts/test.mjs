// `npm test`: set-up, then the gate, then every vitest test; the last line counts all of it.
// A skipped test counts as a failure where CI is set: a missing prerequisite must not look like success.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, setUp } from './setup.mjs';

const missing = setUp({ tools: true });
for (const sentence of missing) process.stderr.write(`${sentence}\n`);

const { checks } = await import('./check.mjs');
const gate = await checks();

const report = join(root, '.cache/vitest.json');
mkdirSync(join(root, '.cache'), { recursive: true });
rmSync(report, { force: true });
const vitest = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
const tests = counts(report, vitest.status);

const passed = gate.passed + tests.passed;
const failed = gate.failed + tests.failed + missing.length;
process.stdout.write(`\n${passed} passed, ${failed} failed, ${tests.skipped} skipped\n`);
process.exitCode = failed > 0 || vitest.status !== 0 || (tests.skipped > 0 && process.env.CI) ? 1 : 0;

// A file that could not be loaded has no tests to count; it is one failure of its own.
function counts(path, status) {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8'));
    const broken = json.testResults.filter(
      file => file.status === 'failed' && file.assertionResults.every(test => test.status !== 'failed'),
    );
    const failures = json.numFailedTests + broken.length;
    return {
      passed: json.numPassedTests,
      failed: failures === 0 && status !== 0 ? 1 : failures,
      skipped: json.numPendingTests + json.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
