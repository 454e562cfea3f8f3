/** What happened to one question, row by row as the desk's audit has it. */
import type { AuditStage } from '@midcall/core/contract';
import type { Say, WordKey } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import type { AuditView } from '../desk-powers.js';

const STAGES = {
  received: 'stageReceived',
  attributed: 'stageAttributed',
  read: 'stageRead',
  inspected: 'stageInspected',
  policy: 'stagePolicy',
  queued: 'stageQueued',
  shown: 'stageShown',
  drafted: 'stageDrafted',
  reviewed: 'stageReviewed',
  answered: 'stageAnswered',
  closed: 'stageClosed',
  delivered: 'stageDelivered',
  undeliverable: 'stageUndeliverable',
  refused: 'stageRefused',
} as const satisfies Record<AuditStage, WordKey>;

const ACTIONS = { accept: 'send', decline: 'decline', cancel: 'notNow' } as const;
const ACTORS = { person: 'byPerson', rule: 'byRule', script: 'byScript', desk: 'byDesk' } as const;

export function drawAudit(say: Say, rows: readonly AuditView[]): TemplateResult {
  // Times as the person writes them: a page says `en`, the browser which one.
  const own = navigator.language;
  const locale = own.startsWith(say.locale) ? own : say.locale;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const first = rows[0];
  const day = first === undefined ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(first.at);
  return html`<section class="audit" aria-labelledby="audit-title">
    <h2 id="audit-title">${say('whatHappened')}</h2>
    <p class="day">${day}</p>
    <ol>
      ${rows.map(
        ({ at, stage, by, surface, action, reason }) => html`<li>
          <time datetime=${new Date(at).toISOString()}>${time.format(at)}</time>
          <span class="stage">${say(STAGES[stage])}${action === undefined ? nothing : html` · ${say(ACTIONS[action])}`}</span>
          <span class="actor">${say(ACTORS[by])}${surface === undefined ? nothing : html`, ${surface}`}</span>
          ${reason === undefined ? nothing : html`<code>${reason}</code>`}
        </li>`,
      )}
    </ol>
  </section>`;
}
