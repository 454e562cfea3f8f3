/** Run in a real terminal by the pty test: asks two questions and prints what came of them; with `inbox`, as an inbox. */
import { createDesk, processTerminal } from '../node.js';
import { terminalSurface } from './index.js';

const inbox = process.argv[2] === 'inbox';
const desk = createDesk();
process.on('SIGTERM', () => void desk.close());

const ask = (message: string, properties: Record<string, Record<string, string | string[]>>) =>
  desk.ask({
    params: { message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } },
    revision: '2026-07-28',
    principal: 'local',
    server: { name: 'Records' },
    call: { method: 'tools/call', name: 'book' },
  });
const show = (): void => {
  const states = desk.list({ principal: 'local' }).map(one => [one.state, one.draft?.values.length ?? 0]);
  console.log(`left: ${JSON.stringify(states)}`);
};

const { locale: _, ...terminal } = processTerminal();
const surface = terminalSurface({
  ...terminal,
  noColor: true,
  guardTime: 200,
  ...(inbox && {
    leaving: 'keeps',
    onLeave: () => {
      show();
      void desk.close();
    },
  }),
});
if (inbox) desk.addSurface({ name: 'page', reachable: () => true });
else desk.addSurface(surface);
const asked = [
  ask('Where to?', { harbor: { type: 'string' }, day: { type: 'string', enum: ['mon', 'tue', 'wed'] } }),
  ask('Sure?', { yes: { type: 'boolean' } }),
];
if (inbox) desk.addSurface(surface);
const answers = await Promise.all(asked);
console.log(`result: ${JSON.stringify(answers.map(({ result, reason }) => [result.action, result.content ?? null, reason ?? null]))}`);
await desk.close();
