/** Run in a real terminal by the pty test: asks two questions on standard input and output and prints what came of them. */
import { createDesk } from '../index.js';
import { terminalSurface } from './index.js';

const surface = terminalSurface({ input: process.stdin, output: process.stdout, noColor: true, guardTime: 200 });
const desk = createDesk({ surfaces: [surface] });
process.on('SIGTERM', () => void desk.close());

const ask = (message: string, properties: Record<string, Record<string, string | string[]>>) =>
  desk.ask({
    params: { message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } },
    revision: '2026-07-28',
    principal: 'local',
    server: { name: 'Records' },
    call: { method: 'tools/call', name: 'book' },
  });

const answers = await Promise.all([
  ask('Where to?', { harbor: { type: 'string' }, day: { type: 'string', enum: ['mon', 'tue', 'wed'] } }),
  ask('Sure?', { yes: { type: 'boolean' } }),
]);
console.log(`result: ${JSON.stringify(answers.map(({ result, reason }) => [result.action, result.content ?? null, reason ?? null]))}`);
await desk.close();
