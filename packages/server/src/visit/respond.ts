/** Answers with the headers that every page carries: nothing from elsewhere, no frames, nothing kept, nothing told onward. */
import { type Html, html } from './html.js';
import { documentOf } from './page-shell.js';

const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // `no-referrer` would also take the Origin off our own forms, by which foreign ones are told apart.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
} as const;

export function secured(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

export function showPage(title: string, body: Html, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(documentOf(title, body), { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}

/**
 * Sends the browser on to somebody else. Not by a redirect: browsers hold every further hop of a form's answer against
 * `form-action`, and where a third party sends its people to sign in is not ours to list.
 */
export function goOnTo(url: string, to: string, headers: Readonly<Record<string, string>> = {}): Response {
  const body = html`<h1>Going to ${to}</h1><p><a href="${url}">Go on to ${to}</a>, if nothing happens.</p>`;
  const head = html`<meta http-equiv="refresh" content="0; url=${url}">`;
  return new Response(documentOf(`Going to ${to}`, body, head), {
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  });
}

export function goTo(url: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { location: url, ...headers } });
}
