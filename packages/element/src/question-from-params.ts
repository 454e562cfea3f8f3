/** Makes a question of bare elicitation params, for hosts without a desk: read, inspected, given an id. */
import { MidcallError, type Revision, readForm } from '@midcall/core';
import type { CallView, Finding, QuestionView, ServerView, UrlView } from '@midcall/core/contract';
import { inspectForm, inspectMessage, inspectUrl, viewUrl } from '@midcall/core/inspect';
import { readElicitParams } from '@midcall/core/wire';

export interface QuestionFromParamsOptions {
  /** The name the *operator* gave the server, or the server with its own claim beside it. */
  readonly server: string | ServerView;
  readonly call?: CallView;
  /** Default 2025-11-25, the newest revision in which params arrive as a request. */
  readonly revision?: Revision;
  /** Milliseconds from now. */
  readonly expiresIn?: number;
  /** Milliseconds since the epoch; default: the machine's. */
  readonly clock?: () => number;
  readonly id?: string;
}

/**
 * @throws MidcallError `QUESTION_INVALID` when the params cannot be shown at all; answer the server with -32602 (E-X-01).
 */
export function questionFromParams(params: unknown, options: QuestionFromParamsOptions): QuestionView {
  const revision = options.revision ?? '2025-11-25';
  const now = (options.clock ?? Date.now)();
  const read = readElicitParams(params, revision);
  if (!read.ok) throw new MidcallError('QUESTION_INVALID', read.issue.message);
  const { message } = read.params;
  const base = {
    v: 1,
    id: options.id ?? crypto.randomUUID(),
    server: typeof options.server === 'string' ? { name: options.server } : options.server,
    ...(options.call === undefined ? {} : { call: options.call }),
    revision,
    message,
    state: 'waiting',
    askedAt: now,
    ...(options.expiresIn === undefined ? {} : { expiresAt: now + options.expiresIn }),
    extendable: false,
  } as const;
  if (read.params.mode === 'url') {
    const url: UrlView = viewUrl(read.params.url);
    const findings: readonly Finding[] = [...inspectMessage(message, { revision }), ...inspectUrl(read.params.url, { revision })];
    return { ...base, url, findings };
  }
  const { form, issues } = readForm(read.params.requestedSchema, { revision });
  if (form === undefined)
    throw new MidcallError('QUESTION_INVALID', issues[0]?.message ?? 'The form cannot be read.', { hint: issues[0]?.mend ?? '' });
  return { ...base, form, findings: inspectForm(form, { message, revision }) };
}
