/** The server that the official suite wants to see, written on the library the way its guide teaches; what is not about asking is plain SDK. */
import { createMidcall, type Definition, definePrompt, defineTool, newKey, text, yesNo } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Changes, plainTools } from './plain-tools.js';
import { DEFAULTS_FORM, ENUMS_FORM } from './suite-forms.js';

const empty = z.looseObject({});

export function conformanceFactory(changes: Changes): McpServerFactory {
  const midcall = createMidcall({ keys: newKey(), store: memoryStore(), loopback: true, onError: () => undefined });
  const definitions = [...oneQuestion(), ...severalRounds()];
  return () => {
    const server = midcall.attach(
      new McpServer({ name: 'midcall-conformance', version: '1.0.0' }, { capabilities: { logging: {} } }),
      definitions,
    );
    plainTools(server, changes);
    return server;
  };
}

/** One question and its answer: tools of the 2025 scenarios, and the simplest of 2026. */
function oneQuestion(): readonly Definition[] {
  return [
    defineTool('test_elicitation', { inputSchema: z.object({ message: z.string() }) }, async ({ message }, call) => {
      const form = { username: text({ description: "User's response" }), email: text({ description: "User's email address" }) };
      const answer = await call.ask('answer', { message, form });
      return said(`User response: action=${answer.action}, content=${JSON.stringify(answer.action === 'accept' ? answer.content : {})}`);
    }),
    defineTool('test_elicitation_sep1034_defaults', { inputSchema: empty }, async (_args, call) =>
      completed(
        await call.elicit({
          message: 'Please review and update the form fields with defaults',
          requestedSchema: DEFAULTS_FORM,
        }),
      ),
    ),
    defineTool('test_elicitation_sep1330_enums', { inputSchema: empty }, async (_args, call) =>
      completed(await call.elicit({ message: 'Please select options from the enum fields', requestedSchema: ENUMS_FORM })),
    ),
    defineTool('test_input_required_result_elicitation', { inputSchema: empty }, async (_args, call) => {
      const { name } = await call.need('user_name', { message: 'What is your name?', form: { name: text() } });
      return said(`Hello, ${name}!`);
    }),
    defineTool('test_streaming_elicitation', { inputSchema: empty }, async (_args, call) => {
      await call.progress(1, { total: 2 });
      const { name } = await call.need('user_name', { message: 'What is your name?', form: { name: text() } });
      return said(`Hello, ${name}!`);
    }),
    definePrompt('test_input_required_result_prompt', {}, async (_args, call) => {
      const { context } = await call.need('user_context', { message: 'What context should the prompt use?', form: { context: text() } });
      return { messages: [{ role: 'user', content: { type: 'text', text: `Use this context: ${context}` } }] };
    }),
  ];
}

/** Other input requests, several at once, several rounds, and what a host can be asked at all. */
function severalRounds(): readonly Definition[] {
  const sampling = (words: string) => ({
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens: 100 },
  });
  return [
    defineTool('test_input_required_result_sampling', { inputSchema: empty }, async (_args, call) =>
      said(JSON.stringify(await call.request('capital', sampling('What is the capital of France?')))),
    ),
    defineTool('test_input_required_result_list_roots', { inputSchema: empty }, async (_args, call) =>
      said(JSON.stringify(await call.request('roots', { method: 'roots/list' }))),
    ),
    ...['test_input_required_result_request_state', 'test_input_required_result_tampered_state'].map(name =>
      defineTool(name, { inputSchema: empty }, async (_args, call) => {
        const answer = await call.ask('confirm', { message: 'Please confirm', form: { ok: yesNo() } });
        return said(`state-ok: ${answer.action}`);
      }),
    ),
    defineTool('test_input_required_result_multiple_inputs', { inputSchema: empty }, async (_args, call) => {
      const [name, greeting, roots] = await Promise.all([
        call.ask('user_name', { message: 'What is your name?', form: { name: text() } }),
        call.request('greeting', sampling('Write a greeting')),
        call.request('roots', { method: 'roots/list' }),
      ]);
      return said(JSON.stringify([name.action, greeting, roots]));
    }),
    defineTool('test_input_required_result_multi_round', { inputSchema: empty }, async (_args, call) => {
      const first = await call.need('step1', { message: 'Step 1: What is your name?', form: { name: text() } });
      const second = await call.need('step2', { message: `Step 2: ${first.name}, what is your favorite color?`, form: { color: text() } });
      return said(`${first.name} likes ${second.color}`);
    }),
    defineTool('test_input_required_result_capabilities', { inputSchema: empty }, async (_args, call) => {
      if (!call.can('form')) return said(JSON.stringify(await call.request('greeting', sampling('Write a greeting'))));
      return completed(await call.ask('user_name', { message: 'What is your name?', form: { name: text() } }));
    }),
    defineTool('test_missing_capability', { inputSchema: empty }, async (_args, call) =>
      said(JSON.stringify(await call.request('sample', sampling('Anything')))),
    ),
  ];
}

function completed(answer: { readonly action: string; readonly content?: unknown }) {
  return said(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
}

function said(words: string) {
  return { content: [{ type: 'text' as const, text: words }] };
}
