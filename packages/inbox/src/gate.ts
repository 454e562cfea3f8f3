/**
 * What is turned away before anything is looked at (D30, D32): another Host (DNS rebinding), another Origin or a request that a
 * foreign page caused (CSRF), and being loaded inside somebody's frame. The two secrets of a session are asked for after this.
 */
export interface Refused {
  readonly status: 403 | 405;
  readonly reason: 'host' | 'origin' | 'site' | 'frame' | 'method';
}

/** The one address that a local file posts to when the browser is opened for the person. */
export const FILE_LOGIN = '/login/file';

/** The one address that is called by a server, an identity provider; what it sends is signed. */
export const BACKCHANNEL = '/login/backchannel';

export interface RefuseOptions {
  /** Whether what is asked for may be shown inside a page of others; which ones, its headers tell the browser. */
  readonly frames?: boolean;
}

/** @param origin scheme, host and port under which this inbox is served, exactly */
export function refuse(request: Request, origin: string, { frames = false }: RefuseOptions = {}): Refused | undefined {
  const url = new URL(request.url);
  const own = new URL(origin);
  const header = (name: string): string | null => request.headers.get(name);
  if ((header('host') ?? url.host) !== own.host || url.host !== own.host) return { status: 403, reason: 'host' };
  if (request.method !== 'GET' && request.method !== 'POST') return { status: 405, reason: 'method' };

  const from = header('origin');
  const fromFile = request.method === 'POST' && url.pathname === FILE_LOGIN && from === 'null';
  if (from !== null && from !== own.origin && !fromFile) return { status: 403, reason: 'origin' };
  const fromProvider = request.method === 'POST' && url.pathname === BACKCHANNEL && from === null;
  // Browsers name the origin of every POST: one without a name is not from a page of ours.
  if (request.method === 'POST' && from === null && !fromProvider) return { status: 403, reason: 'origin' };

  const site = header('sec-fetch-site');
  const destination = header('sec-fetch-dest');
  const framed = destination === 'iframe' || destination === 'frame';
  if ((framed && !frames) || destination === 'embed' || destination === 'object') return { status: 403, reason: 'frame' };
  if (site === null || site === 'same-origin' || site === 'none' || fromFile) return undefined;
  // A link from elsewhere may open the page, which shows nothing by itself; it may neither read nor do anything.
  const opensPage =
    request.method === 'GET' &&
    header('sec-fetch-mode') === 'navigate' &&
    (destination === 'document' || framed) &&
    !url.pathname.startsWith('/api/');
  return opensPage ? undefined : { status: 403, reason: 'site' };
}
