/** The built-in form for secrets. What is typed goes into the sealed store and nowhere else; it is never shown again. */
import { complete } from './complete.js';
import { type Html, html } from './html.js';
import type { SecretField } from './page.js';
import { asker, message } from './page-shell.js';
import { showPage } from './respond.js';
import { says } from './says.js';
import type { TicketPage } from './ticket.js';
import type { Visitor } from './visitor.js';

type SecretTicketPage = Extract<TicketPage, { kind: 'secret' }>;

const LONGEST_SECRET = 16 * 1024;

export async function serveSecret(visitor: Visitor, page: SecretTicketPage): Promise<Response> {
  const { form, services, handle } = visitor;
  if (form === undefined) return secretForm(visitor, page, new Map());
  const values: [string, string][] = [];
  const problems = new Map<string, string>();
  for (const [name, field] of page.fields) {
    const value = (form.get(`field.${name}`) ?? '').trim();
    if (value !== '') values.push([name, value]);
    else if (field.optional !== true) problems.set(name, 'Fill this in');
    if (value.length > LONGEST_SECRET) problems.set(name, 'This is too long');
  }
  // What was typed is not sent back: it would stand in the page's source.
  if (problems.size > 0) return secretForm(visitor, page, problems);
  return (await complete(services, handle, Object.fromEntries(values))) ? says.done() : says.gone();
}

function secretForm(visitor: Visitor, page: SecretTicketPage, problems: ReadonlyMap<string, string>): Response {
  const { ticket, handle, guard, headers } = visitor;
  const title = page.title ?? `Give ${ticket.server} access`;
  const many = problems.size > 0 && html`<p class="error">Nothing was kept yet. Please fill everything in again.</p>`;
  const body = html`<h1>${title}</h1>
${asker(ticket.server, ticket.name, ticket.client)}
${message(ticket.message)}
${many}
<form method="post" action="${handle}" autocomplete="off">${guard}
${page.fields.map(([name, field]) => secretInput(name, field, problems.get(name)))}
<p class="hint">This goes to ${ticket.server} only, and is kept encrypted. The application that sent you here does not see it.</p>
<div class="actions"><button class="main" name="action" value="save">Save</button><button name="action" value="close" formnovalidate>Not now</button></div>
</form>`;
  return showPage(title, body, problems.size > 0 ? 422 : 200, headers);
}

function secretInput(name: string, field: SecretField, problem: string | undefined): Html {
  const described = [field.description !== undefined && `${name}-hint`, problem !== undefined && `${name}-wrong`].filter(Boolean).join(' ');
  return html`<div class="field"><label for="${name}">${field.title}${field.optional === true && ' (optional)'}</label>
${problem !== undefined && html`<p class="error" id="${name}-wrong">${problem}</p>`}
<input type="password" id="${name}" name="field.${name}" autocomplete="off" spellcheck="false"${field.optional !== true && html` required`}${described !== '' && html` aria-describedby="${described}"`}>
${field.description !== undefined && html`<p class="hint" id="${name}-hint">${field.description}</p>`}</div>`;
}
