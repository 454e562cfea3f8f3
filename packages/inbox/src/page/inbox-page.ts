/**
 * `<midcall-inbox>`: the list at the left, the question at the right; on a phone one at a time.
 *
 * 1. Leaving is not answering: Esc, Back and closing the tab leave a question waiting with its draft (D40).
 * 2. A new question never takes focus or the place of the one being read; it is announced politely and counted in the title.
 * 3. When the line is down nothing is sent and nothing typed is lost.
 */
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';
import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { Beside } from './beside.js';
import { Deeds } from './deeds.js';
import { drawEmpty, type EmptyKind, emptyState } from './empty.js';
import { Feed } from './feed.js';
import { inboxStyles } from './inbox-styles.js';
import { drawListPane } from './list-pane.js';
import { onPageKey } from './page-keys.js';
import { findToken, shareToken } from './page-token.js';
import { isWaiting } from './question-list.js';
import { endedRows, type Row, rowOf, waitingRows } from './rows.js';
import { drawServerNotice, drawSheetPane } from './sheet-pane.js';
import { signTab } from './tab-sign.js';
import { drawTopBar } from './top-bar.js';
import { pathOf, type Way, wayOf } from './way.js';
import { keepWay } from './way-back.js';

const ROWS = 150;

export class MidcallInbox extends LitElement {
  static override styles = inboxStyles;
  static override properties: PropertyDeclarations = { provider: { type: String }, framedBy: { attribute: 'framed-by' } };

  /** Host of the identity provider that people sign in by; empty where there is none. */
  declare provider: string;
  /** Origins of pages that may show this one in a frame, separated by spaces. */
  declare framedBy: string;

  #feed = new Feed({
    onChange: () => this.#onChange(),
    onSnapshot: () => this.#prepare(),
    onQuestion: (question, fresh) => this.#onQuestion(question, fresh),
  });
  #way: Way = wayOf(location.pathname, 'waiting');
  /** On a wide page a lone question is shown at once; on a phone only what was chosen. */
  #chosen = this.#way.id !== undefined;
  #roundReady = false;
  #notice: { readonly server: string; readonly kind: 'mutedState' | 'cutOffState' } | undefined;
  #status = '';
  #keysShown = false;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #beside = new Beside({
    root: () => this.renderRoot as ShadowRoot,
    link: () => this.#feed.link,
    hasRules: () => this.#feed.offers.rules === true,
    person: () => this.#feed.person,
    redraw: () => this.requestUpdate(),
  });
  #deeds = new Deeds({
    questions: this.#feed.questions,
    link: () => this.#feed.link,
    say: () => this.#say,
    redraw: () => this.requestUpdate(),
  });

  /** Rows of the list that are drawn: more when the person comes near their end. */
  #drawn = ROWS;
  #nearEnd = new IntersectionObserver(
    ends => {
      if (ends.some(end => end.isIntersecting)) {
        this.#drawn += ROWS;
        this.requestUpdate();
      }
    },
    { rootMargin: '900px' },
  );

  constructor() {
    super();
    this.provider = this.framedBy = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.documentElement.lang = this.#say.locale;
    document.documentElement.dir = this.#say.dir;
    window.addEventListener('popstate', this.#onPop);
    document.addEventListener('keydown', this.#onKey);
    this.#ticker = setInterval(() => this.requestUpdate(), 1000);
    this.#beside.start();
    this.#prepare();
    shareToken();
    void findToken().then(token => this.#enter(token));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('popstate', this.#onPop);
    document.removeEventListener('keydown', this.#onKey);
    clearInterval(this.#ticker);
    this.#nearEnd.disconnect();
    this.#feed.link?.close();
  }

  protected override render(): unknown {
    const say = this.#say;
    if (this.#feed.connection === 'signed-out') return this.#beside.parts?.drawSignedOut(say, this.#feed.because, this.provider) ?? nothing;
    const { view } = this.#way;
    const question = this.#current;
    const alone = view === 'settings' || view === 'server';
    const shows = alone ? 'shows-settings' : this.#chosen && question !== undefined ? 'shows-sheet' : 'shows-list';
    return html`<div class="page ${shows}">
      ${drawTopBar({
        say,
        view,
        count: this.#feed.waiting.length,
        connection: this.#feed.connection,
        keysShown: this.#keysShown,
        onView: to => this.#go({ view: to }),
        onKeys: () => this.#showKeys(!this.#keysShown),
        onSkip: () => this.renderRoot.querySelector<HTMLElement>('#sheet')?.focus(),
      })}
      ${alone ? nothing : html`<nav class="list" aria-label=${say('questions')}>${this.#drawList()}</nav>`}
      <main class="pane" id="sheet" tabindex="-1">
        ${view === 'settings' ? (this.#beside.settings?.draw() ?? nothing) : view === 'server' ? this.#drawServer() : this.#drawPane(question)}
      </main>
      ${this.#keysShown ? (this.#beside.parts?.drawKeys(say, () => this.#showKeys(false)) ?? nothing) : nothing}
      <p class="unseen" role="status" aria-live="polite">${this.#status}</p>
    </div>`;
  }

  protected override updated(): void {
    const { view, server } = this.#way;
    const what = view === 'waiting' ? this.#say('inbox') : view === 'server' ? showText(server ?? '') : this.#say(view);
    signTab(this.#feed.waiting.length, what);
    const more = this.renderRoot.querySelector('.more');
    if (more !== null) this.#nearEnd.observe(more);
  }

  // --- parts

  #drawList(): TemplateResult {
    const say = this.#say;
    return drawListPane({
      say,
      now: this.#now,
      rows: this.#listed,
      selected: this.#way.id,
      atMost: this.#drawn,
      none: this.#none,
      filter: this.#beside.filter?.draw(say, this.#rows, this.#inHistory) ?? nothing,
      onOpen: id => this.#go({ view: this.#way.view, id }),
    });
  }

  #drawPane(question: QuestionView | undefined): TemplateResult {
    const say = this.#say;
    const offline =
      this.#feed.connection === 'offline' && this.#feed.loaded
        ? html`<p class="notice" role="status"><strong>${say('offline')}.</strong> ${say('offlineMore')}</p>`
        : nothing;
    if (question === undefined) {
      const kind = this.#feed.loaded && this.#listed.length > 0 ? 'pick' : this.#none;
      return html`${offline}${drawEmpty(emptyState(say, kind), !this.#feed.loaded)}`;
    }
    const row = rowOf(question, this.#feed.questions);
    if (row.questions.length > 1) this.#needRound();
    const notice =
      this.#notice === undefined ? nothing : drawServerNotice(say, this.#notice, event => this.#follow(event, { view: 'settings' }));
    return drawSheetPane(
      {
        say,
        clock: this.#feed.now,
        question,
        row,
        deeds: this.#deeds,
        offers: this.#feed.offers,
        framedBy: this.framedBy,
        roundReady: this.#roundReady,
        after: this.#drawAfter(question, row),
        onBack: event => {
          event.preventDefault();
          this.#leave();
        },
        onLeave: () => this.#leave(),
        onSeen: id => void this.#feed.link?.act(id, 'seen'),
        onMoreTime: id => void this.#moreTime(id),
        onAboutServer: (about, act) => void this.#aboutServer(about, act),
      },
      html`${offline} ${notice}`,
    );
  }

  /** The way on from here: the next question, what happened to this one, and its server. */
  #drawAfter(question: QuestionView, row: Row): TemplateResult {
    const say = this.#say;
    const open = row.questions.some(each => isWaiting(each, this.#now));
    const next = open || this.#inHistory ? undefined : this.#feed.waiting[0];
    const rows = this.#beside.auditOf(question.id);
    const { name } = question.server;
    const audited = !open && this.#feed.offers.audit === true;
    return html`<p class="next">
        ${next === undefined ? nothing : drawButton(say('nextQuestion'), () => this.#go({ view: 'waiting', id: next.id }))}
        ${audited && rows === undefined ? drawButton(say('whatHappened'), () => void this.#beside.loadAudit(question.id)) : nothing}
        <a href=${pathOf({ view: 'server', server: name })} @click=${(event: Event) => this.#follow(event, { view: 'server', server: name })}
          >${say('aboutServer', { server: showText(name) })}</a
        >
      </p>
      ${audited && rows !== undefined ? (this.#beside.parts?.drawAudit(say, rows) ?? nothing) : nothing}`;
  }

  #drawServer(): unknown {
    const { parts, rules } = this.#beside;
    const { server = '' } = this.#way;
    if (parts === undefined || rules === undefined) return nothing;
    const questions = this.#feed.questions.ofServer(server);
    return parts.drawServer({
      say: this.#say,
      now: this.#now,
      server,
      questions,
      rules,
      mayMute: this.#feed.offers.mute === true,
      mayCutOff: this.#feed.offers.cutOff === true,
      onOpen: id => this.#go({ view: this.#feed.questions.isWaiting(id, this.#now) ? 'waiting' : 'history', id }),
      onMute: act => void this.#aboutServer({ id: questions.at(-1)?.id ?? '', server }, act).then(() => this.#beside.refresh()),
    });
  }

  // --- what is where

  get #say(): Say {
    return this.#beside.say;
  }

  get #now(): number {
    return this.#feed.now();
  }

  get #inHistory(): boolean {
    return this.#way.view === 'history';
  }

  /** What to say where there is nothing. */
  get #none(): EmptyKind {
    if (!this.#feed.loaded) return 'loading';
    return this.#inHistory ? 'nothing-ended' : this.#feed.everWaited ? 'nothing-left' : 'nothing-yet';
  }

  /** What there is to list, before the filter. */
  get #rows(): readonly Row[] {
    if (this.#inHistory) return endedRows(this.#feed.questions, this.#now);
    const waiting = waitingRows(this.#feed.questions, this.#now);
    const current = this.#current;
    if (current === undefined) return waiting;
    const own = rowOf(current, this.#feed.questions);
    if (waiting.some(row => row.id === own.id)) return waiting;
    return [...waiting, own].sort((a, b) => (a.questions[0]?.askedAt ?? 0) - (b.questions[0]?.askedAt ?? 0));
  }

  get #listed(): readonly Row[] {
    return this.#beside.filter?.choose(this.#rows, this.#inHistory) ?? this.#rows;
  }

  get #current(): QuestionView | undefined {
    return this.#feed.questions.get(this.#way.id);
  }

  #go(way: Way, push = true): void {
    this.#way = way;
    const { id } = way;
    this.#chosen = id !== undefined;
    this.#notice = undefined;
    this.#prepare();
    const path = pathOf(way);
    if (push && location.pathname !== path) history.pushState(null, '', path);
    if (id === undefined) this.#selectFirst();
    this.requestUpdate();
    // The person chose it: on a phone, where the list goes away, reading starts at the top.
    if (id !== undefined || way.view === 'server')
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#sheet')?.scrollTo({ top: 0 }));
  }

  #follow(event: Event, way: Way): void {
    event.preventDefault();
    this.#go(way);
  }

  #leave(): void {
    this.#status = this.#say('leftWaiting');
    const left = this.#way.id;
    this.#go({ view: this.#way.view });
    this.#focusRow(left);
  }

  #focusRow(id: string | undefined): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-id="${CSS.escape(id ?? '')}"]`)?.focus());
  }

  /** Nothing chosen on a wide page: the oldest waiting question is laid out, without focus. */
  #selectFirst(): void {
    if (this.#way.id === undefined && this.#way.view === 'waiting' && matchMedia('(min-width: 900px)').matches)
      this.#way = { view: 'waiting', id: this.#feed.waiting[0]?.id };
  }

  /** Loads what this place needs beside the questions. */
  #prepare(): void {
    const { view } = this.#way;
    if (view === 'settings' || view === 'server') this.#beside.refresh();
    else if (this.#inHistory) this.#beside.load();
  }

  #needRound(): void {
    if (this.#roundReady) return;
    void import('@midcall/element/round').then(() => {
      this.#roundReady = true;
      this.requestUpdate();
    });
  }

  // --- what happens

  #enter(token: string | undefined): void {
    if (token === undefined && this.provider !== '') {
      // In a team everybody knows the way in.
      keepWay();
      location.replace('/login');
    } else this.#feed.open(token);
  }

  #onChange(): void {
    const { connection, questions } = this.#feed;
    // More than one server is something to tell apart: the filter comes.
    if (this.#beside.parts === undefined && (connection === 'signed-out' || questions.servers > 1)) this.#beside.load();
    this.#selectFirst();
    this.requestUpdate();
  }

  #onQuestion(question: QuestionView, fresh: boolean): void {
    this.#beside.forget(question.id, !isWaiting(question, this.#now));
    if (!fresh) return;
    this.#status = this.#say('newQuestion', { server: showText(question.server.name) });
    this.#beside.tell(question, this.#now, id => this.#go({ view: 'waiting', id }));
  }

  async #aboutServer({ id, server }: { readonly id: string; readonly server: string }, act: 'mute' | 'cut-off'): Promise<void> {
    const reply = await this.#feed.link?.act(id, act);
    if (reply?.ok === true) this.#notice = { server, kind: act === 'mute' ? 'mutedState' : 'cutOffState' };
    this.requestUpdate();
  }

  async #moreTime(id: string): Promise<void> {
    if (!(await this.#deeds.moreTime(id))) this.#status = this.#say('moreTimeRefused');
    this.requestUpdate();
  }

  // --- keys and history

  #onPop = (): void => this.#go(wayOf(location.pathname, this.#way.view), false);

  #onKey = (event: KeyboardEvent): void =>
    onPageKey(event, {
      onStep: by => this.#step(by),
      onHelp: () => this.#showKeys(!this.#keysShown),
      onEscape: () => {
        const shown = this.#keysShown;
        if (shown) this.#showKeys(false);
        return shown;
      },
    });

  #step(by: 1 | -1): void {
    const ids = this.#listed.map(row => row.id);
    const current = this.#current;
    const at = current === undefined ? -1 : ids.indexOf(rowOf(current, this.#feed.questions).id);
    const id = ids[Math.max(0, Math.min(ids.length - 1, at === -1 ? 0 : at + by))];
    if (id === undefined) return;
    this.#go({ view: this.#way.view, id });
    this.#focusRow(id);
  }

  #showKeys(shown: boolean): void {
    this.#keysShown = shown;
    if (shown) this.#beside.load();
    this.requestUpdate();
  }
}

function drawButton(label: string, act: () => void): TemplateResult {
  return html`<button type="button" class="next-button" @click=${act}>${label}</button>`;
}
