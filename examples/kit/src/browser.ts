/**
 * A browser for tests, without the browser: keeps cookies, follows redirects, fills in forms by the names of their boxes.
 * Our pages have no scripts, so nothing is missing.
 */
export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

export interface PlainBrowser {
  open(url: string): Promise<Shown>;
  /** Sends the form that is shown: its hidden boxes, and these values. */
  submit(values: Readonly<Record<string, string>>): Promise<Shown>;
  /** What is shown. */
  readonly at: Shown;
}

export function plainBrowser(): PlainBrowser {
  /** By host and port; ours alone, so paths and expiry do not matter. */
  const jars = new Map<string, Map<string, string>>();
  let at: Shown = { url: 'about:blank', status: 0, text: '' };
  const go = async (
    url: string,
    init: { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> },
  ): Promise<Shown> => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { ...init.headers, ...(cookie !== '' && { cookie }) }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    const onward =
      response.headers.get('location') ?? /http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    if (onward !== undefined && onward !== null) return go(new URL(onward, url).href, {});
    at = { url, status: response.status, text };
    return at;
  };
  return {
    get at() {
      return at;
    },
    open: url => go(url, {}),
    submit(values) {
      const action = /<form[^>]* action="([^"]*)"/.exec(at.text)?.[1] ?? '';
      const body = new URLSearchParams();
      for (const [, name = '', value = ''] of at.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g))
        body.set(name, value);
      for (const [name, value] of Object.entries(values)) body.set(name, value);
      return go(new URL(action, at.url).href, {
        method: 'POST',
        body: body.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(at.url).origin },
      });
    },
  };
}

/** Opens a page on this machine and types the code that its question shows. */
export async function openWithCode(browser: PlainBrowser, url: string, message: string): Promise<Shown> {
  await browser.open(url);
  return browser.submit({ code: /code: (\S+)$/.exec(message)?.[1] ?? '' });
}
