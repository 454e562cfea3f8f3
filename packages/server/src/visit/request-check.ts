/**
 * What is turned away before anything is looked at: another Host (DNS rebinding), a post that a foreign page caused, and
 * being loaded inside somebody's frame. Who the person is is asked for after this.
 */
export type Refusal = 'host' | 'method' | 'origin' | 'site' | 'frame';

/** @param base where the pages are, as a browser sees them */
export function refusalFor(request: Request, base: URL, hosts: readonly string[]): Refusal | undefined {
  const header = (name: string): string | null => request.headers.get(name);
  const host = header('host') ?? new URL(request.url).host;
  if (host !== base.host && !hosts.includes(host)) return 'host';
  if (request.method !== 'GET' && request.method !== 'POST') return 'method';
  const destination = header('sec-fetch-dest');
  if (destination !== null && ['iframe', 'frame', 'embed', 'object'].includes(destination)) return 'frame';
  const origin = header('origin');
  const site = header('sec-fetch-site');
  if (request.method === 'POST') {
    // Browsers name the origin of every post: one without a name is not from a page of ours.
    if (origin !== base.origin) return 'origin';
    return site === null || site === 'same-origin' ? undefined : 'site';
  }
  if (origin !== null && origin !== base.origin) return 'origin';
  // A link from elsewhere, and the way back from a third party, may open a page; they may not load it into theirs.
  const opens = site === null || site === 'same-origin' || site === 'none' || header('sec-fetch-mode') === 'navigate';
  return opens ? undefined : 'site';
}
