/** Calls one tool of any server on pipes; what it asks is asked in this terminal. */
import { processTerminal } from '@midcall/host/node';
import { terminalSurface } from '@midcall/host/terminal';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { openHost } from './host.js';

const dashes = process.argv.indexOf('--', 3);
const [name, json = '{}'] = process.argv.slice(2, dashes);
const [command, ...args] = dashes === -1 ? [] : process.argv.slice(dashes + 1);
if (name === undefined || command === undefined) {
  process.stderr.write('npm start -- TOOL \'{"json":"arguments"}\' -- node server.js\n');
  process.exit(2);
}
// #region terminal
const surface = terminalSurface(processTerminal());
const { session, close } = await openHost(new StdioClientTransport({ command, args }), surface, command);
// #endregion
try {
  const result = await session.callTool({ name, arguments: JSON.parse(json) as Record<string, unknown> });
  process.stdout.write(`${JSON.stringify(result.content)}\n`);
} finally {
  await close();
}
