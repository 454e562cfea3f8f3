/** The accept action first and alone in weight; Decline and Not now as two quiet, distinct buttons with what each of them means (N2). */
import { html, nothing, type TemplateResult } from 'lit';
import type { Sheet } from '../sheet.js';

export interface MainAction {
  readonly label: string;
  /** Inert until something else is done; the sentence says what. */
  readonly waitsFor?: string | undefined;
  /** Keeps the sentence's place when it is done, so that nothing moves under the pointer. */
  readonly waited?: string | undefined;
  readonly grave?: boolean;
}

/** What the two quiet buttons say where it is about more than one question. */
export interface QuietWords {
  readonly decline: string;
  readonly declineMeaning: string;
  readonly notNow: string;
  readonly notNowMeaning: string;
}

export function drawActions(sheet: Sheet, main: MainAction | undefined, beside?: TemplateResult, quietWords?: QuietWords): TemplateResult {
  const { say, server, sending } = sheet;
  if (sheet.mode === 'part') return drawPartWays(sheet, main, beside);
  const words = quietWords ?? {
    decline: say('decline'),
    declineMeaning: say('declineMeaning', { server }),
    notNow: say('notNow'),
    notNowMeaning: say('notNowMeaning', { server }),
  };
  const inert = main?.waitsFor !== undefined || sending;
  const remembering = sheet.remembering
    ? html`<p class="decided remembering" role="status">
        <span>${say('rememberOn')}</span>
        <button type="button" class="link" @click=${() => sheet.remember(false)}>${say('undo')}</button>
      </p>`
    : nothing;
  return html`${remembering}
  <div class="actions" part="actions">
    ${
      main === undefined
        ? nothing
        : html`<div class="main">
            ${
              sheet.step === 'check'
                ? html`<button type="button" class="button plain" @click=${() => sheet.back()}>${say('back')}</button>`
                : nothing
            }
            <button
              type="button"
              class="button primary"
              part="accept"
              data-action="accept"
              aria-disabled=${inert ? 'true' : nothing}
              aria-describedby=${main.waitsFor === undefined ? nothing : 'waits-for'}
              @click=${() => (inert ? undefined : sheet.proceed())}
            >
              ${sending ? say('sending') : main.label}
            </button>
            ${beside ?? nothing} ${drawWaits(main)}
          </div>`
    }
    <div class="others">
      ${quiet('decline', words.decline, words.declineMeaning, () => sheet.decline(), sending)}
      ${quiet('cancel', words.notNow, words.notNowMeaning, () => sheet.notNow(), sending)}
    </div>
  </div>`;
}

/** In a round each question is declined or left by itself; answering is the round's one act, but for a page, which opens by a click. */
function drawPartWays(sheet: Sheet, main: MainAction | undefined, beside?: TemplateResult): TemplateResult {
  const { say, view } = sheet;
  return html`<div class="part-ways" part="actions">
    ${
      view.url === undefined || main === undefined
        ? nothing
        : html`<button type="button" class="button plain" part="accept" data-action="accept" @click=${() => sheet.proceed()}>${main.label}</button>${beside ?? nothing}`
    }
    <button type="button" class="link" part="decline" data-action="decline" @click=${() => sheet.decline()}>${say('declineOne')}</button>
    <button type="button" class="link" part="cancel" data-action="cancel" @click=${() => sheet.notNow()}>${say('notNowOne')}</button>
  </div>`;
}

/** What stands in the place of a part's fields once it was decided not to answer it. */
export function drawDecided(sheet: Sheet): TemplateResult {
  const { say, server, decision } = sheet;
  return html`<p class="decided" role="status">
    <span>${decision === 'decline' ? say('willDecline', { server }) : say('willCancel', { server })}</span>
    <button type="button" class="link" id="undecide" @click=${() => sheet.undecide()}>${say('undo')}</button>
  </p>`;
}

function drawWaits({ waitsFor, waited }: MainAction): TemplateResult | typeof nothing {
  if (waitsFor !== undefined) return html`<span class="waits" id="waits-for">${waitsFor}</span>`;
  return waited === undefined ? nothing : html`<span class="waits over" aria-hidden="true">${waited}</span>`;
}

function quiet(action: string, label: string, meaning: string, act: () => void, inert: boolean): TemplateResult {
  // The button's name is its label alone; it reaches over its meaning, which describes it.
  return html`<div class="quiet">
    <button
      type="button"
      part=${action}
      data-action=${action}
      aria-disabled=${inert ? 'true' : nothing}
      aria-describedby="${action}-meaning"
      @click=${() => (inert ? undefined : act())}
    >
      ${label}
    </button>
    <span class="meaning" id="${action}-meaning">${meaning}</span>
  </div>`;
}

/** Closing a call's modal with something typed asks once; the draft is kept either way. */
export function drawLeaving(sheet: Sheet): TemplateResult {
  const { say, server } = sheet;
  return html`<div class="actions leaving" part="actions" role="group" aria-labelledby="leaving-title">
    <div>
      <p class="ask" id="leaving-title" tabindex="-1"><strong>${say('keepDraft')}</strong></p>
      <p class="hint">${say('keepDraftMeaning', { server })}</p>
    </div>
    <div class="main">
      <button type="button" class="button primary" data-action="cancel" @click=${() => sheet.notNow()}>${say('keepAndClose')}</button>
      <button type="button" class="button plain" data-action="back" @click=${() => sheet.back()}>${say('goBack')}</button>
    </div>
  </div>`;
}
