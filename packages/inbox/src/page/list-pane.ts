/** The list at the left: what waits or has ended, one row a question or a round. */
import type { Say } from '@midcall/core/words';
import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { drawEmpty, type EmptyKind, emptyState } from './empty.js';
import { drawListItem } from './list-item.js';
import type { Row } from './rows.js';

export interface ListPane {
  readonly say: Say;
  readonly now: number;
  readonly rows: readonly Row[];
  readonly selected: string | undefined;
  /** How many rows to draw at most, and as many as it takes to have the selected one among them. */
  readonly atMost: number;
  /** What to say where there is nothing to list. */
  readonly none: EmptyKind;
  readonly filter: unknown;
  readonly onOpen: (id: string) => void;
}

export function drawListPane({ say, now, rows, selected, atMost, none, filter, onOpen }: ListPane): TemplateResult {
  if (rows.length === 0)
    return html`${filter}
      <div class="only-narrow">${drawEmpty(emptyState(say, none), none === 'loading')}</div>
      <p class="none only-wide">${none === 'loading' ? say('loading') : none === 'nothing-ended' ? say('nothingEnded') : say('waitingCount', { count: 0 })}</p>`;
  const isSelected = (row: Row): boolean => row.questions.some(question => question.id === selected);
  const drawn = rows.slice(0, Math.max(atMost, rows.findIndex(isSelected) + 20));
  return html`${filter}
    <ul>
      ${repeat(
        drawn,
        row => row.id,
        row => drawListItem(row.questions, { say, now, selected: isSelected(row), onOpen }),
      )}
    </ul>
    ${drawn.length < rows.length ? html`<div class="more"></div>` : ''}`;
}
