/**
 * A question as a host of another revision is shown it in its own page, and the way back for its answer (requirements
 * §3.2, D36).
 *
 * Invariants:
 *  1. The server's name, as the operator gave it, stands in front of the message and outside the server's text; a server
 *     cannot write something that looks like it there.
 *  2. A URL is handed on byte for byte (N10).
 *  3. What comes back is in the server's own form, ready to be checked against it.
 */
import { randomUUID } from 'node:crypto';
import type { JsonObject, Revision } from '@midcall/core';
import { readForm } from '@midcall/core';
import { convertForm } from '@midcall/core/convert';
import { isObject, objectAt, textAt } from '../json-rpc/message.js';
import { modeOf } from './modes.js';

export interface ShownQuestion {
  readonly params: JsonObject;
  /** Minted for hosts of 2025-11-25, which correlate completion by it. */
  readonly elicitationId?: string;
  /** The host's answer in the server's own form; or why it must be asked again: one sentence for a person. */
  back(answer: unknown): { readonly answer: unknown } | { readonly again: string };
}

export interface ForHostOptions {
  readonly from: Revision;
  readonly to: Revision;
  /** Absent: no prefix. */
  readonly serverName?: string;
}

/** Undefined when the host's revision has no way to ask this (a form that cannot be converted). */
export function forHost(params: JsonObject, options: ForHostOptions): ShownQuestion | undefined {
  const message = prefixed(textAt(params, 'message') ?? '', options.serverName);
  if (modeOf(params) === 'url') return urlForHost(params, message, options);
  const { _meta, task: _task, mode: _mode, ...rest } = params;
  if (options.to >= '2025-11-25') return { params: { mode: 'form', ...rest, message }, back: same };
  return formForFirst({ ...rest, message }, options);
}

/** 2025-06-18 knows no modes, no titles beside values, no several-of-many, and defaults for yes or no only. */
function formForFirst(params: JsonObject, options: ForHostOptions): ShownQuestion | undefined {
  const { form } = readForm(objectAt(params, 'requestedSchema') ?? {}, { revision: options.from });
  if (form === undefined) return undefined;
  const converted = convertForm(form, options.to);
  if (converted.form === undefined) return undefined;
  return {
    params: { ...params, requestedSchema: converted.form.schema },
    back(answer) {
      if (!isObject(answer) || answer.action !== 'accept') return { answer };
      const back = converted.answerBack(answer.content ?? {});
      if (back.ok) return { answer: { ...answer, content: back.content } };
      return { again: back.issues[0]?.message ?? 'The answer does not fit the form.' };
    },
  };
}

function urlForHost(params: JsonObject, message: string, options: ForHostOptions): ShownQuestion {
  const { _meta, task: _task, elicitationId: _id, ...rest } = params;
  if (options.to >= '2026-07-28') return { params: { ...rest, message }, back: same };
  const elicitationId = randomUUID();
  return { params: { ...rest, message, elicitationId }, elicitationId, back: same };
}

function same(answer: unknown): { readonly answer: unknown } {
  return { answer };
}

/** `[Records] Name?`: brackets that a server puts at the front itself become round ones. */
export function prefixed(message: string, serverName: string | undefined): string {
  if (serverName === undefined) return message;
  // A front longer than this is not read as a name by anybody, and need not be looked through.
  const front = FRONT.exec(message.slice(0, 2_000))?.[0] ?? '';
  const defused = front.replace(/[[［【〔⟦]/g, '(').replace(/[\]］】〕⟧]/g, ')') + message.slice(front.length);
  return `[${serverName.replace(/[[\]\r\n]/g, ' ').trim()}] ${defused}`;
}

// Groups in brackets of any width at the very front, with nothing but spaces and invisible characters between them.
const FRONT = /^(?:[\s\p{Cf}]|[([［【〔⟦][^()[\]［］【】〔〕⟦⟧\n]{0,120}[)\]］】〕⟧])+/u;
