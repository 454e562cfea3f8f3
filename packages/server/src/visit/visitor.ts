/** One request to one page, once it is known that it may look at it. */
import { MidcallError } from '@midcall/core';
import { type Html, html } from './html.js';
import type { PageServices } from './page-services.js';
import type { Ticket } from './ticket.js';

export interface Visitor {
  readonly services: PageServices;
  readonly request: Request;
  readonly handle: string;
  readonly ticket: Ticket;
  /** The value of this browser's cookie. */
  readonly cookie: string;
  /** Sets the cookie, where the browser does not have it yet. */
  readonly headers: Readonly<Record<string, string>>;
  /** The hidden input of every form. */
  readonly guard: Html;
  /** What was posted, checked for where it came from. */
  readonly form: URLSearchParams | undefined;
}

export function guardInput(token: string): Html {
  return html`<input type="hidden" name="guard" value="${token}">`;
}

/** Says to the operator, never to who is turned away, what was not right (E-U-21). Nothing of the request stands in it. */
export function reportRefusal(services: Pick<PageServices, 'report'>, reason: string): void {
  services.report(
    new MidcallError('PAGE_REFUSED', 'Somebody was turned away from a page', {
      hint: 'One of these is an old link; many of them are somebody trying.',
      data: { reason },
    }),
  );
}
