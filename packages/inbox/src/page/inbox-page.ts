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
import type { MidcallEventMap, MidcallQuestion, Refusal } from '@midcall/element';
import type { MidcallRoundEventMap } from '@midcall/element/round';
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { AuditView } from '../desk-powers.js';
import type { Offers, StreamEvent } from '../live-stream.js';
import { type Connection, type DeedReply, DeskLink } from './desk-link.js';
import { drawEmpty, emptyState } from './empty.js';
import { inboxStyles } from './inbox-styles.js';
import { drawListItem } from './list-item.js';
import { loadAside, wantsAlerts } from './load-aside.js';
import { dropToken, findToken, shareToken } from './page-token.js';
import { pagePacks, pageWords } from './page-words.js';
import { isWaiting, QuestionList } from './question-list.js';
import { endedRows, type Row, rowOf, waitingRows } from './rows.js';
import { drawTopBar, VIEWS, type View } from './top-bar.js';
import { keepWay } from './way-back.js';

type Aside = typeof import('./aside.js');

export class MidcallInbox extends LitElement {
  static override styles = inboxStyles;
  static override properties: PropertyDeclarations = { provider: { type: String }, framedBy: { attribute: 'framed-by' } };

  /** Host of the identity provider that people sign in by; empty where there is none. */
  declare provider: string;
  /** Origins of pages that may show this one in a frame, separated by spaces. */
  declare framedBy: string;

  constructor() {
    super();
    this.provider = this.framedBy = '';
  }

  #person: string | undefined;
  #say: Say = pageWords();
  #questions = new QuestionList();
  #link: DeskLink | undefined;
  #connection: Connection = 'connecting';
  #signedOutBecause: string | undefined;
  #loaded = false;
  #everWaited = false;
  #view: View = viewOf(location.pathname) ?? 'waiting';
  #selected: string | undefined = idOf(location.pathname);
  /** On a wide page a lone question is shown at once; on a phone only what was chosen. */
  #chosen = this.#selected !== undefined;
  #offers: Partial<Offers> = {};
  #refusals = new Map<string, Refusal>();
  /** Of the last round that was not taken, by question; replaced whole. */
  #roundRefusals: ReadonlyMap<string, Refusal> = new Map();
  #roundRefusal: Refusal | undefined;
  #roundReady = false;
  #remember = new Set<string>();
  #server = '';
  #notice: { readonly server: string; readonly kind: 'mutedState' | 'cutOffState' } | undefined;
  #audits = new Map<string, readonly AuditView[]>();
  #aside: Aside | undefined;
  #settings: InstanceType<Aside['Settings']> | undefined;
  #alerts: InstanceType<Aside['Alerts']> | undefined;
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
    if (wantsAlerts()) this.#withAside();
    if (this.#view === 'settings') this.#openSettings();
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
    if (this.#connection === 'signed-out') return this.#aside?.drawSignedOut(say, this.#signedOutBecause, this.provider) ?? nothing;
    const question = this.#current;
    const settings = this.#view === 'settings';
    const shows = settings ? 'shows-settings' : this.#chosen && question !== undefined ? 'shows-sheet' : 'shows-list';
    return html`<div class="page ${shows}">
      ${drawTopBar({
        say,
        view: this.#view,
        count: this.#questions.waiting(this.#now).length,
        connection: this.#connection,
        keysShown: this.#keysShown,
        onView: view => this.#go({ view, id: undefined }),
        onKeys: () => this.#showKeys(!this.#keysShown),
        onSkip: () => this.renderRoot.querySelector<HTMLElement>('#sheet')?.focus(),
      })}
      ${settings ? nothing : html`<nav class="list" aria-label=${say('questions')}>${this.#drawList()}</nav>`}
      <main class="pane" id="sheet" tabindex="-1">${settings ? (this.#settings?.draw() ?? nothing) : this.#drawPane(question)}</main>
      ${this.#keysShown ? (this.#aside?.drawKeys(say, () => this.#showKeys(false)) ?? nothing) : nothing}
      <p class="unseen" role="status" aria-live="polite">${this.#status}</p>
    </div>`;
  }

  protected override updated(): void {
    const count = this.#questions.waiting(this.#now).length;
    const title = `${count > 0 ? `(${count}) ` : ''}midcall · ${this.#say(this.#view === 'waiting' ? 'inbox' : this.#view)}`;
    if (document.title !== title) document.title = title;
    const icon = document.getElementById('icon') as HTMLLinkElement | null;
    const href = count > 0 ? '/icon-waiting.svg' : '/icon.svg';
    if (icon !== null && icon.getAttribute('href') !== href) icon.setAttribute('href', href);
    const badge = navigator as Navigator & { setAppBadge?: (count: number) => Promise<void> };
    void badge.setAppBadge?.(count).catch(() => {});
  }

  // --- parts

  #drawList(): TemplateResult {
    const say = this.#say;
    const rows = this.#listed;
    if (rows.length === 0) {
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
    return html`${this.#drawFilter()}
      <ul>
        ${repeat(
          rows,
          row => row.id,
          row =>
            drawListItem(row.questions, {
              say,
              now: this.#now,
              selected: row.questions.some(question => question.id === this.#selected),
              onOpen: id => this.#go({ view: this.#view, id }),
            }),
        )}
      </ul>`;
  }

  /** Offered once there is something to tell apart. */
  #drawFilter(): TemplateResult | typeof nothing {
    const say = this.#say;
    const servers = [...new Set(this.#rows.map(row => row.questions[0]?.server.name ?? ''))].sort();
    if (servers.length < 2 && this.#server === '') return nothing;
    return html`<label class="filter">
      <span class="unseen">${say('filterServers')}</span>
      <select
        @change=${(event: Event) => {
          this.#server = (event.currentTarget as HTMLSelectElement).value;
          this.requestUpdate();
        }}
      >
        <option value="" ?selected=${this.#server === ''}>${say('allServers')}</option>
        ${servers.map(name => html`<option value=${name} ?selected=${name === this.#server}>${showText(name)}</option>`)}
      </select>
    </label>`;
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
    const row = rowOf(question, this.#questions);
    const open = row.questions.some(each => isWaiting(each, this.#now));
    const next = open ? undefined : this.#questions.waiting(this.#now)[0];
    return html`<a class="back" href="/" @click=${this.#onBack}><span aria-hidden="true">‹</span> ${say('toList')}</a>
      ${notice} ${this.#drawNotice()}
      <div
        class="sheet-of"
        @midcall-answer=${(event: MidcallEventMap['midcall-answer']) => this.#answer(questionOf(event) ?? question, event.detail)}
        @midcall-round-answer=${(event: MidcallRoundEventMap['midcall-round-answer']) => this.#answerRound(event.detail)}
        @midcall-draft=${(event: MidcallEventMap['midcall-draft']) => this.#draft(event.detail.id, event.detail.draft)}
        @midcall-more-time=${(event: MidcallEventMap['midcall-more-time']) => this.#moreTime(event.detail.id)}
        @midcall-seen=${(event: MidcallEventMap['midcall-seen']) => void this.#link?.act(event.detail.id, 'seen')}
        @midcall-remember=${(event: MidcallEventMap['midcall-remember']) => void this.#remember.add(event.detail.id)}
        @midcall-mute=${(event: MidcallEventMap['midcall-mute']) => this.#aboutServer(event.detail, 'mute')}
        @midcall-cut-off=${(event: MidcallEventMap['midcall-cut-off']) => this.#aboutServer(event.detail, 'cut-off')}
        @midcall-leave=${() => this.#leave()}
      >
        ${row.questions.length > 1 ? this.#drawRound(row) : this.#drawQuestion(question)}
      </div>
      ${
        next === undefined || this.#view !== 'waiting'
          ? nothing
          : html`<p class="next">
              <button type="button" class="next-button" @click=${() => this.#go({ view: 'waiting', id: next.id })}>${say('nextQuestion')}</button>
            </p>`
      } ${open ? nothing : this.#drawAudit(question)}`;
  }

  #drawQuestion(question: QuestionView): unknown {
    return keyed(
      question.id,
      html`<midcall-question
        mode="inbox"
        locale=${this.#say.locale}
        framed-by=${this.framedBy}
        .packs=${pagePacks()}
        .question=${question}
        .offers=${this.#offers}
        .refusal=${this.#refusals.get(question.id)}
        .clock=${this.#clock}
      ></midcall-question>`,
    );
  }

  /** Several questions of one call, answered together. */
  #drawRound(row: Row): unknown {
    if (!this.#roundReady) {
      void import('@midcall/element/round').then(() => {
        this.#roundReady = true;
        this.requestUpdate();
      });
      return nothing;
    }
    return keyed(
      row.id,
      html`<midcall-round
        mode="inbox"
        locale=${this.#say.locale}
        framed-by=${this.framedBy}
        .packs=${pagePacks()}
        .questions=${row.questions}
        .offers=${this.#offers}
        .refusals=${this.#roundRefusals}
        .refusal=${this.#roundRefusal}
        .clock=${this.#clock}
      ></midcall-round>`,
    );
  }

  #drawNotice(): TemplateResult | typeof nothing {
    if (this.#notice === undefined) return nothing;
    const say = this.#say;
    return html`<p class="notice done" role="status">
      ${say(this.#notice.kind, { server: showText(this.#notice.server) })}.
      <a
        href="/settings"
        @click=${(event: Event) => {
          event.preventDefault();
          this.#go({ view: 'settings', id: undefined });
        }}
        >${say('settings')}</a
      >
    </p>`;
  }

  #drawAudit({ id }: QuestionView): TemplateResult | typeof nothing {
    if (this.#offers.audit !== true) return nothing;
    const rows = this.#audits.get(id);
    if (rows !== undefined && this.#aside !== undefined) return this.#aside.drawAudit(this.#say, rows, this.#say.locale);
    return html`<p class="next"><button type="button" class="next-button" @click=${() => this.#loadAudit(id)}>${this.#say('whatHappened')}</button></p>`;
  }

  // --- what is where

  #clock = (): number => this.#machine() + this.#skew;

  get #now(): number {
    return this.#clock();
  }

  /** What there is to list, before the filter. */
  get #rows(): readonly Row[] {
    if (this.#view === 'history') return endedRows(this.#questions, this.#now);
    const waiting = waitingRows(this.#questions, this.#now);
    const current = this.#questions.get(this.#selected);
    if (current === undefined) return waiting;
    const own = rowOf(current, this.#questions);
    if (waiting.some(row => row.id === own.id)) return waiting;
    return [...waiting, own].sort((a, b) => (a.questions[0]?.askedAt ?? 0) - (b.questions[0]?.askedAt ?? 0));
  }

  get #listed(): readonly Row[] {
    return this.#server === '' ? this.#rows : this.#rows.filter(row => row.questions[0]?.server.name === this.#server);
  }

  get #current(): QuestionView | undefined {
    return this.#questions.get(this.#selected);
  }

  #go({ view, id }: { readonly view: View; readonly id: string | undefined }, push = true): void {
    this.#view = view;
    this.#selected = id;
    this.#chosen = id !== undefined;
    this.#notice = undefined;
    if (view === 'settings') this.#openSettings();
    const path = id === undefined ? pathOf(view) : `/q/${encodeURIComponent(id)}`;
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
      // In a team everybody knows the way in.
      if (this.provider !== '') {
        keepWay();
        location.replace('/login');
        return;
      }
      this.#connection = 'signed-out';
      this.#withAside();
      return;
    }
    this.#link = new DeskLink(token, {
      onEvent: event => this.#take(event),
      onConnection: (state, reason) => {
        if (state === 'connecting' && this.#connection === 'offline') return;
        this.#connection = state;
        this.#signedOutBecause = reason;
        if (state === 'signed-out') this.#signOut();
        this.requestUpdate();
      },
    });
    this.#link.open();
  }

  #take(event: StreamEvent): void {
    if (event.type === 'hello') {
      this.#offers = event.offers;
      this.#person = event.person;
      if (this.#view === 'settings') void this.#settings?.load();
      const skew = event.now - this.#machine();
      // Clocks of one machine differ by the time an event takes; that is no difference.
      this.#skew = Math.abs(skew) < 2_000 ? 0 : skew;
    } else if (event.type === 'snapshot') {
      this.#questions.replaceAll(event.questions);
      this.#loaded = true;
    } else if (event.type === 'question') {
      const fresh = this.#questions.put(event.question);
      if (!isWaiting(event.question, this.#now)) this.#alerts?.forget(event.question.id);
      else if (fresh) {
        this.#status = this.#say('newQuestion', { server: showText(event.question.server.name) });
        this.#alerts?.tell(event.question, this.#say, this.#now, id => this.#go({ view: 'waiting', id }));
      }
      this.#audits.delete(event.question.id);
    }
    if (this.#questions.waiting(this.#now).length > 0) this.#everWaited = true;
    this.#selectFirst();
    this.requestUpdate();
  }

  async #answer(question: QuestionView, result: ElicitResult): Promise<void> {
    this.#refusals.delete(question.id);
    // Consent to a page is told as such; the desk makes the answer of it and knows that it waits for the server.
    const consent = question.url !== undefined && result.action === 'accept';
    const reply = await this.#deed(question.id, consent ? 'open' : 'answer', result);
    this.#settle(question.id, reply);
    if (this.#remember.delete(question.id) && reply.ok) await this.#link?.act(question.id, 'remember', result);
  }

  async #answerRound(detail: MidcallRoundEventMap['midcall-round-answer']['detail']): Promise<void> {
    this.#roundRefusal = undefined;
    const { ok, body, status } = (await this.#link?.post('round', detail)) ?? { ok: false, status: 0, body: {} as DeedReply['body'] };
    for (const question of body.questions ?? []) this.#questions.put(question);
    const refused = body.refused ?? [];
    this.#roundRefusals = new Map(refused.map(({ id, sentence, issues }) => [id, { sentence, ...(issues !== undefined && { issues }) }]));
    const reason = status === 0 ? this.#say('offlineMore') : (body.sentence ?? '');
    if (!ok && refused.length === 0) this.#roundRefusal = { sentence: this.#say('notAnswered', { reason }) };
    this.requestUpdate();
  }

  async #aboutServer({ id, server }: { readonly id: string; readonly server: string }, act: 'mute' | 'cut-off'): Promise<void> {
    const reply = await this.#link?.act(id, act);
    if (reply?.ok === true) this.#notice = { server, kind: act === 'mute' ? 'mutedState' : 'cutOffState' };
    this.requestUpdate();
  }

  async #loadAudit(id: string): Promise<void> {
    this.#withAside();
    const reply = await this.#link?.post<{ readonly rows: readonly AuditView[] }>(`questions/${encodeURIComponent(id)}/audit`);
    if (reply?.ok === true) this.#audits.set(id, reply.body.rows);
    this.requestUpdate();
  }

  #openSettings(): void {
    this.#withAside(() => void this.#settings?.load());
  }

  /** What is beside the questions is loaded when it is needed first. */
  #withAside(act: () => void = () => {}): void {
    void loadAside(this.renderRoot as ShadowRoot).then(aside => {
      this.#aside = aside;
      this.#say = pageWords();
      this.#alerts ??= new aside.Alerts();
      this.#settings ??= new aside.Settings({
        say: this.#say,
        link: () => this.#link,
        alerts: this.#alerts,
        person: () => this.#person,
        hasRules: () => this.#offers.rules === true,
        redraw: () => this.requestUpdate(),
      });
      act();
      this.requestUpdate();
    });
  }

  #signOut(): void {
    dropToken();
    this.#withAside();
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
    const view = this.#view === 'settings' ? 'waiting' : this.#view;
    this.#go({ view: viewOf(location.pathname) ?? view, id }, false);
  };

  #onBack = (event: Event): void => {
    event.preventDefault();
    this.#leave();
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
    const ids = this.#listed.map(row => row.id);
    const current = this.#current;
    const at = current === undefined ? -1 : ids.indexOf(rowOf(current, this.#questions).id);
    const id = ids[Math.max(0, Math.min(ids.length - 1, at === -1 ? 0 : at + by))];
    if (id === undefined) return;
    this.#go({ view: this.#view, id });
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus());
  }

  #showKeys(shown: boolean): void {
    this.#keysShown = shown;
    if (shown) this.#withAside();
    this.requestUpdate();
  }
}

/** The question an answer is for: of several on a sheet, the part that told it. */
function questionOf(event: Event): QuestionView | undefined {
  const [target] = event.composedPath();
  return (target as Partial<MidcallQuestion>).question;
}

function viewOf(path: string): View | undefined {
  return VIEWS.find(each => each.path === path)?.view;
}

function pathOf(view: View): string {
  return VIEWS.find(each => each.view === view)?.path ?? '/';
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
