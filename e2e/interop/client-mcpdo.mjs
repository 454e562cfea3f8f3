// The inspector's command line before the gateway: a call that is asked stays with its daemon until the question is answered by a second command.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { address, answer, play } from './play.mjs';

const bin = fileURLToPath(new URL('node_modules/@modelcontextprotocol/inspector/clients/mcpdo/build/mcp-bin.js', import.meta.url));
const run = promisify(execFile);

/** One command of it, and the JSON it prints. */
async function mcpdo(...args) {
  const { stdout } = await run(process.execPath, [bin, '--format', 'json', ...args], { timeout: 60_000 }).catch(error => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return JSON.parse(stdout);
}

const fields = record => Object.entries(record).map(([key, value]) => `${key}:=${JSON.stringify(value)}`);
const { name } = await mcpdo('connect', address.href, '--transport', 'http', '--era', process.env.ERA);
await play(
  async (tool, args) => {
    const called = await mcpdo('--connection', name, 'tools/call', tool, ...fields(args));
    const pending = called.elicitationPending;
    if (pending === undefined) return called;
    const { action, content = {} } = answer(pending);
    const accepted = pending.mode === 'url' ? ['--done'] : fields(content);
    // It has no way to decline a page.
    const refused = action === 'decline' && pending.mode !== 'url' ? '--decline' : '--cancel';
    return mcpdo('elicitation/respond', pending.elicitationId, ...(action === 'accept' ? accepted : [refused]));
  },
  () => mcpdo('daemon', 'stop').catch(() => undefined),
);
