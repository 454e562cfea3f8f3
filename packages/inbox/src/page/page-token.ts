/**
 * The page token lives in this tab. A second tab of the same person asks the tabs that have it: only pages of exactly this
 * origin, port included, can hear or answer (a cookie would be heard by every port).
 */
const KEY = 'midcall-token';
const CHANNEL = 'midcall-token';
const ANSWER_MS = 300;

type Note = { readonly ask: true } | { readonly token: string };

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

export function dropToken(): void {
  sessionStorage.removeItem(KEY);
}

export async function findToken(): Promise<string | undefined> {
  return sessionStorage.getItem(KEY) ?? (await askOtherTabs());
}

/** Answers other tabs for as long as this page lives. */
export function shareToken(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: MessageEvent<Note>) => {
    const token = sessionStorage.getItem(KEY);
    if ('ask' in event.data && token !== null) channel.postMessage({ token } satisfies Note);
  };
}

function askOtherTabs(): Promise<string | undefined> {
  return new Promise(resolve => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (token?: string): void => {
      channel.close();
      if (token !== undefined) keepToken(token);
      resolve(token);
    };
    channel.onmessage = (event: MessageEvent<Note>) => {
      if ('token' in event.data) end(event.data.token);
    };
    channel.postMessage({ ask: true } satisfies Note);
    setTimeout(() => end(), ANSWER_MS);
  });
}
