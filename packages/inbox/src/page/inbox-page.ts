/**
 * `<midcall-inbox>`: the list at the left, the question at the right; on a phone one at a time.
 *
 * 1. Leaving is not answering: Esc, Back and closing the tab leave a question waiting with its draft (D40).
 * 2. A new question never takes focus or the place of the one being read; it is announced politely and counted in the title.
 * 3. When the line is down nothing is sent and nothing typed is lost.
 */
import type { Draft, QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { ElicitResult } from '@midcall/core/wire';
import type { Say } from '@midcall/core/words';
import type { MidcallEventMap, MidcallQuestion, Refusal, SheetOffers } from '@midcall/element';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { StreamEvent } from '../live-stream.js';
import { type Connection, type DeedReply, DeskLink } from './desk-link.js';
import { drawEmpty, emptyState, mark } from './empty.js';
import { inboxStyles } from './inbox-styles.js';
import { drawListItem } from './list-item.js';
import { dropToken, findToken, shareToken } from './page-token.js';
import { pagePacks, pageWords } from './page-words.js';
import { isWaiting, QuestionList } from './question-list.js';
import { drawSignedOut } from './sign-in.js';

type View = 'waiting' | 'history';

export class MidcallInbox extends LitElement {
  static override styles = inboxStyles;

  #say: Say = pageWords();
  #questions = new QuestionList();
  #link: DeskLink | undefined;
  #connection: Connection = 'connecting';
  #signedOutBecause: string | undefined;
  #loaded = false;
  #everWaited = false;
  #view: View = location.pathname === '/history' ? 'history' : 'waiting';
  #selected: string | undefined = idOf(location.pathname);
  /** On a wide page a lone question is shown at once; on a phone only what was chosen. */
  #chosen = this.#selected !== undefined;
  #offers: SheetOffers = {};
  #refusals = new Map<string, Refusal>();
  #skew = 0;
  #machine = Date.now;
  #status = '';
  #keysShown = false;
  #ticker: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.documentElement.lang = this.#say.locale;
    document.documentElement.dir = this.#say.dir;
    window.addEventListener('popstate', this.#onPop);
    document.addEventListener('keydown', this.#onKey);
    this.#ticker = setInterval(() => this.requestUpdate(), 1000);
    shareToken();
    void findToken().then(token => this.#connect(token));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('popstate', this.#onPop);
    document.removeEventListener('keydown', this.#onKey);
    clearInterval(this.#ticker);
    this.#link?.close();
  }

  protected override render(): unknown {
    const say = this.#say;
    if (this.#connection === 'signed-out') return drawSignedOut(say, this.#signedOutBecause);
    const question = this.#current;
    const phone = this.#chosen && question !== undefined ? 'shows-sheet' : 'shows-list';
    return html`<div class="page ${phone}">
      ${this.#drawTop()}
      <nav class="list" aria-label=${say('questions')}>${this.#drawList()}</nav>
      <main class="pane" id="sheet" tabindex="-1">${this.#drawPane(question)}</main>
      ${this.#keysShown ? this.#drawKeys() : nothing}
      <p class="unseen" role="status" aria-live="polite">${this.#status}</p>
    </div>`;
  }

  protected override updated(): void {
    const count = this.#questions.waiting(this.#now).length;
    const title = `${count > 0 ? `(${count}) ` : ''}midcall · ${this.#say(this.#view === 'history' ? 'history' : 'inbox')}`;
    if (document.title !== title) document.title = title;
    const icon = document.getElementById('icon') as HTMLLinkElement | null;
    const href = count > 0 ? '/icon-waiting.svg' : '/icon.svg';
    if (icon !== null && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
    const badge = navigator as Navigator & { setAppBadge?: (count: number) => Promise<void> };
    void badge.setAppBadge?.(count).catch(() => {});
  }

  // --- parts

  #drawTop(): TemplateResult {
    const say = this.#say;
    const count = this.#questions.waiting(this.#now).length;
    const tab = (view: View, label: string, n: number): TemplateResult => html`<a
      href=${view === 'waiting' ? '/' : '/history'}
      class="tab"
      aria-current=${this.#view === view ? 'page' : nothing}
      @click=${(event: MouseEvent) => {
        event.preventDefault();
        this.#go({ view, id: undefined });
      }}
      >${label}${n > 0 ? html` <span class="count">${n}</span>` : nothing}</a
    >`;
    const live = this.#connection === 'live';
    return html`<header class="top">
      <button type="button" class="skip" @click=${this.#onSkip}>${say('skipToQuestion')}</button>
      <h1 class="name">${mark}<span>midcall</span></h1>
      <div class="tabs">${tab('waiting', say('waiting'), count)}${tab('history', say('history'), 0)}</div>
      <p class=${live ? 'line-state live' : 'line-state'}>
        <span class="dot" aria-hidden="true"></span>${live ? say('live') : this.#connection === 'offline' ? say('offline') : say('connecting')}
      </p>
      <button type="button" class="key" aria-label=${say('keys')} aria-expanded=${this.#keysShown ? 'true' : 'false'} @click=${() => this.#showKeys(!this.#keysShown)}>?</button>
    </header>`;
  }

  #drawList(): TemplateResult {
    const say = this.#say;
    const questions = this.#listed;
    if (questions.length === 0) {
      const kind = !this.#loaded
        ? 'loading'
        : this.#view === 'history'
          ? 'nothing-ended'
          : this.#everWaited
            ? 'nothing-left'
            : 'nothing-yet';
      return html`<div class="only-narrow">${drawEmpty(emptyState(say, kind), !this.#loaded)}</div>
        <p class="none only-wide">${this.#loaded ? (this.#view === 'history' ? say('nothingEnded') : say('waitingCount', { count: 0 })) : say('loading')}</p>`;
    }
    return html`<ul>
      ${repeat(
        questions,
        question => question.id,
        question =>
          drawListItem(question, {
            say,
            now: this.#now,
            selected: question.id === this.#current?.id,
            onOpen: id => this.#go({ view: this.#view, id }),
          }),
      )}
    </ul>`;
  }

  #drawPane(question: QuestionView | undefined): TemplateResult {
    const say = this.#say;
    const notice =
      this.#connection === 'offline' && this.#loaded
        ? html`<p class="notice" role="status"><strong>${say('offline')}.</strong> ${say('offlineMore')}</p>`
        : nothing;
    if (question === undefined) {
      const kind = !this.#loaded
        ? 'loading'
        : this.#listed.length > 0
          ? 'pick'
          : this.#view === 'history'
            ? 'nothing-ended'
            : this.#everWaited
              ? 'nothing-left'
              : 'nothing-yet';
      return html`${notice}${drawEmpty(emptyState(say, kind), !this.#loaded)}`;
    }
    const next = isWaiting(question, this.#now) ? undefined : this.#questions.waiting(this.#now)[0];
    return html`<a class="back" href="/" @click=${this.#onBack}><span aria-hidden="true">‹</span> ${say('toList')}</a>
      ${notice}
      ${keyed(
        question.id,
        html`<midcall-question
          mode="inbox"
          locale=${say.locale}
          .packs=${pagePacks()}
          .question=${question}
          .offers=${this.#offers}
          .refusal=${this.#refusals.get(question.id)}
          .clock=${this.#clock}
          @midcall-answer=${(event: MidcallEventMap['midcall-answer']) => this.#answer(question, event.detail)}
          @midcall-draft=${(event: MidcallEventMap['midcall-draft']) => this.#draft(event.detail.id, event.detail.draft)}
          @midcall-more-time=${(event: MidcallEventMap['midcall-more-time']) => this.#moreTime(event.detail.id)}
          @midcall-seen=${(event: MidcallEventMap['midcall-seen']) => void this.#link?.act(event.detail.id, 'seen')}
          @midcall-mute=${(event: MidcallEventMap['midcall-mute']) => void this.#link?.act(event.detail.id, 'mute')}
          @midcall-cut-off=${(event: MidcallEventMap['midcall-cut-off']) => void this.#link?.act(event.detail.id, 'cut-off')}
          @midcall-leave=${() => this.#leave()}
        ></midcall-question>`,
      )}
      ${
        next === undefined || this.#view === 'history'
          ? nothing
          : html`<p class="next">
              <button type="button" class="next-button" @click=${() => this.#go({ view: 'waiting', id: next.id })}>${say('nextQuestion')}</button>
            </p>`
      }`;
  }

  #drawKeys(): TemplateResult {
    const say = this.#say;
    const rows = [
      ['j', say('keyNext')],
      ['k', say('keyPrevious')],
      ['Esc', say('keyLeave')],
      [say('sendKeys'), say('keySend')],
      ['?', say('keyHelp')],
    ];
    return html`<section class="keys" aria-label=${say('keys')}>
      <h2>${say('keys')}</h2>
      <dl>${rows.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
      <button type="button" class="next-button" @click=${() => this.#showKeys(false)}>${say('close')}</button>
    </section>`;
  }

  // --- what is where

  #clock = (): number => this.#machine() + this.#skew;

  get #now(): number {
    return this.#clock();
  }

  get #listed(): readonly QuestionView[] {
    if (this.#view === 'history') return this.#questions.ended(this.#now);
    const waiting = this.#questions.waiting(this.#now);
    const current = this.#questions.get(this.#selected);
    return current === undefined || isWaiting(current, this.#now) ? waiting : [...waiting, current].sort((a, b) => a.askedAt - b.askedAt);
  }

  get #current(): QuestionView | undefined {
    return this.#questions.get(this.#selected);
  }

  #go({ view, id }: { readonly view: View; readonly id: string | undefined }, push = true): void {
    this.#view = view;
    this.#selected = id;
    this.#chosen = id !== undefined;
    const path = id === undefined ? (view === 'history' ? '/history' : '/') : `/q/${encodeURIComponent(id)}`;
    if (push && location.pathname !== path) history.pushState({ view }, '', path);
    if (id === undefined) this.#selectFirst();
    this.requestUpdate();
    // The person chose it: on a phone, where the list goes away, reading starts at the sheet.
    if (id !== undefined) void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#sheet')?.scrollTo({ top: 0 }));
  }

  #leave(): void {
    this.#status = this.#say('leftWaiting');
    const left = this.#selected;
    this.#go({ view: this.#view, id: undefined });
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-id="${CSS.escape(left ?? '')}"]`)?.focus());
  }

  /** Nothing chosen on a wide page: the oldest waiting question is laid out, without focus. */
  #selectFirst(): void {
    if (this.#selected === undefined && this.#view === 'waiting' && matchMedia('(min-width: 900px)').matches) {
      this.#selected = this.#questions.waiting(this.#now)[0]?.id;
    }
  }

  // --- what happens

  #connect(token: string | undefined): void {
    if (token === undefined) {
      this.#connection = 'signed-out';
      this.requestUpdate();
      return;
    }
    this.#link = new DeskLink(token, {
      onEvent: event => this.#take(event),
      onConnection: (state, reason) => {
        if (state === 'connecting' && this.#connection === 'offline') return;
        this.#connection = state;
        this.#signedOutBecause = reason;
        if (state === 'signed-out') dropToken();
        this.requestUpdate();
      },
    });
    this.#link.open();
  }

  #take(event: StreamEvent): void {
    if (event.type === 'hello') {
      this.#offers = event.offers;
      const skew = event.now - this.#machine();
      // Clocks of one machine differ by the time an event takes; that is no difference.
      this.#skew = Math.abs(skew) < 2_000 ? 0 : skew;
    } else if (event.type === 'snapshot') {
      this.#questions.replaceAll(event.questions);
      this.#loaded = true;
    } else if (event.type === 'question') {
      const fresh = this.#questions.put(event.question);
      if (fresh && isWaiting(event.question, this.#now))
        this.#status = this.#say('newQuestion', { server: showText(event.question.server.name) });
    }
    if (this.#questions.waiting(this.#now).length > 0) this.#everWaited = true;
    this.#selectFirst();
    this.requestUpdate();
  }

  async #answer(question: QuestionView, result: ElicitResult): Promise<void> {
    this.#refusals.delete(question.id);
    // Consent to a page is told as such; the desk makes the answer of it and knows that it waits for the server.
    const consent = question.url !== undefined && result.action === 'accept';
    this.#settle(question.id, await this.#deed(question.id, consent ? 'open' : 'answer', result));
  }

  async #deed(id: string, act: 'answer' | 'open', result: ElicitResult): Promise<DeedReply> {
    return (await this.#link?.act(id, act, result)) ?? { ok: false, status: 0, body: {} };
  }

  #settle(id: string, { ok, status, body }: DeedReply): void {
    if (ok && body.question !== undefined) this.#questions.put(body.question);
    if (!ok) {
      const sentence = status === 0 ? this.#say('offlineMore') : (body.sentence ?? '');
      this.#refusals.set(id, {
        sentence: this.#say('notAnswered', { reason: sentence }),
        ...(body.issues === undefined ? {} : { issues: body.issues }),
      });
    }
    this.requestUpdate();
  }

  #draft(id: string, draft: Draft): void {
    const question = this.#questions.get(id);
    if (question !== undefined) this.#questions.put({ ...question, draft });
    void this.#link?.act(id, 'draft', draft);
  }

  async #moreTime(id: string): Promise<void> {
    const reply = await this.#link?.act(id, 'more-time');
    const question = this.#questions.get(id);
    if (reply?.ok === true && typeof reply.body.expiresAt === 'number' && question !== undefined)
      this.#questions.put({ ...question, expiresAt: reply.body.expiresAt });
    else this.#status = this.#say('moreTimeRefused');
    this.requestUpdate();
  }

  // --- keys and history

  #onPop = (): void => {
    const id = idOf(location.pathname);
    this.#go({ view: location.pathname === '/history' ? 'history' : id === undefined ? 'waiting' : this.#view, id }, false);
  };

  #onBack = (event: Event): void => {
    event.preventDefault();
    this.#leave();
  };

  #onSkip = (): void => {
    this.renderRoot.querySelector<HTMLElement>('#sheet')?.focus();
  };

  #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === '?') this.#showKeys(!this.#keysShown);
    else if (event.key === 'Escape' && this.#keysShown) this.#showKeys(false);
    else if (event.key === 'j' || event.key === 'k') this.#step(event.key === 'j' ? 1 : -1);
    else return;
    event.preventDefault();
  };

  #step(by: 1 | -1): void {
    const ids = this.#listed.map(question => question.id);
    const at = ids.indexOf(this.#selected ?? '');
    const id = ids[Math.max(0, Math.min(ids.length - 1, at === -1 ? 0 : at + by))];
    if (id === undefined) return;
    this.#go({ view: this.#view, id });
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus());
  }

  #showKeys(shown: boolean): void {
    this.#keysShown = shown;
    this.requestUpdate();
  }
}

function idOf(path: string): string | undefined {
  const match = /^\/q\/([^/]+)$/.exec(path);
  return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
}

/** Letters typed into a field are text, never commands. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type=radio], [type=checkbox])') ||
    target.tagName === 'MIDCALL-QUESTION'
  );
}

export type { MidcallQuestion };
