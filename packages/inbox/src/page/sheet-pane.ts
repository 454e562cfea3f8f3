/** The question at the right, or the questions of its round, and what goes with it: the next one, its audit, its server. */
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import type { MidcallEventMap, MidcallQuestion } from '@midcall/element';
import type { MidcallRoundEventMap } from '@midcall/element/round';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Offers } from '../live-stream.js';
import type { Deeds } from './deeds.js';
import { pagePacks } from './page-words.js';
import type { Row } from './rows.js';

export interface SheetPane {
  readonly say: Say;
  readonly clock: () => number;
  readonly question: QuestionView;
  readonly row: Row;
  readonly deeds: Deeds;
  readonly offers: Partial<Offers>;
  readonly framedBy: string;
  /** Whether `<midcall-round>` is there. */
  readonly roundReady: boolean;
  /** Drawn under a sheet that has ended. */
  readonly after: unknown;
  readonly onBack: (event: Event) => void;
  readonly onLeave: () => void;
  readonly onSeen: (id: string) => void;
  readonly onMoreTime: (id: string) => void;
  readonly onAboutServer: (about: { readonly id: string; readonly server: string }, act: 'mute' | 'cut-off') => void;
}

export function drawSheetPane(pane: SheetPane, notices: unknown): TemplateResult {
  const { say, question, row, deeds, after, onBack, onLeave, onSeen, onMoreTime, onAboutServer } = pane;
  return html`<a class="back" href="/" @click=${onBack}><span aria-hidden="true">‹</span> ${say('toList')}</a>
    ${notices}
    <div
      class="sheet-of"
      @midcall-answer=${(event: MidcallEventMap['midcall-answer']) => deeds.answer(questionOf(event) ?? question, event.detail)}
      @midcall-round-answer=${(event: MidcallRoundEventMap['midcall-round-answer']) => deeds.answerRound(event.detail)}
      @midcall-draft=${(event: MidcallEventMap['midcall-draft']) => deeds.draft(event.detail.id, event.detail.draft)}
      @midcall-more-time=${(event: MidcallEventMap['midcall-more-time']) => onMoreTime(event.detail.id)}
      @midcall-seen=${(event: MidcallEventMap['midcall-seen']) => onSeen(event.detail.id)}
      @midcall-remember=${(event: MidcallEventMap['midcall-remember']) => deeds.remember(event.detail.id)}
      @midcall-mute=${(event: MidcallEventMap['midcall-mute']) => onAboutServer(event.detail, 'mute')}
      @midcall-cut-off=${(event: MidcallEventMap['midcall-cut-off']) => onAboutServer(event.detail, 'cut-off')}
      @midcall-leave=${onLeave}
    >
      ${row.questions.length > 1 ? drawRound(pane) : drawQuestion(pane)}
    </div>
    ${after}`;
}

/** Said once something was done about a server, with the way to take it back. */
export function drawServerNotice(
  say: Say,
  { server, kind }: { readonly server: string; readonly kind: 'mutedState' | 'cutOffState' },
  onSettings: (event: Event) => void,
): TemplateResult {
  return html`<p class="notice done" role="status">
    ${say(kind, { server: showText(server) })}. <a href="/settings" @click=${onSettings}>${say('settings')}</a>
  </p>`;
}

function drawQuestion({ say, clock, question, deeds, offers, framedBy }: SheetPane): unknown {
  return keyed(
    question.id,
    html`<midcall-question
      mode="inbox"
      locale=${say.locale}
      framed-by=${framedBy}
      .packs=${pagePacks()}
      .question=${question}
      .offers=${offers}
      .refusal=${deeds.refusalOf(question.id)}
      .clock=${clock}
    ></midcall-question>`,
  );
}

/** Several questions of one call, answered together. */
function drawRound({ say, clock, row, deeds, offers, framedBy, roundReady }: SheetPane): unknown {
  if (!roundReady) return nothing;
  return keyed(
    row.id,
    html`<midcall-round
      mode="inbox"
      locale=${say.locale}
      framed-by=${framedBy}
      .packs=${pagePacks()}
      .questions=${row.questions}
      .offers=${offers}
      .refusals=${deeds.roundRefusals}
      .refusal=${deeds.roundRefusal}
      .clock=${clock}
    ></midcall-round>`,
  );
}

/** The question an answer is for: of several on a sheet, the part that told it. */
function questionOf(event: Event): QuestionView | undefined {
  const [target] = event.composedPath();
  return (target as Partial<MidcallQuestion>).question;
}
