/** The end of a visit on the page's side. */
import type { Json } from '@midcall/core';
import type { PageServices } from './page-services.js';
import { changeTicket, dropTicket } from './ticket.js';
import { putVisited } from './visited-row.js';

/** Puts the value under the person and key, once. @returns false if the page was completed or closed in the meantime */
export async function complete(services: PageServices, handle: string, value: Json): Promise<boolean> {
  const ticket = await changeTicket(services, handle, before => (before.status === 'open' ? { ...before, status: 'done' } : undefined));
  if (ticket === undefined) return false;
  try {
    await putVisited(services, ticket.at, { print: ticket.print, value, since: services.clock.now() }, ticket.keep);
  } catch (error) {
    // Not kept, so not done: the person can try again (N12).
    await changeTicket(services, handle, after => ({ ...after, status: 'open' }));
    throw error;
  }
  services.listener?.settled(handle);
  return true;
}

/** Closes the page without a value. */
export async function closePage(services: PageServices, handle: string): Promise<void> {
  await dropTicket(services, handle);
}
