/** Answers with the headers that every page carries: nothing from elsewhere, no frames, nothing kept, nothing told onward. */
import type { Html } from './html.js';
import { documentOf } from './page-shell.js';

/** @param formTo Further origins that a form may lead to, by way of a redirect */
export function policy(formTo: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTo].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

const HEADERS = {
  'content-security-policy': policy(),
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

export function goTo(url: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { location: url, ...headers } });
}
