/** Browsers and stores for tests of pages: what a browser does by itself (cookies, Origin, Sec-Fetch), and nothing more. */
import { type FakeClock, fakeClock, memoryStore, type Store } from '@midcall/store';
import type { Call } from '../author/call.js';
import { defineTool, type ToolDefinition } from '../author/define.js';
import type { MidcallOptions } from '../midcall.js';
import { createMidcall } from '../node.js';
import { KEYS, type PeerOptions } from '../raw-peer.test.kit.js';
import { secretPage } from './page.js';
import type { Identify, PagesOptions } from './page-services.js';
import type { Pages } from './pages.js';

export const URL_MODE = { elicitation: { form: {}, url: {} } };
export const BASE = 'https://records.test/mc';

/** Who is signed in to this server's own site, by its cookie. */
export const identify: Identify = request => {
  const sub = /(?:^|; )site=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
  return sub === undefined ? undefined : { iss: 'test', sub };
};

export const PAGES: PagesOptions = { url: BASE, identify };

export interface World {
  readonly clock: FakeClock;
  readonly store: Store;
  readonly errors: unknown[];
  /** Pages of another process on the same store and keys. */
  readonly pages: Pages;
  /** Resolves once somebody waits for a visit to be completed. */
  held(count?: number): Promise<void>;
  /** How many wait. */
  watching(): number;
}

export function world(options: MidcallOptions = {}): World {
  const clock = fakeClock();
  const inner = memoryStore({ clock });
  const errors: unknown[] = [];
  let watches = 0;
  const store: Store = {
    ...inner,
    watch(prefix, listener, watchOptions) {
      const stop = inner.watch(prefix, listener, watchOptions);
      if (!prefix.startsWith('visited:')) return stop;
      watches += 1;
      return () => {
        watches -= 1;
        stop();
      };
    },
  };
  const midcall = createMidcall({ keys: KEYS, store, clock, pages: PAGES, onError: error => errors.push(error), ...options });
  return { clock, store, errors, pages: midcall.pages(), held: (count = 1) => until(() => watches >= count), watching: () => watches };
}

/** A server of this world that sends people to pages; its own options win. */
export function inWorld({ clock, store, errors }: World, options: PeerOptions = {}): PeerOptions {
  return { clock, store, pages: PAGES, capabilities: URL_MODE, onError: error => errors.push(error), ...options };
}

/** The page of most tests: it takes one secret, which must not be found anywhere else. */
export const KEY_PAGE = secretPage('key', { fields: { apiKey: { title: 'API key' } } });
export const SECRET = 'PLANTED-sk-51e0';
export const MESSAGE = 'Records needs your API key.';

/** Calls what `visiting` made. */
export const CALL = { name: 'connect', arguments: {} };

/** Somebody who is signed in opens the page of `KEY_PAGE` and gives the secret. */
export async function give(at: World, url: string, who = 'alice'): Promise<void> {
  const person = browser(at.pages.fetch, { site: who });
  await person.open(url);
  const { text } = await person.submit({ 'field.apiKey': SECRET });
  if (!text.includes('Done')) throw new Error(`the page was not completed: ${text}`);
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}

export interface Seen {
  readonly status: number;
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
}

export interface Browser {
  /** As if the person followed a link or typed the address. */
  open(url: string, headers?: Record<string, string>): Promise<Seen>;
  /** Sends the form of the page that is shown, with these values. */
  submit(values?: Record<string, string>, headers?: Record<string, string>): Promise<Seen>;
  readonly cookies: Map<string, string>;
  readonly at: Seen | undefined;
}

/** @param fetch how this browser reaches everything; redirects are followed, also to other origins. */
export function browser(fetch: (request: Request) => Promise<Response>, cookies: Record<string, string> = {}): Browser {
  const jar = new Map(Object.entries(cookies));
  let at: Seen | undefined;
  const go = async (url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Seen> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const { host } = new URL(url);
    const headers = { host, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', ...(cookie !== '' && { cookie }), ...init.headers };
    const response = await fetch(new Request(url, { ...init, headers, redirect: 'manual' }));
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) return go(new URL(location, url).href, { headers: { 'sec-fetch-site': 'cross-site' } });
    at = { status: response.status, url, text: await response.text(), headers: response.headers };
    const onward = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(at.text)?.[1];
    if (onward !== undefined) return go(onward.replaceAll('&amp;', '&'), { headers: { 'sec-fetch-site': 'cross-site' } });
    return at;
  };
  return {
    cookies: jar,
    get at() {
      return at;
    },
    open: (url, headers = {}) => go(url, { headers: { 'sec-fetch-site': 'none', ...headers } }),
    submit(values = {}, headers = {}) {
      if (at === undefined) throw new Error('nothing is open');
      const action = /<form[^>]* action="([^"]*)"/.exec(at.text)?.[1] ?? '';
      const body = new URLSearchParams();
      for (const [, name = '', value = ''] of at.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g))
        body.set(name, value);
      for (const [name, value] of Object.entries(values)) body.set(name, value);
      const target = new URL(action, at.url);
      return go(target.href, {
        method: 'POST',
        body: body.toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: new URL(at.url).origin,
          'sec-fetch-site': target.origin === new URL(at.url).origin ? 'same-origin' : 'cross-site',
          ...headers,
        },
      });
    },
  };
}

export function visiting(handler: (call: Call) => unknown): ToolDefinition {
  return defineTool('connect', {}, async (_none, call) => ({ content: [{ type: 'text', text: String(await handler(call)) }] }));
}
