/** `call.elicit`: the protocol's own params and result, with everything else that a question gets here. */
import { type JsonObject, LATEST_REVISION, MidcallError } from '@midcall/core';
import type { ElicitParams, ElicitResult } from '@midcall/core/wire';
import { compileSource } from '../author/form-source.js';
import { askForm } from './ask-form.js';
import { decide } from './decide.js';
import type { Run } from './run.js';
import { send } from './send.js';

/** @throws MidcallError FORM_INVALID, SECRET_ASK, MODE_UNKNOWN, URL_INVALID, before anything goes out */
export async function elicit(run: Run, key: string, params: ElicitParams, limit: number | undefined): Promise<ElicitResult> {
  const { mode } = params as { readonly mode?: unknown };
  if (mode === 'url') return elicitUrl(run, key, params as ElicitParams & { mode: 'url' }, limit);
  if (mode !== undefined && mode !== 'form') {
    throw new MidcallError('MODE_UNKNOWN', 'An elicitation is of mode form or url', {
      hint: `Leave mode out for a form; ${LATEST_REVISION} knows no other.`,
    });
  }
  const { message, requestedSchema } = params as { readonly message: string; readonly requestedSchema: JsonObject };
  if (typeof message !== 'string')
    throw new MidcallError('FORM_INVALID', 'An elicitation needs a message', { hint: 'Say in one sentence what is asked and why.' });
  const answer = await askForm(run, { key, message, compiled: compileSource(requestedSchema), limit });
  return answer.action === 'accept' ? { action: 'accept', content: answer.content as JsonObject } : { action: answer.action };
}

async function elicitUrl(run: Run, key: string, params: ElicitParams & { mode: 'url' }, limit: number | undefined): Promise<ElicitResult> {
  run.round.use(key);
  const { message, url } = params;
  if (Object.hasOwn(params, 'requestedSchema')) {
    throw new MidcallError('FORM_INVALID', 'An elicitation of mode url has no requestedSchema', {
      hint: 'Ask with a form or send to a page, not both: leave out requestedSchema, or leave out mode and url.',
    });
  }
  if (typeof message !== 'string' || !isWebAddress(url)) {
    throw new MidcallError('URL_INVALID', 'A URL elicitation needs a message and an absolute http or https address without credentials', {
      hint: 'Use https, and http only for loopback addresses while developing.',
    });
  }
  const decision = await run.round.hold(async () =>
    decide(run, { key, identity: `url\n${key}\n${message}\n${url}`, always: false, accept: () => ({ ok: true, content: {} }) }),
  );
  if ('entry' in decision) return { action: decision.entry.action };
  return send(run, {
    key,
    method: 'elicitation/create',
    params: { mode: 'url', message, url },
    print: decision.print,
    ...(limit !== undefined && { limit }),
    ...(decision.again !== undefined && { again: decision.again }),
    ...(!run.frame.view.modes.url && { blocked: { needs: 'url' as const } }),
  });
}

function isWebAddress(text: unknown): boolean {
  if (typeof text !== 'string' || /\s/.test(text)) return false;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname));
}
