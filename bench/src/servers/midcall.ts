/** The tool with midcall, written as its guide writes it: the form stands in the handler and is new on every run. */

import { choice, createMidcall, defineForm, defineTool, integer, newKey, text, yesNo } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { argsSchema, done, info, roundsSchema, TOOL } from './tool.js';

const form = () => ({
  service: text({ title: 'Service', minLength: 1, maxLength: 80 }),
  contact: text({ title: 'Whom to tell', format: 'email' }),
  environment: choice(['staging', 'production', 'preview'], { title: 'Environment' }),
  instances: integer({ minimum: 1, maximum: 64, default: 2 }),
  runMigrations: yesNo({ default: false }),
});

const release = defineTool(TOOL, { inputSchema: argsSchema }, async (args, call) => {
  const target = await call.need('release', { message: `Release ${args.service}: how?`, form: form() });
  return done(args.service, target.environment);
});

/** Once for all rounds: what the flow rows measure is what midcall does with an answered question, not building a form. */
const known = defineForm(form());

const manyRounds = defineTool(TOOL, { inputSchema: roundsSchema }, async (args, call) => {
  let environment = '';
  for (let round = 0; round < args.rounds; round += 1) {
    ({ environment } = await call.need(`release:${round}`, { message: `Release ${args.service}: how?`, form: known }));
  }
  return done(args.service, environment);
});

/** Flows are kept in memory: a store on disk would measure the disk. The rival keeps nothing and checks single use never. */
const midcall = createMidcall({ keys: newKey(), store: memoryStore() });

export function withMidcall(): McpServer {
  return midcall.attach(new McpServer(info), [release]);
}

export function withRounds(): McpServer {
  return midcall.attach(new McpServer(info), [manyRounds]);
}
