/**
 * Signing in by an identity provider, as the page does it. What binds a sign-in to this tab stays in its session storage and is
 * shown only when the person comes back (D32).
 */
const TAB = 'midcall-sign-in-tab';

export type SignInReply = { readonly token: string } | { readonly reason: string };

/** Sends this tab to the provider, or says why it cannot. */
export async function leaveForProvider(): Promise<string | undefined> {
  const tab = crypto.randomUUID() + crypto.randomUUID();
  sessionStorage.setItem(TAB, tab);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(tab)));
  const text = btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  const { location: to, reason } = await post<{ location?: string; reason?: string }>('/login/oidc', { tab: text });
  if (to === undefined) return reason ?? 'unreachable';
  location.assign(to);
  return undefined;
}

/** Posts what the provider sent back, once. */
export async function comeBack(): Promise<SignInReply> {
  const query = location.search.slice(1);
  // Out of the address bar and the history at once.
  history.replaceState(null, '', '/login');
  const tab = sessionStorage.getItem(TAB) ?? '';
  sessionStorage.removeItem(TAB);
  const { token, reason } = await post<{ token?: string; reason?: string }>('/login/finish', { query, tab });
  return token === undefined ? { reason: reason ?? 'failed' } : { token };
}

async function post<T extends { reason?: string }>(path: string, body: object): Promise<T> {
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return (await response.json()) as T;
  } catch {
    return { reason: 'unreachable' } as T;
  }
}
