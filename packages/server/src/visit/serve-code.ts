/**
 * The first page where no sign-in exists: asks for the code that the question shows (E-U-20). The right code binds this
 * browser and no other; five wrong ones close the page.
 */
import { browserDigest, newCookie, setCookie } from './browser-cookie.js';
import { html } from './html.js';
import { MOST_CODES, sameText, typedCode } from './page-code.js';
import type { PageServices } from './page-services.js';
import { asker } from './page-shell.js';
import { readPosted } from './read-posted.js';
import { goTo, showPage } from './respond.js';
import { says } from './says.js';
import { changeTicket, dropTicket, readTicket, type Ticket } from './ticket.js';
import { reportRefusal } from './visitor.js';

export async function serveCode(services: PageServices, request: Request, handle: string, ticket: Ticket): Promise<Response> {
  if (ticket.browser !== undefined) return says.otherBrowser();
  if (request.method === 'GET') return codePage(handle, ticket, undefined);
  const form = await readPosted(request);
  if (form === undefined) return says.wrongForm();
  const cookie = newCookie(services);
  const browser = await browserDigest(services, cookie);
  const typed = typedCode(form.get('code') ?? '');
  // One step: a try is counted before anybody learns whether it was right, however many come at once.
  const tried = await changeTicket(services, handle, before => {
    if (before.proof.by !== 'code' || before.browser !== undefined || before.status !== 'open') return undefined;
    const right = before.proof.tries < MOST_CODES && sameText(before.proof.code, typed);
    return right ? { ...before, browser } : { ...before, proof: { ...before.proof, tries: before.proof.tries + 1 } };
  });
  if (tried === undefined) return (await readTicket(services, handle)) === undefined ? says.gone() : says.otherBrowser();
  if (tried.browser === browser) return goTo(`${ticket.base}/${handle}`, await setCookie(services, ticket, handle, cookie));
  reportRefusal(services, 'wrong_code');
  const tries = tried.proof.by === 'code' ? tried.proof.tries : MOST_CODES;
  if (tries < MOST_CODES) return codePage(handle, tried, MOST_CODES - tries);
  await dropTicket(services, handle);
  return says.tooManyCodes();
}

function codePage(handle: string, ticket: Ticket, left: number | undefined): Response {
  const wrong =
    left !== undefined &&
    html`<p class="error" id="wrong">This is not the code. ${left === 1 ? 'One try is left.' : `${left} tries are left.`}</p>`;
  const body = html`<h1>Enter the code</h1>
${asker(ticket.server, ticket.name, ticket.client)}
<p>The question that brought you here shows a code of six characters. It makes sure that this page is yours.</p>
${wrong}
<form method="post" action="${handle}" autocomplete="off">
<div class="field"><label for="code">Code</label>
<input class="code" id="code" name="code" required autofocus maxlength="9" autocapitalize="characters" spellcheck="false"${wrong && html` aria-describedby="wrong"`}></div>
<p class="hint">If nothing showed you a code, somebody else began this. Close the page.</p>
<div class="actions"><button class="main">Go on</button></div>
</form>`;
  return showPage('Enter the code', body, left === undefined ? 200 : 422);
}
