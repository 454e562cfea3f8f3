/** Everything about one server: who it says it is, what it asks, what it may. The operator's name is its name; the rest are claims (D36). */
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { drawMonogram } from '@midcall/element';
import { html, nothing, type TemplateResult } from 'lit';
import { drawListItem } from './list-item.js';
import { isWaiting } from './question-list.js';
import type { Rules } from './rules.js';

export interface ServerPage {
  readonly say: Say;
  readonly now: number;
  readonly server: string;
  /** All of this server that the desk still has. */
  readonly questions: readonly QuestionView[];
  readonly rules: Rules;
  readonly mayMute: boolean;
  readonly mayCutOff: boolean;
  readonly onOpen: (id: string) => void;
  readonly onMute: (act: 'mute' | 'cut-off') => void;
}

export function drawServer({ say, now, server, questions, rules, mayMute, mayCutOff, onOpen, onMute }: ServerPage): TemplateResult {
  const waiting = questions.filter(question => isWaiting(question, now));
  const ended = questions.filter(question => !isWaiting(question, now)).reverse();
  const silent = rules.silences(server);
  const offers = !silent && questions.length > 0;
  return html`<div class="settings">
    <header class="server-head">
      ${drawMonogram(server)}
      <div>
        <h2 class="settings-title"><bdi>${showText(server)}</bdi></h2>
        <p>${drawClaims(say, questions)}</p>
      </div>
    </header>
    ${drawQuestions('waiting', say('waiting'), waiting, say('nothingYet'))} ${drawQuestions('ended', say('history'), ended, say('nothingEnded'))}
    ${rules.draw(server)}
    ${
      offers && (mayMute || mayCutOff)
        ? html`<section aria-labelledby="quiet-title">
            <h3 id="quiet-title">${say('serverQuiet')}</h3>
            <p>${say('serverQuietMore', { server: showText(server) })}</p>
            <p class="setting">
              ${mayMute ? html`<button type="button" class="next-button" @click=${() => onMute('mute')}>${say('mute', { server: showText(server) })}</button>` : nothing}
              ${mayCutOff ? html`<button type="button" class="next-button" @click=${() => onMute('cut-off')}>${say('cutOff', { server: showText(server) })}</button>` : nothing}
            </p>
          </section>`
        : nothing
    }
  </div>`;

  function drawQuestions(id: string, title: string, all: readonly QuestionView[], none: string): TemplateResult {
    return html`<section class="server-questions" aria-labelledby="${id}-title">
      <h3 id="${id}-title">${title}${all.length === 0 ? nothing : html` <span class="count">${all.length}</span>`}</h3>
      ${all.length === 0 ? html`<p>${none}</p>` : html`<ul>${all.map(each => drawListItem([each], { say, now, selected: false, onOpen }))}</ul>`}
    </section>`;
  }
}

/** What it calls itself, where it is reached, and for which tools it asked. */
function drawClaims(say: Say, questions: readonly QuestionView[]): TemplateResult {
  const last = questions.at(-1)?.server;
  const claim = last?.claim === undefined ? undefined : [last.claim.name, last.claim.version].filter(each => each !== undefined).join(' ');
  const tools = [...new Set(questions.flatMap(({ call }) => (call === undefined ? [] : [call.name])))].sort();
  return html`${claim === undefined ? nothing : html`<span>${say('claim', { claim: showText(claim) })}</span>`}
    ${last?.origin === undefined ? nothing : html`<bdi class="reached" dir="ltr">${showText(last.origin)}</bdi>`}
    ${tools.length === 0 ? nothing : html`<span>${say('askedFor')} ${tools.map(tool => html`<code>${showText(tool)}</code> `)}</span>`}`;
}
