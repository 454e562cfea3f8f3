/**
 * The page of `midcall dev`, served beside the inbox and behind the inbox's own gate: every request is first put to the
 * inbox under a harmless address with the same headers, so that Host, Origin, cookie and tab token are judged by one
 * piece of code (D30, D32). Only when it finds nothing to refuse is the page's own part reached.
 */
import { readFileSync } from 'node:fs';
import type { Inbox } from '@midcall/inbox';
import type { Bench } from './bench.js';
import type { DevCommand } from './contract.js';
import type { EventHub } from './event-hub.js';
import { PAGE_CSS } from './page-css.js';

const SCRIPTS = ['main', 'argument-form', 'dom', 'json-view', 'link', 'questions', 'run-view', 'tool-list', 'top-bar', 'wire'] as const;
const LARGEST_COMMAND = 1024 * 1024;

const DOCUMENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>midcall dev</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/dev.css">
<script type="module" src="/inbox.js"></script>
<script type="module" src="/dev/main.js"></script>
<body><noscript>midcall dev needs JavaScript.</noscript>
`;

/** Answers for the page, and hands everything else to the inbox. */
export function devFetch(inbox: Inbox, bench: () => Bench, hub: EventHub): (request: Request) => Promise<Response> {
  const scripts = new Map(SCRIPTS.map(name => [`/dev/${name}.js`, readFileSync(new URL(`./page/${name}.js`, import.meta.url), 'utf8')]));
  return async request => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && pathname === '/') return shell(inbox, request, 'text/html', DOCUMENT);
    if (request.method === 'GET' && pathname === '/dev.css') return shell(inbox, request, 'text/css', PAGE_CSS);
    const script = scripts.get(pathname);
    if (request.method === 'GET' && script !== undefined) return shell(inbox, request, 'text/javascript', script);
    if (pathname !== '/api/events' && pathname !== '/api/command') return inbox.fetch(request);

    const refused = await judge(inbox, request, '/api/dev');
    if (refused !== undefined) return refused;
    if (pathname === '/api/events' && request.method === 'GET') return hub.open(bench().hello(), request.signal);
    if (pathname === '/api/command' && request.method === 'POST')
      return Response.json(await obey(bench(), request), { headers: { 'cache-control': 'no-store' } });
    return new Response('There is nothing here.', { status: 404 });
  };
}

/** A text with the inbox's own headers around it, if the inbox would show its own page to this request. */
async function shell(inbox: Inbox, request: Request, type: string, text: string): Promise<Response> {
  const page = await inbox.fetch(new Request(new URL('/', request.url), { headers: request.headers }));
  if (!page.ok) return page;
  await page.body?.cancel();
  const headers = new Headers(page.headers);
  headers.set('content-type', `${type}; charset=utf-8`);
  headers.delete('content-length');
  return new Response(text, { headers });
}

/** Undefined for a signed-in page of ours: the inbox then only says that it knows no such address. */
async function judge(inbox: Inbox, request: Request, address: string): Promise<Response | undefined> {
  const answer = await inbox.fetch(
    new Request(new URL(address, request.url), {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'POST' && { body: '' }),
    }),
  );
  if (answer.status !== 404) return answer;
  await answer.body?.cancel();
  return undefined;
}

async function obey(bench: Bench, request: Request): Promise<object> {
  const wrong = { ok: false, sentence: 'This is no command.' };
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return wrong;
  const text = await request.text();
  if (text.length > LARGEST_COMMAND) return { ok: false, sentence: 'This is too much to take.' };
  try {
    return (await bench.handle(JSON.parse(text) as DevCommand)) ?? wrong;
  } catch {
    return wrong;
  }
}
