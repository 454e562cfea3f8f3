/** The headers every answer carries. Scripts, styles and data from here alone, no string ever run as code, framed by nobody who is not listed. */
import { isLoopback } from '@midcall/core/inspect';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

export const CONTENT_SECURITY_POLICY = contentSecurityPolicy([]);

/** @param framedBy exact origins of pages that may show this one in a frame */
function contentSecurityPolicy(framedBy: readonly string[]): string {
  return `${POLICY}; frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`;
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-store',
} as const;

/** @param framedBy exact origins of pages that may show this answer in a frame (D36) */
export function secured(response: Response, framedBy: readonly string[] = []): Response {
  const all = {
    ...SECURITY_HEADERS,
    'content-security-policy': contentSecurityPolicy(framedBy),
    // It knows no list: where there is one, `frame-ancestors` alone says it.
    ...(framedBy.length === 0 && { 'x-frame-options': 'DENY' }),
  };
  for (const [name, value] of Object.entries(all)) if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** @throws TypeError for anything but an exact https origin, or http on this machine */
export function checkFramedBy(origins: readonly string[]): readonly string[] {
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (
      url === undefined ||
      url.origin !== origin ||
      !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
    )
      throw new TypeError('framedBy lists exact https origins, such as https://portal.example.com; http on this machine only.');
  }
  return origins;
}
