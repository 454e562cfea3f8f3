/** What every server of the matrix asks, whatever it is written on; its cell stands in the message, so that whoever is asked knows whose it is. */

/** How long the tool `brief` waits for its answer, in milliseconds; the tool `lapse` lets it pass at once. */
export const BRIEF_MS = 600_000;

export const NAME_FORM = {
  type: 'object' as const,
  properties: { name: { type: 'string' as const, title: 'Name', minLength: 2 } },
  required: ['name'],
};

export const PAGE = 'https://records.example/consent?for=a%20b&x=%E2%9C%93#part';

export function message(cell: string, what: string): string {
  return `${cell}: ${what}?`;
}

/** The three members of an answer that a tool tells, and nothing else. */
export function told(answer: { readonly action: string; readonly content?: unknown }): string {
  return JSON.stringify({ action: answer.action, ...(answer.content !== undefined && { content: answer.content }) });
}
