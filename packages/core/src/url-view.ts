/** An address taken apart as a browser would, without ever fetching it (N10). */
import type { UrlView } from './contract.js';
import { LIMITS } from './limits.js';

/** The parts of a WHATWG URL that are needed; every runtime has the class, this package's types do not. */
export interface ParsedUrl {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

declare const URL: new (href: string) => ParsedUrl;

/** The address as a browser resolves it; undefined if it does not, or if it is too long to be looked at. */
export function parseUrl(href: string): ParsedUrl | undefined {
  if (href.length > LIMITS.urlLength) return undefined;
  try {
    return new URL(href);
  } catch {
    return undefined;
  }
}

/**
 * What a consent step shows: the address byte for byte, its host apart in ASCII, and whether it may be offered for
 * opening at all: https anywhere, http only to this machine (E-U-04, E-U-22), nothing that a browser would silently
 * mend (blanks around it, tabs and newlines inside).
 */
export function viewUrl(href: string): UrlView {
  const url = parseUrl(href);
  if (url === undefined) return { href, host: '', openable: false };
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return { href, host: url.hostname, openable: secure && url.hostname !== '' && !isMendedByBrowsers(href) };
}

/** This machine: `localhost` and names under it, 127.0.0.0/8, `[::1]`. Takes a host as `parseUrl` gives it. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Characters that URL parsers drop, so that what is opened is not what is shown. */
export function isMendedByBrowsers(href: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the address is searched for
  return /^[\u0000-\u0020]|[\u0000-\u0020]$|[\t\n\r]|\\/.test(href);
}
