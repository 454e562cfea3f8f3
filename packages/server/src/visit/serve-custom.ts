/** A page of the author's own, inside our checks. */
import { type Json, MidcallError } from '@midcall/core';
import { closePage, complete } from './complete.js';
import type { CustomContext } from './custom-context.js';
import type { CustomPage } from './page.js';
import { showPage } from './respond.js';
import { says } from './says.js';
import type { Visitor } from './visitor.js';

export async function serveCustom(visitor: Visitor, page: CustomPage<Json>): Promise<Response> {
  const { services, handle, ticket, form, guard, request, headers } = visitor;
  const context: CustomContext<Json> = {
    principal: ticket.who,
    key: ticket.key,
    message: ticket.message,
    data: structuredClone(ticket.data ?? {}),
    expiresAt: ticket.expires,
    form,
    guard,
    page: (title, body, status) => showPage(title, body, status),
    done: async value => ((await complete(services, handle, value)) ? says.done() : says.gone()),
    close: async () => {
      await closePage(services, handle);
      return says.closed();
    },
  };
  let response: Response;
  try {
    response = await page.render(request, context);
  } catch (cause) {
    // Its message may hold what was typed; whoever handles errors can look behind it (N9).
    throw new MidcallError('PAGE_FAILED', `The page '${page.name}' threw`, { hint: 'Look at `cause`.', cause });
  }
  const [[name, cookie] = []] = Object.entries(headers);
  if (name === undefined || cookie === undefined) return response;
  const both = new Response(response.body, response);
  both.headers.append(name, cookie);
  return both;
}
