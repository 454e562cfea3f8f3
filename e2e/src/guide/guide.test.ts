/** The guide for authors: its code is compiled code, its links lead somewhere, and what it shows runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMidcall, newKey } from '@midcall/server';
import { decline, rehearse, tick, visited } from '@midcall/server/testing';
import { memoryStore } from '@midcall/store';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it } from 'vitest';
import { type Bank, defineCloseOrder, defineRefund } from './effects.js';
import { after, beforeWithElicitInput, beforeWithInputRequired, stepOne } from './migrating.js';
import { forecast, nextMeeting, pay, withPages } from './pages.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const guide = readdirSync(join(root, 'docs/guide')).filter(name => name.startsWith('author-'));

it('has its six pages for authors', () => {
  expect(guide.sort()).toEqual(['asking-well', 'effects', 'migrating', 'pages', 'start', 'testing'].map(name => `author-${name}.md`));
});

it.each(guide)('links only to what exists: %s', name => {
  const text = readFileSync(join(root, 'docs/guide', name), 'utf8');
  for (const [, path = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
    expect(existsSync(join(root, 'docs/guide', path)), path).toBe(true);
});

describe('what it shows of effects', () => {
  const opened: string[] = [];
  const bank: Bank = {
    transfer: async order => `T-${order}`,
    lock: async order => {
      opened.push(`lock ${order}`);
      return async () => {
        opened.push(`unlock ${order}`);
      };
    },
    isAllowed: async person => person !== 'eve',
  };

  it('checks again behind the answer', async () => {
    expect((await rehearse(defineRefund(bank), { order: '7' }, { sure: tick() })).text).toBe('Refunded order 7: T-7');
    const eve = await rehearse(defineRefund(bank), { order: '7' }, {}, { principal: { iss: 'https://id.example', sub: 'eve' } });
    expect(eve.text).toBe('You may not refund orders');
  });

  it('lets go of what it holds at the end of every round', async () => {
    await rehearse(defineCloseOrder(bank), { order: '7' }, { sure: decline() });
    expect(opened.filter(line => line.startsWith('lock')).length).toBe(opened.filter(line => line.startsWith('unlock')).length);
    expect(opened.length).toBeGreaterThan(0);
  });
});

describe('what it shows of pages', () => {
  it('goes on when the person is done there', async () => {
    expect((await rehearse(forecast, {}, { key: visited({ token: 't' }) })).text).toBe('Sunny');
    expect((await rehearse(nextMeeting, {}, { calendar: visited({ accessToken: 'a' }) })).text).toBe('At ten');
    expect((await rehearse(pay, {}, { approve: visited({ approved: true }) })).text).toBe('Paid: R-1');
  });

  it('is served under the address that was said', async () => {
    const midcall = withPages(async () => undefined, newKey());
    expect(() => midcall.pages()).toThrow(/needs a store/);
  });
});

describe('what it shows of migrating', () => {
  const ways = {
    'elicitInput, before': ['legacy', (server: McpServer) => beforeWithElicitInput(server)],
    'inputRequired, before': ['modern', (server: McpServer) => beforeWithInputRequired(server)],
  } as const;
  it.each(Object.entries(ways))('%s: works on the revision it was written for', async (_name, [era, register]) => {
    expect(await deploy(era, register, 'accept')).toBe('Deployed api to staging.');
    expect(await deploy(era, register, 'decline')).toBe('Not deployed.');
  });

  it.each(['legacy', 'modern'] as const)('after: the same on %s, by the protocol’s shapes and by verbs', async era => {
    const attached = (register: typeof after) => (server: McpServer) => {
      const midcall = createMidcall({ keys: newKey(), store: memoryStore() });
      register(midcall, midcall.attach(server));
    };
    for (const register of [stepOne, after]) expect(await deploy(era, attached(register), 'accept')).toBe('Deployed api to staging.');
    expect(await deploy(era, attached(stepOne), 'decline')).toBe('Not deployed.');
    expect(await deploy(era, attached(after), 'decline')).toContain('the person declined');
  });
});

async function deploy(era: 'legacy' | 'modern', register: (server: McpServer) => void, action: 'accept' | 'decline'): Promise<string> {
  const server = (): McpServer => {
    const fresh = new McpServer({ name: 'release', version: '1.0.0' });
    register(fresh);
    return fresh;
  };
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = era === 'modern' ? serveStdio(server, { transport: far }) : undefined;
  if (served === undefined) await server().connect(far);
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  client.setRequestHandler('elicitation/create', () => (action === 'accept' ? { action, content: { where: 'staging' } } : { action }));
  await client.connect(near);
  const { content } = await client.callTool({ name: 'deploy', arguments: { service: 'api' } });
  await client.close();
  await served?.close();
  return (content as readonly { readonly text?: string }[])[0]?.text ?? '';
}
