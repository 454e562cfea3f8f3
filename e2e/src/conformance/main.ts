/** `npm run conformance -- server`: the official suite against a server written on the library, three revisions; the count last. */
import { serveHttp } from '../peers/http-server.js';
import { conformanceFactory } from './fixture.js';
import { knownWarnings, serverScenarios } from './scenarios.js';
import { fetchSuite, runScenario } from './suite.js';

async function main(): Promise<number> {
  const [role = 'server', ...only] = process.argv.slice(2);
  if (role !== 'server') {
    process.stderr.write(`There is no role "${role}"; use: npm run conformance -- server [scenario …]\n`);
    return 2;
  }
  const suite = await fetchSuite();
  const changes = { tools: () => undefined, prompts: () => undefined } as { tools: () => void; prompts: () => void };
  const server = await serveHttp(conformanceFactory(changes), { legacy: 'session', resumable: true });
  changes.tools = () => server.notify.toolsChanged();
  changes.prompts = () => server.notify.promptsChanged();
  let passed = 0;
  let failed = 0;
  for (const [revision, scenarios] of Object.entries(serverScenarios)) {
    for (const scenario of scenarios.filter(name => only.length === 0 || only.includes(name))) {
      const result = await runScenario(suite, scenario, revision, server.url);
      const known = knownWarnings[scenario];
      const ok = result.ok && (result.warnings === 0 || known !== undefined);
      if (ok) passed += 1;
      else failed += 1;
      const warned = result.warnings > 0 ? `, ${result.warnings} warning${known === undefined ? '' : ` by decision: ${known}`}` : '';
      process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${revision} ${scenario}: ${result.passed} checks${warned}\n`);
      if (!ok) process.stdout.write(`${result.log.trimEnd()}\n`);
    }
  }
  await server.close();
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  if (passed + failed === 0) return 2;
  return failed === 0 ? 0 : 1;
}

process.exit(
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.stdout.write('0 passed, 1 failed\n');
    return 1;
  }),
);
