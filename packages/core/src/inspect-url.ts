/**
 * An address before anybody opens it (E-U-05, E-U-11, E-U-22). Never fetches, never resolves (N10); judges only what is
 * written. Hosts are judged label by label, as a browser resolves them, so that every spelling of a host is one host.
 */
import type { Finding } from './contract.js';
import { isLatinLookAlike, isSuspiciousMix, scriptsOf } from './mixed-script.js';
import { unicodeLabel } from './punycode.js';
import type { Revision } from './revision.js';
import { hasHiddenText } from './show-text.js';
import { isLoopback, isMendedByBrowsers, type ParsedUrl, parseUrl } from './url-view.js';

/** The revision of the session that sent the address. */
export interface InspectUrlOptions {
  readonly revision: Revision;
}

/** Findings about an address, gravest first. `danger` where the scheme, the spelling or the host is not honest. */
export function inspectUrl(href: string, _options: InspectUrlOptions): readonly Finding[] {
  const findings: Finding[] = [];
  const add: Add = (id, severity, sentence, span) => {
    if (findings.some(finding => finding.id === id)) return;
    findings.push({ id, severity, where: 'url', ...(span !== undefined && { span }), sentence });
  };
  if (isMendedByBrowsers(href)) add('mended-url', 'danger', 'Browsers would silently change this address before opening it.');
  if (hasHiddenText(href)) {
    const bidi = /[\u202a-\u202e\u2066-\u2069]/.test(href);
    add(
      bidi ? 'bidi' : 'hidden-characters',
      'danger',
      'This address holds characters that hide or re-order others; they are shown as marks.',
    );
  }
  const url = parseUrl(href);
  if (url === undefined) {
    add('invalid-url', 'danger', 'This is not a full address, so there is nothing to open.');
    return findings;
  }
  inspectScheme(url, add);
  const written = writtenHost(href);
  if (url.hostname !== '' && !isLoopback(url.hostname)) inspectHost(url, written, add);
  if (url.username !== '' || url.password !== '') {
    add('userinfo', 'danger', 'What stands before the @ is not where this leads; only the host shown apart is.', written?.userinfo);
  }
  if (carriesPersonalData(url)) {
    add(
      'sensitive-data-in-url',
      'warning',
      'This address carries personal data or a sign-in of its own; whoever has the address has them.',
    );
  }
  if (href.length > LONG_ADDRESS) add('long-address', 'warning', 'This address is unusually long; read the host, not the beginning.');
  return findings.sort((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity]);
}

type Span = readonly [start: number, end: number];
type Add = (id: string, severity: Finding['severity'], sentence: string, span?: Span) => void;

const GRAVITY = { danger: 0, warning: 1, info: 2 } as const satisfies Record<Finding['severity'], number>;
const LONG_ADDRESS = 1_000;
const LONG_HOST = 70;
const MANY_LABELS = 6;

function inspectScheme(url: ParsedUrl, add: Add): void {
  if (url.protocol === 'https:') return;
  if (url.protocol !== 'http:') add('scheme', 'danger', 'Only web addresses are opened; this is something else.');
  else if (!isLoopback(url.hostname))
    add('insecure-http', 'danger', 'Nothing protects what is sent to this address; only https is opened.');
}

function inspectHost(url: ParsedUrl, written: WrittenHost | undefined, add: Add): void {
  const labels = url.hostname.replace(/\.$/, '').split('.');
  if (url.hostname.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(url.hostname)) {
    add('raw-ip', 'warning', 'This leads to a number instead of a name, so nobody vouches for who answers there.', written?.host);
  } else {
    // Only where the address is written with as many labels as it has is it known which is which.
    const spans = written?.labels.length === labels.length ? written.labels : [];
    for (const [at, label] of labels.entries()) inspectLabel(label, labels.at(-1) ?? '', spans[at], add);
  }
  if (url.port !== '') add('odd-port', 'warning', 'This leads to an unusual port of the host.', written?.port);
  if (url.hostname.length > LONG_HOST || labels.length >= MANY_LABELS) {
    add('long-host', 'warning', 'The name of this host is unusually long; what counts is its end.', written?.host);
  }
}

/** Where the host, its labels and what stands around it are in the address as it is written, so that evidence can be marked. */
interface WrittenHost {
  readonly host: Span;
  readonly labels: readonly Span[];
  readonly userinfo?: Span;
  readonly port?: Span;
}

function writtenHost(href: string): WrittenHost | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(href)?.[0].length;
  if (scheme === undefined) return undefined;
  const length = href.slice(scheme).search(/[/?#\\]/);
  const end = length === -1 ? href.length : scheme + length;
  const at = href.lastIndexOf('@', end - 1);
  const start = at >= scheme ? at + 1 : scheme;
  const port = /:\d*$/.exec(href.slice(start, end))?.[0].length ?? 0;
  const labels: Span[] = [];
  let from = start;
  for (const label of href.slice(start, end - port).split(/[.\u3002\uff0e\uff61]/)) {
    if (label !== '') labels.push([from, from + label.length]);
    from += label.length + 1;
  }
  return {
    host: [start, end - port],
    labels,
    ...(at >= scheme && { userinfo: [scheme, at] as const }),
    ...(port > 1 && { port: [end - port + 1, end] as const }),
  };
}

function inspectLabel(label: string, topLevel: string, span: Span | undefined, add: Add): void {
  if (!label.startsWith('xn--')) return;
  const unicode = unicodeLabel(label);
  if (unicode === undefined) {
    add('punycode-host', 'danger', 'Part of the name of this host is not valid writing.', span);
    return;
  }
  add('punycode-host', 'warning', 'The name of this host uses letters beyond a to z, which can imitate another name.', span);
  const scripts = scriptsOf(unicode);
  if (isSuspiciousMix(scripts)) add('mixed-script', 'danger', 'The name of this host mixes letters of different scripts.', span);
  const ending = unicodeLabel(topLevel);
  // A Cyrillic word under a Cyrillic ending is what it seems.
  const atHome =
    ending !== undefined &&
    ending !== unicode &&
    topLevel.startsWith('xn--') &&
    [...scriptsOf(ending)].every(script => scripts.has(script));
  if (isLatinLookAlike(unicode) && !atHome)
    add('look-alike-host', 'danger', 'The name of this host is written in other letters to look like a familiar one.', span);
}

const TELLING = new Set([
  'access_token',
  'id_token',
  'refresh_token',
  'auth_token',
  'authorization',
  'bearer',
  'jwt',
  'api_key',
  'apikey',
  'password',
  'passwd',
  'pwd',
  'secret',
  'client_secret',
  'session',
  'session_id',
  'sessionid',
  'sid',
  'email',
  'e_mail',
  'mail',
  'phone',
  'ssn',
  'user_email',
  'login_hint',
  'firstname',
  'first_name',
  'lastname',
  'last_name',
  'birthdate',
  'address',
]);

/** Names and values that give somebody away or sign somebody in (E-U-01, E-U-02); an opaque handle does neither. */
function carriesPersonalData(url: ParsedUrl): boolean {
  for (const pair of `${url.search.slice(1)}&${url.hash.slice(1)}`.split('&').slice(0, 100)) {
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    if (TELLING.has(decoded(pair.slice(0, equals)).toLowerCase().replaceAll('-', '_'))) return true;
    const value = decoded(pair.slice(equals + 1, equals + 400));
    if (/^[^\s@/]{1,64}@[^\s@/]{1,190}\.[a-z]{2,24}$/i.test(value) || /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}/.test(value)) return true;
  }
  return false;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
