/**
 * `npm run conformance -- server|client|gateway [scenario …]`: the official suite against a server written on the library,
 * with a client built on the desk, and through the gateway; the count last.
 */
import { type Role, type Run, roles } from './runs.js';
import { fetchSuite } from './suite.js';

async function main(): Promise<number> {
  const [role = 'server', ...only] = process.argv.slice(2);
  if (!isRole(role)) {
    process.stderr.write(`There is no role "${role}"; use: npm run conformance -- server|client|gateway [scenario …]\n`);
    return 2;
  }
  const { runs, close } = await roles[role](await fetchSuite());
  const count = { passed: 0, failed: 0 };
  for (const each of runs.filter(({ scenario }) => only.length === 0 || only.includes(scenario))) {
    const how = await judge(each);
    if (how !== undefined) count[how] += 1;
  }
  await close();
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
  if (count.passed + count.failed === 0) return 2;
  return count.failed === 0 ? 0 : 1;
}

/** Runs one scenario and prints its line; undefined when it failed as it must. */
async function judge({ name, run, warns, beyond }: Run): Promise<'passed' | 'failed' | undefined> {
  const result = await run();
  if (beyond !== undefined && !result.ok) {
    process.stdout.write(`---  ${name}: out of reach, ${beyond}\n`);
    return undefined;
  }
  const ok = result.ok && (result.warnings === 0 || warns !== undefined);
  const warned = result.warnings > 0 ? `, ${result.warnings} warning${warns === undefined ? '' : ` by decision: ${warns}`}` : '';
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}: ${result.passed} checks${warned}\n`);
  if (!ok) process.stdout.write(`${result.log.trimEnd()}\n`);
  return ok ? 'passed' : 'failed';
}

function isRole(role: string): role is Role {
  return Object.hasOwn(roles, role);
}

process.exit(
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.stdout.write('0 passed, 1 failed\n');
    return 1;
  }),
);
