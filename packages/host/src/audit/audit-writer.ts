/**
 * Turns what happens at the desk into audit rows, in the order in which it happened.
 *
 * Invariants:
 *  1. The hash of what was shown is counted once per question; its text goes with the first row that says so.
 *  2. An answer's content is no part of a row (N9). It goes beside the row, where it can be redacted, only as far as the
 *     policy says, and never for a question that asks for a secret.
 */
import type { Json, JsonObject } from '@midcall/core';
import { fingerprint } from '@midcall/core';
import type { AuditRow, AuditStage, QuestionView } from '@midcall/core/contract';
import type { AuditPolicy } from '../policy/policy-config.js';
import type { AuditBeside, AuditLog } from './audit-log.js';

export type AuditEntry = Omit<AuditRow, 'v' | 'at' | 'question' | 'stage' | 'server' | 'shown'>;

export interface AuditWriter {
  /** @param content of the answer, if the row tells of one. */
  write(stage: AuditStage, question: QuestionView, entry: AuditEntry, content?: JsonObject): void;
  /** Settles when every row so far has been handed to the log. */
  flush(): Promise<void>;
}

export interface AuditWriterPorts {
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  /** What the policy in force says of answers. */
  readonly values: () => AuditPolicy['values'];
}

export function createAuditWriter(log: AuditLog, { now, onError, values }: AuditWriterPorts): AuditWriter {
  let tail = Promise.resolve();
  const digests = new Map<string, string>();
  return {
    write(stage, question, entry, content) {
      const at = now();
      const known = digests.get(question.id);
      const shown = stage === 'shown' || stage === 'answered' ? (known ?? shownDigest(question)) : undefined;
      if (shown !== undefined) digests.set(question.id, shown);
      if (stage === 'delivered' || stage === 'undeliverable' || stage === 'closed') digests.delete(question.id);
      const row: AuditRow = {
        v: 1,
        at,
        question: question.id,
        stage,
        server: question.server.name,
        ...entry,
        ...(shown !== undefined && { shown }),
      };
      const beside = stage === 'shown' && known === undefined ? shownText(question) : answerBeside(question, content, values());
      tail = tail.then(async () => {
        try {
          await log.append(row, beside);
        } catch (error) {
          onError(error);
        }
      });
    },
    async flush() {
      await tail;
      try {
        await log.flush?.();
      } catch (error) {
        onError(error);
      }
    },
  };
}

/** SHA-256, base64url, of what a person is shown of a question. */
function shownDigest({ server, call, message, form, url }: QuestionView): string {
  return fingerprint([server, call ?? null, message, form?.schema ?? null, url ?? null] as unknown as Json);
}

const LONGEST_MESSAGE = 4_000;

/** What the person read: the message, the labels of the fields, the host of an address. Not the address: it may let somebody in. */
function shownText({ message, form, url }: QuestionView): AuditBeside {
  return {
    readable: true,
    values: {
      message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message,
      ...(form !== undefined && { fields: form.fields.map(field => field.label) }),
      ...(url !== undefined && { host: url.host }),
    },
  };
}

function answerBeside({ findings }: QuestionView, content: JsonObject | undefined, keep: AuditPolicy['values']): AuditBeside | undefined {
  if (content === undefined || keep === 'none') return undefined;
  if (findings.some(finding => finding.id === 'secret-ask' || finding.id === 'sensitive-ask')) return undefined;
  return { readable: keep === 'clear', values: content };
}
