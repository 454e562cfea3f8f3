/**
 * Where the rows of one question stand, so that its history is read without reading everybody's. A question's rows lie
 * between its first and its last in one chain; only where they begin is written down, and each that comes after its end.
 * The index is a convenience and proves nothing: `verify` and `exportRows` read the chains themselves.
 */
import type { AuditRow } from '@midcall/core/contract';
import type { Store } from '@midcall/store';
import type { StoredRow } from './kept-row.js';
import { rowsFrom } from './kept-row.js';

export interface QuestionIndex {
  /** Before row `n` is written. */
  note(row: AuditRow, n: number): Promise<void>;
  /** The rows of this question, over all chains. */
  rowsOf(question: string): AsyncIterable<StoredRow>;
}

const PREFIX = 'audit-of/';

export function questionIndex(store: Store, chain: string): QuestionIndex {
  /** Questions that have begun in this chain and not ended. */
  const open = new Set<string>();
  return {
    async note({ question, stage }, n) {
      const known = open.has(question);
      if (stage === 'received') open.add(question);
      if (ends(stage)) open.delete(question);
      if (!known) await store.put(`${prefixOf(question)}${chain}/${n}`, stage === 'received' ? 'from' : 'only');
    },
    async *rowsOf(question) {
      const seen = new Set<string>();
      for (const entry of await store.list(prefixOf(question), { limit: MOST_MARKS })) {
        const [of = '', number = ''] = entry.key.slice(prefixOf(question).length).split('/');
        for await (const row of rowsFrom(store, of, Number(number))) {
          const mine = row.kept?.row.question === question;
          if (mine && !seen.has(row.key)) yield row;
          if (mine) seen.add(row.key);
          if (entry.value === 'only' || (mine && ends(row.kept?.row.stage))) break;
        }
      }
    },
  };
}

const MOST_MARKS = 1_000;

function ends(stage: AuditRow['stage'] | undefined): boolean {
  return stage === 'delivered' || stage === 'undeliverable' || stage === 'closed';
}

function prefixOf(question: string): string {
  return `${PREFIX}${encodeURIComponent(question)}/`;
}
