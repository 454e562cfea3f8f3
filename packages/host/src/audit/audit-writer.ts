/**
 * Turns what happens at the desk into audit rows, in the order in which it happened. The hash of what was shown is
 * counted once per question; an answer's content never enters a row (N9).
 */
import type { Json } from '@midcall/core';
import { fingerprint } from '@midcall/core';
import type { AuditRow, AuditStage, QuestionView } from '@midcall/core/contract';
import type { AuditLog } from './audit-log.js';

export type AuditEntry = Omit<AuditRow, 'v' | 'at' | 'question' | 'stage' | 'server' | 'shown'>;

export interface AuditWriter {
  write(stage: AuditStage, question: QuestionView, entry: AuditEntry): void;
  /** Settles when every row so far has been handed to the log. */
  flush(): Promise<void>;
}

export function createAuditWriter(log: AuditLog, now: () => number, onError: (error: unknown) => void): AuditWriter {
  let tail = Promise.resolve();
  const digests = new Map<string, string>();
  const digestOf = (question: QuestionView): string => {
    const known = digests.get(question.id);
    if (known !== undefined) return known;
    const digest = shownDigest(question);
    digests.set(question.id, digest);
    return digest;
  };
  return {
    write(stage, question, entry) {
      const at = now();
      const shown = stage === 'shown' || stage === 'answered' ? digestOf(question) : undefined;
      if (stage === 'delivered' || stage === 'undeliverable' || stage === 'closed') digests.delete(question.id);
      tail = tail.then(async () => {
        try {
          await log.append({
            v: 1,
            at,
            question: question.id,
            stage,
            server: question.server.name,
            ...entry,
            ...(shown !== undefined && { shown }),
          });
        } catch (error) {
          onError(error);
        }
      });
    },
    flush: () => tail,
  };
}

/** SHA-256, base64url, of what a person is shown of a question. */
function shownDigest({ server, call, message, form, url }: QuestionView): string {
  return fingerprint([server, call ?? null, message, form?.schema ?? null, url ?? null] as unknown as Json);
}
