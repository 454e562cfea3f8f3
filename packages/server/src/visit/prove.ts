/**
 * Who opens a page (E-U-17): with a sign-in, exactly the principal of the call, at every request; on this machine, the
 * browser in which the code was typed.
 */
import type { PageServices } from './page-services.js';
import { says } from './says.js';
import type { Ticket } from './ticket.js';
import { reportRefusal } from './visitor.js';

/** @returns undefined if it is them, as far as a sign-in can tell; else what to answer */
export async function proven(services: PageServices, request: Request, ticket: Ticket): Promise<Response | undefined> {
  if (ticket.proof.by !== 'identify') return undefined;
  // A replica that was set up differently must not be the way around.
  if (services.identify === undefined) return says.unavailable();
  // Address and headers only: a sign-in has no business with what is posted here.
  const who = await services.identify(new Request(request.url, { headers: request.headers }));
  if (who instanceof Response) return request.method === 'GET' ? who : says.unknown();
  if (who === undefined) return says.unknown();
  if (who.iss === ticket.who.iss && who.sub === ticket.who.sub && ticket.who.kind === 'verified') return undefined;
  reportRefusal(services, 'other_principal');
  return says.foreign();
}
