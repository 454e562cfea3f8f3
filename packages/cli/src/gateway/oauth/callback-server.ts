/**
 * Where a person's browser comes back to after a sign-in: a loopback port that is open for one answer (RFC 8252).
 *
 * Promises:
 *  1. Only what carries this flow's state is taken, once; everything else is turned away and changes nothing.
 *  2. The page says that one may go back, and holds nothing of what came.
 */
import { timingSafeEqual } from 'node:crypto';
import { MidcallError } from '@midcall/core';
import { serveLoopback } from '../../loopback/serve-loopback.js';

export interface CallbackServer {
  readonly redirect: URL;
  /** What the browser brought. Rejects when the person or the server said no. */
  readonly answered: Promise<URLSearchParams>;
  /** Takes an address that the person copied out of their browser. False where it is none of this flow. */
  take(address: string): boolean;
  close(): Promise<void>;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** @param port 0 takes a free one. @throws MidcallError PORT_IN_USE. */
export async function callbackServer(state: string, port: number): Promise<CallbackServer> {
  let resolve: (query: URLSearchParams) => void = () => undefined;
  let reject: (why: MidcallError) => void = () => undefined;
  const answered = new Promise<URLSearchParams>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  answered.catch(() => undefined);
  let taken = false;

  const accept = (query: URLSearchParams): boolean => {
    if (taken || !same(query.get('state') ?? '', state)) return false;
    const error = query.get('error');
    if (error === null && query.get('code') === null) return false;
    taken = true;
    if (error === null) resolve(query);
    else
      reject(
        new MidcallError(
          'SIGN_IN_REQUIRED',
          `The sign-in was refused (${/^[a-z_]{1,60}$/.test(error) ? error : 'no reason that can be shown'}).`,
        ),
      );
    return true;
  };

  const server = await serveLoopback(request => {
    const url = new URL(request.url);
    const fits = request.method === 'GET' && url.pathname === '/callback' && request.headers.get('host') === new URL(server.origin).host;
    if (!fits || !accept(url.searchParams))
      return new Response(page('This is no answer that is waited for.'), { status: 400, headers: HEADERS });
    return new Response(page('Done. You can close this page and go back.'), { headers: HEADERS });
  }, port);
  return {
    redirect: new URL(`${server.origin}/callback`),
    answered,
    take: address => URL.canParse(address) && accept(new URL(address).searchParams),
    close: () => server.close(),
  };
}

function page(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>midcall</title><body style="font:1.1rem system-ui;margin:4rem auto;max-width:32rem"><p>${sentence}</p></body></html>`;
}

function same(given: string, wanted: string): boolean {
  const [one, two] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === two.length && timingSafeEqual(one, two);
}
