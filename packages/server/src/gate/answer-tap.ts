/**
 * Notices requests whose `inputResponses` is not a map of objects. The SDK sorts such members out before any handler
 * runs, so that "nothing was answered" and "nonsense was sent" look the same there; the raw message tells them apart (D3).
 */
import type { Server } from '@modelcontextprotocol/server';

export interface AnswerTap {
  /** True once for a request that carried malformed answers. */
  malformed(requestId: string | number): boolean;
}

/** Must be called before the server connects. */
export function tapAnswers(server: Server): AnswerTap {
  const marked = new Set<string | number>();
  const connect = server.connect.bind(server);
  server.connect = async transport => {
    const before = transport.onmessage;
    transport.onmessage = (message, extra) => {
      before?.(message, extra);
      if ('method' in message && 'id' in message && isMalformed(message.params)) {
        if (marked.size >= MOST) marked.clear();
        marked.add(message.id);
      }
    };
    await connect(transport);
  };
  return { malformed: id => marked.size > 0 && marked.delete(id) };
}

/** Marks nobody asked for (a method that never answers questions) cannot pile up. */
const MOST = 1_000;

function isMalformed(params: unknown): boolean {
  if (typeof params !== 'object' || params === null || !Object.hasOwn(params, 'inputResponses')) return false;
  const answers = (params as { inputResponses: unknown }).inputResponses;
  if (answers === undefined) return false;
  if (!isObject(answers)) return true;
  for (const key of Object.keys(answers)) if (!isObject(answers[key])) return true;
  return false;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
