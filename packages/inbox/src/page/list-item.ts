/** One line of the list: monogram, who, the first line of the message, its age, and a ring that empties towards expiry. */
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import { type Say, sayAge, sayTimeLeft } from '@midcall/core/words';
import { drawMonogram, outcomeOf } from '@midcall/element';
import { html, nothing, type TemplateResult } from 'lit';
import { isWaiting } from './question-list.js';

export interface ListItemOptions {
  readonly say: Say;
  readonly now: number;
  readonly selected: boolean;
  readonly onOpen: (id: string) => void;
}

/** @param questions one, or all of one round: a row tells of the first that still waits */
export function drawListItem(
  questions: readonly QuestionView[],
  { say, now, selected, onOpen }: ListItemOptions,
): TemplateResult | typeof nothing {
  const open = questions.filter(each => isWaiting(each, now));
  const question = open[0] ?? questions[0];
  if (question === undefined) return nothing;
  const waiting = open.length > 0;
  const server = showText(question.server.name);
  return html`<li>
    <a
      class=${selected ? 'item selected' : 'item'}
      href="/q/${encodeURIComponent(question.id)}"
      data-id=${question.id}
      aria-current=${selected ? 'true' : nothing}
      @click=${(event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(question.id);
      }}
    >
      ${drawMonogram(question.server.name)}
      <span class="text">
        <span class="line"><bdi class="server">${server}</bdi><span class="age">${sayAge(say, now - question.askedAt)}</span></span>
        <span class="line">
          <span class="first" dir="auto">${firstLine(question) || say('emptyMessage', { server })}</span>
          ${waiting ? drawRing(question, say, now) : nothing}
        </span>
        ${waiting ? drawBadges(open, questions.length, say) : html`<span class="end">${endOf(question, say, server)}</span>`}
      </span>
    </a>
  </li>`;
}

function firstLine(question: QuestionView): string {
  return showText(
    question.message
      .split('\n')
      .find(line => line.trim() !== '')
      ?.slice(0, 200) ?? '',
  );
}

function drawRing(question: QuestionView, say: Say, now: number): TemplateResult | typeof nothing {
  if (question.expiresAt === undefined) return nothing;
  const left = Math.max(0, question.expiresAt - now);
  const share = Math.min(1, left / Math.max(1, question.expiresAt - question.askedAt));
  const text = say('expiresIn', { time: sayTimeLeft(say, left) });
  return html`<svg class=${left < 60_000 ? 'ring short' : 'ring'} viewBox="0 0 20 20" role="img" aria-label=${text}>
    <title>${text}</title>
    <circle class="track" cx="10" cy="10" r="7" />
    <circle class="left" cx="10" cy="10" r="7" pathLength="100" stroke-dasharray="${(share * 100).toFixed(1)} 100" transform="rotate(-90 10 10)" />
  </svg>`;
}

function drawBadges(questions: readonly QuestionView[], count: number, say: Say): TemplateResult | typeof nothing {
  const draft = questions.some(question => (question.draft?.values.length ?? 0) > 0);
  const found = questions.flatMap(question => question.findings);
  const danger = found.some(finding => finding.severity === 'danger');
  const warning = !danger && found.some(finding => finding.severity === 'warning');
  const opened = questions.some(question => question.state === 'opened');
  if (!draft && !danger && !warning && !opened && count === 1) return nothing;
  return html`<span class="badges">
    ${count > 1 ? html`<span class="badge">${say('roundCount', { count })}</span>` : nothing}
    ${danger ? html`<span class="badge danger">${say('danger')}</span>` : nothing}
    ${warning ? html`<span class="badge warning">${say('warning')}</span>` : nothing}
    ${opened ? html`<span class="badge">${say('urlStillWaiting')}</span>` : nothing}
    ${draft ? html`<span class="badge">${say('draftKept')}</span>` : nothing}
  </span>`;
}

function endOf(question: QuestionView, say: Say, server: string): string {
  const open = question.state === 'waiting' || question.state === 'opened';
  return outcomeOf({ view: question, say, server }, open ? 'expired' : question.state, false).title;
}
