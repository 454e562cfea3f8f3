/** What a browser does at an authorization server: keeps cookies, follows redirects, fills in its two pages. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #home: string;

  /** @param home where the server sends people back to; not gone to by itself. */
  constructor(home: string) {
    this.#home = home;
  }

  /** Signs in as somebody and agrees. Returns the address that the server sends the person back to. */
  async signIn(start: string, login: string): Promise<URL> {
    let seen = await this.#go(start);
    for (const form of [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]) {
      if (seen.response.headers.has('location')) break;
      const action = /action="([^"]+)"/.exec(await seen.response.text())?.[1] ?? '';
      seen = await this.#go(new URL(action, seen.at).href, form);
    }
    return new URL(seen.response.headers.get('location') ?? '');
  }

  async #go(at: string, body?: Record<string, string>): Promise<{ readonly response: Response; readonly at: string }> {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next === null || next.startsWith(this.#home)) return { response, at };
    return this.#go(new URL(next, at).href);
  }
}
