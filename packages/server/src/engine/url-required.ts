/**
 * The idiom of 2025-11-25 for "open these pages first": a handler that throws -32042. Where that error does not exist, or
 * would lose what the flow has learned, its pages are asked as questions in URL mode (E-N-13, D19).
 */
import { RPC } from '@midcall/core/wire';
import { conclude, concludeBlocked } from './conclude.js';
import { notGoneAlong } from './ending.js';
import type { Question } from './question.js';
import { MOST_MISSED } from './question.js';
import type { Run } from './run.js';

interface Page {
  readonly message: string;
  readonly url: string;
}

export type UrlRequired =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'waiting'; readonly questions: ReadonlyMap<string, Question> };

/** @returns undefined if this is no such error, or one that this host is to get as it is */
export async function urlRequired(run: Run, error: unknown): Promise<UrlRequired | undefined> {
  const pages = pagesOf(error);
  if (pages === undefined) return undefined;
  const { journal, frame, services, definition } = run;
  // Its retry carries no state: only a flow that has learned nothing may be told this way (D19).
  if (frame.view.era === 'legacy' && frame.view.modes.url && journal.empty) return undefined;
  const questions = new Map<string, Question>();
  for (const [at, { message, url }] of pages.entries()) {
    const key = `url:${at + 1}`;
    const entry = journal.entries.get(key);
    if (entry?.t === 'a' && entry.action !== 'accept')
      return { kind: 'result', value: conclude(run, notGoneAlong(definition.name, key, entry.action, undefined)) };
    if ((journal.asked.get(key)?.times ?? 0) >= MOST_MISSED) {
      const text = `${definition.name} was not carried out: the page at ${new URL(url).host} is still open. Finish there, then call ${definition.name} again.`;
      return { kind: 'result', value: conclude(run, { reason: 'cancelled', key, text }) };
    }
    questions.set(key, {
      key,
      method: 'elicitation/create',
      params: { mode: 'url', message, url },
      print: await services.print(`url\n${key}\n${message}\n${url}`),
      ...(!frame.view.modes.url && { blocked: { needs: 'url' as const } }),
    });
  }
  const blocked = [...questions.values()].filter(question => question.blocked !== undefined);
  return blocked.length > 0 ? { kind: 'result', value: concludeBlocked(run, blocked) } : { kind: 'waiting', questions };
}

/** Read with care: it is the author's, but may come from a server behind it. */
function pagesOf(error: unknown): readonly Page[] | undefined {
  const { code, data } = (error ?? {}) as { readonly code?: unknown; readonly data?: { readonly elicitations?: unknown } };
  if (code !== RPC.urlElicitationRequired || !Array.isArray(data?.elicitations)) return undefined;
  const pages = (data.elicitations as readonly Partial<Page>[]).filter(
    (page): page is Page => typeof page?.message === 'string' && URL.canParse(String(page.url)),
  );
  return pages.length > 0 ? pages.map(({ message, url }) => ({ message, url })) : undefined;
}
