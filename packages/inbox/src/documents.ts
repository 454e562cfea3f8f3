/** The HTML that is served: shells that hold no data, so that nothing is given away to who is not signed in. */
import { words } from '@midcall/core/words';

const say = words('en');

/**
 * @param provider host of the identity provider that people sign in by, where there is one
 * @param framedBy exact origins of pages that may show it in a frame
 */
export function inboxDocument(provider: string | undefined, framedBy: readonly string[]): string {
  const frames = framedBy.length === 0 ? '' : ` framed-by="${framedBy.join(' ')}"`;
  return page(`midcall · ${say('inbox')}`, `<midcall-inbox${by(provider)}${frames}></midcall-inbox>`, 'inbox.js');
}

/** Where a printed link leads: the token is in the fragment, which never reaches a server, and nothing happens before a click. */
export function loginDocument(provider?: string): string {
  return page(`midcall · ${say('signIn')}`, `<midcall-sign-in${by(provider)}></midcall-sign-in>`, 'inbox.js');
}

/** Where the identity provider sends the browser back to: nothing is used up by looking at it. */
export function callbackDocument(provider: string): string {
  return page(`midcall · ${say('inbox')}`, `<midcall-sign-in returning${by(provider)}></midcall-sign-in>`, 'inbox.js');
}

/** After the browser was opened for the person: hands the page token to the tab and goes on to the inbox. */
export function signedInDocument(pageToken: string): string {
  return page(`midcall · ${say('inbox')}`, `<midcall-sign-in token="${pageToken}"></midcall-sign-in>`, 'inbox.js');
}

export function refusedDocument(reason: 'expired' | 'used-twice'): string {
  return page(
    `midcall · ${say(reason === 'expired' ? 'linkExpired' : 'usedTwice')}`,
    `<midcall-sign-in refused="${reason}"></midcall-sign-in>`,
    'inbox.js',
  );
}

/**
 * The local file (mode 0600, in the user's own runtime directory) that a browser is opened on: it posts the one-time token
 * itself, so that no token stands on a command line, in a history or in a log (N9, D32).
 */
export function loginFile(origin: string, token: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>midcall</title>
<form method="post" action="${origin}/login/file"><input type="hidden" name="token" value="${token}"><button>${say('signIn')}</button></form>
<script>document.forms[0].submit()</script>
`;
}

function by(provider: string | undefined): string {
  return provider === undefined ? '' : ` provider="${provider.replace(/[^\w.:[\]-]/g, '')}"`;
}

function page(title: string, body: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml" id="icon">
<link rel="stylesheet" href="/inbox.css">
<script type="module" src="/${script}"></script>
<body>${body}
<noscript>midcall needs JavaScript to show your questions.</noscript>
`;
}
