/** A page that the library itself serves (`visit`), with a stranger's text wherever a text can get into it. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@midcall/core';
import { createMidcall, defineTool, secretPage } from '@midcall/server';
import { memoryStore } from '@midcall/store';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { connectMemory } from '../peers/message-client.js';
import type { CaseInput } from './case.js';
import { appears, appearsNot, equals, type Observed, show } from './observed.js';

const person = { iss: 'https://id.example', sub: 'person' };
const base = 'https://records.example/pages';

export async function textOnPage(input: CaseInput): Promise<Observed> {
  const text = String(input.text);
  const midcall = createMidcall({
    keys: [randomBytes(32).toString('base64url')],
    store: memoryStore(),
    principal: () => person,
    pages: { url: base, identify: () => person },
    onError: () => undefined,
  });
  const page = secretPage('key', { title: text, fields: { apiKey: { title: text, description: text } } });
  const tool = defineTool('connect', { inputSchema: z.looseObject({}) }, async (_args, call) => {
    await call.visit('key', { message: text, page });
    return { content: [] };
  });
  const client = await connectMemory(() => midcall.attach(new McpServer({ name: 'Records', version: '1.0.0' }), [tool]), {
    revision: '2026-07-28',
  });
  try {
    const reply = await client.request('tools/call', { name: 'connect', arguments: {} });
    const [asked] = Object.values((reply.result?.inputRequests ?? {}) as JsonObject) as unknown as { readonly params: { url: string } }[];
    if (!asked) throw new Error(`no page was opened: ${show(reply)}`);
    const bodies: string[] = [];
    let guarded = true;
    // As it is, with the text in its address, and as a page that does not exist.
    for (const suffix of ['', `?error=${encodeURIComponent(text)}&q=${encodeURIComponent(text)}`, `/${encodeURIComponent(text)}`]) {
      const response = await midcall.pages().fetch(new Request(`${asked.params.url}${suffix}`, { headers: { host: 'records.example' } }));
      bodies.push(await response.text());
      const policy = response.headers.get('content-security-policy') ?? '';
      guarded &&= policy.includes("default-src 'none'") && !policy.includes('unsafe-inline');
    }
    const drawn = bodies[0] ?? '';
    const body = bodies.join('\n');
    const own = [...text.matchAll(/<[a-z][^>]*>/gi)].filter(([tag]) => body.includes(tag)).length;
    const scripts = (body.match(/<script|\son\w+=["']/gi) ?? []).length;
    return {
      words: [...(guarded && own + scripts === 0 ? ['safe'] : []), 'render'],
      checks: {
        elements: equals(own + scripts),
        literal: wanted => ((own === 0) === wanted ? undefined : 'markup was interpreted'),
        links: equals((body.match(/<a\s/gi) ?? []).length),
        fetched: equals(0),
        visible: wanted => appears(unescaped(drawn))(wanted),
        mustNotShow: appearsNot(body),
      },
      story: `${guarded ? 'guarded' : 'no strict policy'}; ${drawn.slice(0, 120)}`,
    };
  } finally {
    await client.close();
  }
}

function unescaped(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
